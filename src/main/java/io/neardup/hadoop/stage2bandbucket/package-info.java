/**
 * Stage 2, the second of the three chained jobs: signature columns to buckets (Exercise 3.4.4 a).
 *
 * <p>{@link io.neardup.hadoop.stage2bandbucket.BandBucketReducer.Signatures} hashes every band of a
 * signature, the shuffle brings the hashes of a range together, and {@link
 * io.neardup.hadoop.stage2bandbucket.BandBucketReducer} sorts them and writes each bucket of two
 * columns or more in lines {@code band<TAB>hash<TAB>heads<TAB>c₁ c₂ …}: each of the first {@code
 * heads} columns is to be paired with all that follow it in the line. A small bucket is one line,
 * its columns ascending.
 */
package io.neardup.hadoop.stage2bandbucket;
