package io.neardup.hadoop.cost;

import io.neardup.config.Stage;

/**
 * What a stage is predicted to send, hold and take.
 *
 * @param records that its map tasks send to reduce tasks
 * @param bytes that are shuffled, before a compression of map output
 * @param reducers the most reduce tasks of one of its jobs, 0 if it has none
 * @param memory bytes of heap of its largest task, beside the buffers of Hadoop
 * @param coreSeconds the time of one core at 2.5 GHz, without the start of jobs and tasks
 */
public record StageCost(
    Stage stage, double records, double bytes, int reducers, double memory, double coreSeconds) {}
