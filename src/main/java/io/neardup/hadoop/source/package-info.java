/**
 * Sources: the files that people have. A form ({@link io.neardup.hadoop.source.SourceFormat}) says
 * how a file is cut into records and which id and text a record has; a {@link
 * io.neardup.hadoop.source.RangeReader} reads the records of one range of a file, and a {@link
 * io.neardup.hadoop.source.RecordFile} takes records into a new file of the same form, as they
 * stood.
 *
 * <p>Every reader holds one record at a time, of a length that the configuration bounds, and turns
 * what it cannot read into a record that is set aside with its reason.
 */
package io.neardup.hadoop.source;
