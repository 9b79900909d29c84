/**
 * Results of a pipeline as Parquet tables, for Spark and Hive. Reads the outputs of stages 4 to 6;
 * no stage depends on it.
 */
package io.neardup.hadoop.export;
