package io.neardup.hadoop.report.page;

/** A key that does not have its default. */
public record SettingView(String key, String value, String defaultValue, String meaning) {}
