/**
 * Stage 0: adds files to a corpus. {@link io.neardup.hadoop.stage0ingest.IngestMapper} reads every
 * range of the input, writes its documents and counts them, and lists the records set aside; {@link
 * io.neardup.hadoop.stage0ingest.IngestReducer} finds repeated ids. {@link
 * io.neardup.hadoop.stage0ingest.ManifestWriter} turns the counts into the manifest, which gives
 * each document its column. Lines of sets are first grouped into documents by the jobs of {@link
 * io.neardup.hadoop.stage0ingest.SetJobs}.
 */
package io.neardup.hadoop.stage0ingest;
