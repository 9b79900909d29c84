package io.neardup.hadoop.report.page;

/**
 * A document beside another.
 *
 * @param role what it is in the comparison, such as {@code removed}
 * @param id safe to show
 * @param place its file and position, or its column, safe to show
 */
public record Document(String role, String id, String place) {}
