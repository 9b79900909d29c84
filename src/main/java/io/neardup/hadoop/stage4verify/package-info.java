/**
 * Stage 4: candidate lists to pairs (MMDS 3.4.3, steps 6–7), in two jobs.
 *
 * <p>The signature filter, {@link io.neardup.hadoop.stage4verify.SignatureFilterMapper} and {@link
 * io.neardup.hadoop.stage4verify.SignatureFilterReducer}, compares the signatures of each candidate
 * pair and keeps the plausible pairs, as lines {@code j<TAB>i:agreement i:agreement …}. The
 * comparison, {@link io.neardup.hadoop.stage4verify.ComparisonMapper} and {@link
 * io.neardup.hadoop.stage4verify.ComparisonReducer}, compares the documents of each plausible pair
 * and keeps the pairs of Jaccard similarity t or more. Both go by blocks: the filter by ranges of
 * columns, the comparison by {@link io.neardup.hadoop.stage4verify.DocumentBlocks} of
 * near-duplicates. So a signature or document is sent once to a block, not once for each of its
 * pairs.
 */
package io.neardup.hadoop.stage4verify;
