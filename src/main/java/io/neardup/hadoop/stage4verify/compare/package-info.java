/**
 * The comparison compares the documents of each plausible pair, by {@link
 * io.neardup.hadoop.stage4verify.compare.DocumentBlocks} of near-duplicates, and keeps the pairs of
 * similarity t or more.
 */
package io.neardup.hadoop.stage4verify.compare;
