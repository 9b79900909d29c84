/**
 * Stage 4: candidate lists to pairs (MMDS 3.4.3, steps 6–7), in two jobs: the signature filter
 * keeps the plausible pairs, the comparison those of similarity t or more. Both go by blocks, so
 * that a signature or document is sent once to a block, not once for each of its pairs.
 */
package io.neardup.hadoop.stage4verify;
