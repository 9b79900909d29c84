/**
 * Shows what a collection holds: lists its generations and batches, and exports the results of a
 * generation.
 */
package io.neardup.hadoop.collection.list;
