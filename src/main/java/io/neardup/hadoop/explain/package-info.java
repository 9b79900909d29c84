/**
 * What a pipeline over a corpus would cost, from the manifest and the documents or samples of them.
 * These are read ({@link io.neardup.hadoop.explain.SampleReader}), their pairs are listed as the
 * stages would ({@link io.neardup.hadoop.explain.SampledPairs}), and their number is scaled to the
 * corpus or to another number of documents, with the ends of its confidence interval ({@link
 * io.neardup.hadoop.explain.Estimate}). What a stage costs is computed by the stage; {@link
 * io.neardup.hadoop.explain.Forecast} asks each.
 */
package io.neardup.hadoop.explain;
