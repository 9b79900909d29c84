/**
 * Compares texts word by word.
 *
 * <p>Must not depend on Hadoop, nor on other packages of {@code io.neardup.hadoop}.
 */
package io.neardup.hadoop.report.page;
