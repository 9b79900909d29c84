/**
 * What all stages share in declaring and running a job: settings, the folder of an output with its
 * mark and metadata, the lock, numbers of tasks, clean-up.
 *
 * <p>It knows neither documents nor stages.
 */
package io.neardup.hadoop.job;
