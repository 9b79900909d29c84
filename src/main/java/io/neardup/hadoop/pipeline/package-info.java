/** Chains the stages, resumes after the last complete one, and sums up. */
package io.neardup.hadoop.pipeline;
