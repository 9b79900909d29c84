/**
 * neardup for programs in Java, Scala and Kotlin: {@link io.neardup.api.Neardup} has the verbs of
 * the command line, {@link io.neardup.api.Similarity} compares two texts.
 */
package io.neardup.api;
