/**
 * What the stages have in common: running jobs with progress lines, conservation checks, metadata
 * and success marks, refusal of outputs that exist and of inputs that do not fit.
 */
package io.neardup.hadoop.stage;
