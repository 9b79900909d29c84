/**
 * Stage 0: files to a corpus. {@link io.neardup.hadoop.stage0ingest.IngestMapper} reads every range
 * of the input and counts, {@link io.neardup.hadoop.stage0ingest.IngestReducer} turns the counts
 * into the manifest with its dense column numbers, lists what was set aside, and finds repeated
 * ids. Pairs of set and element are first grouped into documents by {@link
 * io.neardup.hadoop.stage0ingest.SetGroupReducer} and brought into input order by {@link
 * io.neardup.hadoop.stage0ingest.SetOrderReducer}.
 */
package io.neardup.hadoop.stage0ingest;
