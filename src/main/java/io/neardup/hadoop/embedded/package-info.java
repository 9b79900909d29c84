/**
 * Support for embedded Hadoop, which runs all jobs inside one process: defaults, limits, a faster
 * local file system.
 *
 * <p>It depends on nothing else of this project.
 */
package io.neardup.hadoop.embedded;
