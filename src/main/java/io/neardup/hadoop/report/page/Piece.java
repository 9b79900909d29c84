package io.neardup.hadoop.report.page;

/**
 * A piece of a text that is compared with another.
 *
 * @param different whether the other text lacks it
 * @param text safe to show, not yet escaped
 */
public record Piece(boolean different, String text) {}
