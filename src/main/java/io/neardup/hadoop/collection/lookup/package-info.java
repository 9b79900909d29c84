/** Looks documents up in a collection, in the client. */
package io.neardup.hadoop.collection.lookup;
