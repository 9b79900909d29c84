/**
 * The components of the graph whose edges are the verified pairs: each column of a pair is labelled
 * with the smallest column of its component. {@link
 * io.neardup.hadoop.stage5cluster.components.Components} runs union–find in the client if the
 * columns fit in its memory; otherwise {@link
 * io.neardup.hadoop.stage5cluster.components.StarRounds}: large-star and small-star operations in
 * turn (Kiveris et al., "Connected Components in MapReduce and Beyond", SoCC 2014). The package
 * also has what all jobs of the stage share: counters and readers.
 */
package io.neardup.hadoop.stage5cluster.components;
