/** Parquet files. Rows are copied with all their columns; columns can be added. */
package io.neardup.hadoop.format.parquet;
