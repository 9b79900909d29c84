/**
 * The whole chain once more, sequential, slow and plain: what the jobs write is compared with it.
 *
 * <p>It shares with the jobs what defines the results (the settings, the hash functions, the hashes
 * of bands, the bound on agreement) and none of the code that gets there fast: not the shinglers,
 * nor the sketchers, nor the merging of lists and sets.
 */
package io.neardup.reference;
