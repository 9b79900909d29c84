/**
 * The verb {@code audit}: measures what a pipeline missed and checks what it did, by comparing a
 * sample of the documents with all documents.
 */
package io.neardup.hadoop.audit;
