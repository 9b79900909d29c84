package io.neardup.hadoop.collection.add;

/**
 * What {@code against.json} holds: how many documents of an input are in a collection already.
 *
 * @param documents documents of the input
 * @param inCollection those that make a pair with a document of the collection
 * @param linkedToCollection others that are removed because their component has such a document
 * @param removedForInput those that are removed for another document of the input
 * @param removedWithoutShingles those that are removed because they have no shingle
 * @param kept those that are kept
 * @param keptUnread records that were too long to be compared, and are kept; not among the
 *     documents
 */
public record AgainstFigures(
    long documents,
    long inCollection,
    long linkedToCollection,
    long removedForInput,
    long removedWithoutShingles,
    long kept,
    long keptUnread) {}
