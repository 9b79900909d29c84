/**
 * Banding of signatures (MMDS 3.4): the scheme of b bands of r rows and its S-curve, the hash of a
 * band, the choice of a scheme, and the bound on signature agreement that verification uses.
 *
 * <p>Part of the core: it must not depend on Hadoop; of the project it uses the packages {@code
 * sort} and {@code similarity} only. All classes are immutable and deterministic: they compute with
 * {@link StrictMath}, so every machine makes the same choice.
 */
package io.neardup.lsh;
