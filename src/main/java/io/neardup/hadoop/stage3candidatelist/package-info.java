/**
 * Stage 3, the last of the three chained jobs: buckets to candidate lists (Exercise 3.4.4 b).
 *
 * <p>{@link io.neardup.hadoop.stage3candidatelist.CandidateListReducer.Buckets} turns a bucket into
 * the tail of each of its columns: the larger columns to pair it with. {@link
 * io.neardup.hadoop.stage3candidatelist.CandidateListReducer} unites the tails of a column. The
 * output is lines {@code i<TAB>j₁ j₂ …}, ascending; a list of more than 65,536 columns goes on in
 * further lines of the same i.
 */
package io.neardup.hadoop.stage3candidatelist;
