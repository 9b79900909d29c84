/**
 * From a document's bytes to its shingles: normalization, the kinds of shingles of <i>Mining of
 * Massive Datasets</i> 3.2 (characters, words, stop words, and the elements of a given set), and
 * their 64-bit hashes.
 *
 * <p>Everything here works on UTF-8 bytes, allocates nothing per shingle, and depends on its input
 * alone: no locale, default charset, clock or random number. The classes that keep a buffer between
 * calls are not safe for use by several threads; give each thread its own.
 *
 * <p>This package is part of the core and must not depend on Hadoop.
 */
package io.neardup.text;
