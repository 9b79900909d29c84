/**
 * The report: one page about the results of a pipeline, made in this process from what the stages
 * left, without a job. It reads a bounded part of the results and of the documents.
 *
 * <p>Nothing but the command line may depend on it.
 */
package io.neardup.hadoop.report;
