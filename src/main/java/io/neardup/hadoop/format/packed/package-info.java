/**
 * Packed files: the records of many small sources, as they stood, in few SequenceFiles. What parses
 * the records is given by the user of this package, so that it knows none of the other formats.
 */
package io.neardup.hadoop.format.packed;
