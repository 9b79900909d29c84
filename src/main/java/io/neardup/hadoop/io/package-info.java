/**
 * What the jobs read and write: corpus ranges and their readers, the manifest, keys and values with
 * raw comparators, file formats, stage metadata.
 *
 * <p>Every part file of stages 1–4 is free of headers, so that the part files of a stage, one after
 * the other, are the same bytes whatever the number of tasks.
 */
package io.neardup.hadoop.io;
