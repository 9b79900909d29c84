/**
 * Collections: a corpus that grows batch by batch, with the results over it. {@code add} brings the
 * results up to date from the new documents and the stored {@linkplain
 * io.neardup.hadoop.collection.index index}; they are the same as those of a run from scratch. This
 * package has what all changes of a collection need; each verb is a package below. Uses the stages;
 * nothing but the command line uses these packages.
 */
package io.neardup.hadoop.collection;
