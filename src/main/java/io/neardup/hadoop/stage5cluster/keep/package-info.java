/**
 * Chooses the documents to keep: of each component the one with the best rank or, with direct
 * linking, those that make no pair with a better one that is kept. {@link
 * io.neardup.hadoop.stage5cluster.keep.KeptDocuments} runs the jobs that the settings need.
 */
package io.neardup.hadoop.stage5cluster.keep;
