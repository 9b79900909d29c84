package io.neardup.hadoop.report.page;

/** How many clusters have a number of documents. */
public record SizeRow(String size, String clusters, String documents) {}
