/**
 * Stage 4: candidate lists to pairs (MMDS 3.4.3, steps 6–7), in two jobs.
 *
 * <p>The signature filter, {@link io.neardup.hadoop.stage4verify.SignatureFilterMapper} and {@link
 * io.neardup.hadoop.stage4verify.SignatureFilterReducer}, brings together the signatures of each
 * candidate pair and keeps the plausible ones, as lines {@code j<TAB>i:agreement i:agreement …}.
 * The comparison, {@link io.neardup.hadoop.stage4verify.ComparisonMapper} and {@link
 * io.neardup.hadoop.stage4verify.ComparisonReducer}, brings together the documents of each
 * plausible pair and keeps the pairs of Jaccard similarity t or more.
 */
package io.neardup.hadoop.stage4verify;
