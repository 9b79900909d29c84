/**
 * Stage 0: adds files to a corpus. {@link io.neardup.hadoop.stage0ingest.IngestMapper} reads every
 * range of the input and counts its documents, {@link io.neardup.hadoop.stage0ingest.IngestReducer}
 * turns the counts into the manifest, which gives each document its column, lists the records set
 * aside, and finds repeated ids. Lines of sets are first grouped into documents by {@link
 * io.neardup.hadoop.stage0ingest.SetGroupReducer} and sorted into input order by {@link
 * io.neardup.hadoop.stage0ingest.SetOrderReducer}.
 */
package io.neardup.hadoop.stage0ingest;
