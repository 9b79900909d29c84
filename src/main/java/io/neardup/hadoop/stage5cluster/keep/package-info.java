/**
 * Decides which documents are kept, and for each other one which document is kept in its place: of
 * each component the one with the best rank stays or, with direct linking, those that make no pair
 * with a better one that stays. {@link io.neardup.hadoop.stage5cluster.keep.KeptDocuments} runs the
 * jobs that the settings need; {@link io.neardup.hadoop.stage5cluster.keep.DecisionWriter} is what
 * they write.
 */
package io.neardup.hadoop.stage5cluster.keep;
