/**
 * The input of the cost class of each stage ({@link io.neardup.hadoop.cost.CorpusLoad}, {@link
 * io.neardup.hadoop.cost.PairLoad}), given by {@code explain}, and its result ({@link
 * io.neardup.hadoop.cost.StageCost}). Each stage computes its cost beside the code that writes its
 * records, from the same constants. This package depends on no stage.
 */
package io.neardup.hadoop.cost;
