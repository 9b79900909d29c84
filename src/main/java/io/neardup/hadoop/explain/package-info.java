/**
 * Estimates what a pipeline over a corpus would cost, and compares choices of bands and rows.
 * {@link io.neardup.hadoop.explain.Sample} chooses some documents and finds their candidates in the
 * whole corpus, with the code of the stages; {@link io.neardup.hadoop.explain.Forecast} multiplies
 * what it counts, and the bytes, documents and files of the corpus, by measured constants.
 */
package io.neardup.hadoop.explain;
