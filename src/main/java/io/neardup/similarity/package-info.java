/**
 * Jaccard similarity of shingle sets, and with it the one definition of "Jaccard &ge; t" that all
 * stages share (MMDS 3.1.1).
 *
 * <p>Part of the core: it must not depend on Hadoop, nor on any other package of the project.
 */
package io.neardup.similarity;
