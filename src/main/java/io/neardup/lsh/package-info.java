/**
 * Banding of signatures (MMDS 3.4): the scheme of b bands of r rows and its S-curve, the hash of a
 * band, the choice of a scheme, and the bound on signature agreement that verification uses.
 *
 * <p>Part of the core: it must not depend on Hadoop, nor on any other package of the project. All
 * of it is immutable and deterministic: the arithmetic is that of {@link StrictMath}, so that a
 * choice made on one machine is the choice made on every other.
 */
package io.neardup.lsh;
