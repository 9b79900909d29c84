/**
 * What {@code explain} gives to the cost class of each stage ({@link
 * io.neardup.hadoop.cost.CorpusLoad}, {@link io.neardup.hadoop.cost.PairLoad}), and what it gets
 * back ({@link io.neardup.hadoop.cost.StageCost}). Each stage computes its cost beside the code
 * that writes its records, from the same constants. Knows no stage.
 */
package io.neardup.hadoop.cost;
