/**
 * The components of the graph whose edges are the verified pairs: every column of a pair gets the
 * smallest column of its component. {@link io.neardup.hadoop.stage5cluster.components.Components}
 * runs union–find in one task where the columns fit its memory, else {@link
 * io.neardup.hadoop.stage5cluster.components.StarRounds}: large-star and small-star operations in
 * turn (Kiveris et al., "Connected Components in MapReduce and Beyond", SoCC 2014). Also holds what
 * all jobs of the stage share: its counters and readers.
 */
package io.neardup.hadoop.stage5cluster.components;
