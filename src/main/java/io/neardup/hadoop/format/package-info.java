/**
 * Formats: the files that people have. A {@link io.neardup.hadoop.format.FileFormat} opens the
 * files of one format; a {@link io.neardup.hadoop.format.RangeReader} reads the records of one
 * range of a file, and a {@link io.neardup.hadoop.format.RecordFile} takes records into a new file
 * of the same format, as they stood. Here is what the formats have in common; each has a room of
 * its own below, which uses this package and {@code compression}, and no other room.
 *
 * <p>Every reader holds one record at a time, of a length that the configuration bounds, and turns
 * what it cannot read into a record that is set aside with its reason. Damage of a file is an
 * {@link java.io.IOException}; what the storage throws is a {@link
 * io.neardup.hadoop.format.StorageException}.
 */
package io.neardup.hadoop.format;
