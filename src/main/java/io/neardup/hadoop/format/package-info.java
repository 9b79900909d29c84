/**
 * Reads and writes the formats of users' files. {@link
 * io.neardup.hadoop.format.FormatSettings#open} opens a {@link
 * io.neardup.hadoop.format.RangeReader} of the records of one range of a file: records that are
 * sequences of bytes, or have a schema. It also copies records unchanged to a new file of the same
 * format. The names of a format's classes begin alike; they do not use those of another.
 *
 * <p>Every reader holds one record at a time, up to a configured length. What it cannot parse, it
 * returns as a record set aside, with the reason. If a file is damaged, it throws an {@link
 * java.io.IOException}; if the storage fails, a {@link io.neardup.hadoop.format.StorageException}.
 */
package io.neardup.hadoop.format;
