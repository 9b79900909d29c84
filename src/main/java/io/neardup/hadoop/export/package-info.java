/**
 * Results of a pipeline as tables, in Parquet for Spark and Hive, as CSV and TSV for others. Reads
 * the outputs of stages 4 to 6; no stage depends on it.
 */
package io.neardup.hadoop.export;
