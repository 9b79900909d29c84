/**
 * Collections: a corpus that grows batch by batch, with the results over it. {@code add} brings the
 * results up to date from the new documents and the stored {@linkplain io.neardup.hadoop.index
 * index}; they are the same as those of a run from scratch. Uses the stages; nothing but the
 * command line uses this package.
 */
package io.neardup.hadoop.collection;
