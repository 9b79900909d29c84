/**
 * Takes documents out of a collection, and what nobody needs any more: parts of the index, and old
 * generations.
 */
package io.neardup.hadoop.collection.drop;
