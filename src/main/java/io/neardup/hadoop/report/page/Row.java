package io.neardup.hadoop.report.page;

/** A row of a table of figures: what, how much, and a remark, which may be empty. */
public record Row(String name, String value, String remark) {}
