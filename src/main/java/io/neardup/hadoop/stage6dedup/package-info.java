/**
 * Stage 6: documents and clusters to the deduplicated collection. {@link
 * io.neardup.hadoop.stage6dedup.DedupMapper} divides the records of every file into those kept,
 * removed and set aside, each in a file of the same name and form; {@link
 * io.neardup.hadoop.stage6dedup.AnnotateMapper} writes all documents with what is known of them
 * instead.
 */
package io.neardup.hadoop.stage6dedup;
