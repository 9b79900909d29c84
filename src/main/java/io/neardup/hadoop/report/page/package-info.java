/**
 * What the report shows, ready for its templates: texts that are safe to show and cut, differences
 * of two texts, charts. All lists are bounded.
 *
 * <p>Must not depend on Hadoop, nor on other packages of {@code io.neardup.hadoop}.
 */
package io.neardup.hadoop.report.page;
