/**
 * The index of a collection: the columns of every bucket, in sorted runs, one or more a batch.
 *
 * <p>{@link io.neardup.hadoop.index.RunWriter} writes a part file of a run, {@link
 * io.neardup.hadoop.index.RunCursor} reads a run, {@link io.neardup.hadoop.index.MergedRuns} reads
 * several as one. {@link io.neardup.hadoop.index.NewlyListed} decides which pairs of a bucket a
 * change of the collection adds to the candidates.
 *
 * <p>It must not depend on stages or on the corpus.
 */
package io.neardup.hadoop.index;
