/**
 * The corpus: its batches, their manifests, and how a job reads the documents.
 *
 * <p>It reads files through {@code io.neardup.hadoop.format} and does not depend on the stages.
 */
package io.neardup.hadoop.corpus;
