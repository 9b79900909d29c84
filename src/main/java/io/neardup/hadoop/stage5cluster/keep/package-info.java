/**
 * Which documents are kept: of each component the one of the best rank, or, with direct linking,
 * those that have no pair with a better one that is kept. {@link
 * io.neardup.hadoop.stage5cluster.keep.KeptDocuments} runs the jobs that the settings need.
 */
package io.neardup.hadoop.stage5cluster.keep;
