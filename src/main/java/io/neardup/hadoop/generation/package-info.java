/**
 * The generations of a collection: which files a collection consists of, how a generation is
 * published so that one of several writers wins, and how old ones are deleted.
 *
 * <p>It knows the names of batches and of parts of the index, not what is in their files.
 */
package io.neardup.hadoop.generation;
