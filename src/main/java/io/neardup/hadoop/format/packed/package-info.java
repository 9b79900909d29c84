/**
 * Packed files: the unchanged records of many small sources in a few SequenceFiles. The caller
 * supplies the parser of the records, so that this package does not depend on the other formats.
 */
package io.neardup.hadoop.format.packed;
