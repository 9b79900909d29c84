/**
 * Banding of signatures (MMDS 3.4): the scheme of b bands of r rows and its S-curve, the hash of a
 * band, the choice of a scheme, and the bound on signature agreement that verification uses. A
 * sample of hash space ({@link io.neardup.lsh.HashShare}) shows buckets, pairs and documents with
 * partners of a corpus whose signatures do not all fit in memory.
 *
 * <p>Part of the core: it must not depend on Hadoop; of the project it uses the package {@code
 * sort} only. All classes are deterministic: they compute with {@link StrictMath}, so every machine
 * makes the same choice. Except for those of the sample they are immutable.
 */
package io.neardup.lsh;
