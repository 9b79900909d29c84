/**
 * The index of a collection: the columns of every bucket, in sorted runs, one or more a batch.
 *
 * <p>{@link io.neardup.hadoop.collection.index.StoredIndex} is what others use. Its operations are
 * jobs ({@link io.neardup.hadoop.collection.index.IndexJob}) that read the stored runs bucket by
 * bucket, write a new run, and list pairs as an output of stage 2.
 *
 * <p>It must not depend on generations.
 */
package io.neardup.hadoop.collection.index;
