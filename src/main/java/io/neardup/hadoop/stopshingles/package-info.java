/**
 * Before stage 1: finds shingles that so many documents have that they say nothing about likeness.
 *
 * <p>Flow: corpus → {@link io.neardup.hadoop.stopshingles.SharedShingleReducer.Documents} → {@link
 * io.neardup.hadoop.stopshingles.SharedShingleReducer} → {@link
 * io.neardup.hadoop.corpus.StopShingleList}.
 */
package io.neardup.hadoop.stopshingles;
