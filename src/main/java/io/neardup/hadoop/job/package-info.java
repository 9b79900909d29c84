/**
 * What all stages share in declaring and running a job: configuration, numbers of tasks, counters.
 *
 * <p>It knows neither documents nor stages.
 */
package io.neardup.hadoop.job;
