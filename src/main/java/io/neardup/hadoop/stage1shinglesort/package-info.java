/**
 * Stage 1, the first of the three chained jobs: documents to signature columns (MMDS 3.3.5 and
 * 3.4.3, steps 1–3).
 *
 * <p>Plan {@code sort}: {@link io.neardup.hadoop.stage1shinglesort.ShingleSortMapper} emits
 * document–shingle pairs, the shuffle brings them together by block of columns, and {@link
 * io.neardup.hadoop.stage1shinglesort.ShingleSortReducer} sorts those of a block by shingle and
 * updates its minima row by row. Plan {@code local}: {@link
 * io.neardup.hadoop.stage1shinglesort.LocalSignatures} makes whole signatures, which the shuffle
 * sorts by column. Both write the same bytes.
 */
package io.neardup.hadoop.stage1shinglesort;
