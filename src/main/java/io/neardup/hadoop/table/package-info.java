/**
 * Files sorted by column, and what writes, cuts and reads them: fixed-width keys and their raw
 * comparators, partitioners by ranges of columns, output formats, cursors, the external sort of a
 * task.
 *
 * <p>It knows neither documents nor stages.
 */
package io.neardup.hadoop.table;
