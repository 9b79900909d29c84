/**
 * Conditions on the figures of a run, which fail it: {@code --fail-if 'documents.removed.share >
 * 0.9'}. Figures are the numbers in a tree of records. Does not depend on Hadoop.
 */
package io.neardup.gate;
