/**
 * The folder of an output: its mark and lock, its list of files and metadata, and how it is
 * published. It knows neither documents nor jobs, except that it ends orphaned ones.
 */
package io.neardup.hadoop.output;
