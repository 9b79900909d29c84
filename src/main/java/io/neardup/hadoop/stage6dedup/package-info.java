/**
 * Stage 6: writes the deduplicated collection from the documents and clusters. {@link
 * io.neardup.hadoop.stage6dedup.DedupMapper} writes the records of every file to a file of the same
 * name and format for those kept, one for those removed and one for those set aside; or it writes
 * all documents, each with its cluster.
 */
package io.neardup.hadoop.stage6dedup;
