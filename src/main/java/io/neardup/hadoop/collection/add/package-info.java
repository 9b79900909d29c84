/**
 * Adds a batch to a collection, or compares one with it: only the documents of the batch are
 * signed, looked up in the index, and compared.
 */
package io.neardup.hadoop.collection.add;
