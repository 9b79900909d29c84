package io.neardup.hadoop.cost;

import io.neardup.config.Stage;

/**
 * The predicted shuffle volume, memory and time of a stage.
 *
 * @param records the records that its map tasks send to reduce tasks
 * @param bytes the bytes shuffled, before any compression of map output
 * @param reducers the largest number of reduce tasks of one of its jobs, 0 if it has none
 * @param memory the heap of its largest task in bytes, without the buffers of Hadoop
 * @param coreSeconds the time of one core at 2.5 GHz, without the start of jobs and tasks
 */
public record StageCost(
    Stage stage, double records, double bytes, int reducers, double memory, double coreSeconds) {}
