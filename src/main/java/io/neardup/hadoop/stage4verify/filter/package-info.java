/**
 * The signature filter compares the signatures of each candidate pair, by ranges of columns, and
 * keeps the plausible pairs, as lines {@code j<TAB>i:agreement i:agreement …}.
 */
package io.neardup.hadoop.stage4verify.filter;
