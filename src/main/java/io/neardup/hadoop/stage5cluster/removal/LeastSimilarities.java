package io.neardup.hadoop.stage5cluster.removal;

import java.util.OptionalInt;

/**
 * The least similarities of removed documents to the documents kept in their place, in millionths.
 *
 * @param ofAll of all removals whose similarity is known; empty if there is none
 * @param ofChains of the removals by a chain; empty if there is none whose similarity is known
 */
public record LeastSimilarities(OptionalInt ofAll, OptionalInt ofChains) {}
