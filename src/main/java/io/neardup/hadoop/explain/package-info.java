/**
 * What a pipeline over a corpus would cost, from the manifest and a sample of the documents: read
 * ({@link io.neardup.hadoop.explain.SampleReader}), put into buckets ({@link
 * io.neardup.hadoop.explain.SampledPairs}), and scaled to the corpus or to another number of
 * documents ({@link io.neardup.hadoop.explain.Forecast}).
 */
package io.neardup.hadoop.explain;
