/**
 * Stage 0: adds files to a corpus. {@link io.neardup.hadoop.stage0ingest.IngestMapper} reads every
 * range of the input and counts its documents, {@link io.neardup.hadoop.stage0ingest.IngestReducer}
 * turns the counts into the manifest, which gives each document its column, lists the records set
 * aside, and finds repeated ids. Lines of sets are first grouped into documents by the jobs of
 * {@link io.neardup.hadoop.stage0ingest.SetJobs}.
 */
package io.neardup.hadoop.stage0ingest;
