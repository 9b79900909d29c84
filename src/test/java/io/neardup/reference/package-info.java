/**
 * The whole chain once more, sequential, slow and plain: documents to signatures, buckets,
 * candidate lists and pairs, as the definitions say and with nothing in mind but to be seen to be
 * right. What the jobs write is compared with it.
 *
 * <p>It shares with the jobs what defines the results (the settings, the hash functions, the hashes
 * of bands, the bound on agreement) and none of the code that gets there fast: not the shinglers,
 * nor the sketchers, nor the merging of lists and sets.
 *
 * <p>Part of the core: it must not depend on Hadoop.
 */
package io.neardup.reference;
