/**
 * Minhash signatures (MMDS 3.3): schemes that turn a set of 64-bit elements into n slots such that
 * the share of slots in which two sets agree estimates their Jaccard similarity.
 *
 * <p>A slot has two forms. While a signature is made, a slot is a non-negative 64-bit <em>working
 * value</em> and the signature of a union is the slot-wise minimum, so rows may come in any order.
 * When it is finished, a slot is stored as the low 32 bits of its working value: the minimum of a
 * large set is a small number, but its low bits are as good as random.
 *
 * <p>Must not depend on Hadoop.
 */
package io.neardup.minhash;
