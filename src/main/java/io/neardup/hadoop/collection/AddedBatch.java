package io.neardup.hadoop.collection;

import io.neardup.config.Quantity;
import io.neardup.hadoop.generation.Generation;
import io.neardup.hadoop.job.Fact;
import io.neardup.hadoop.job.StageMetadata;
import io.neardup.hadoop.stage4verify.VerifyCounters;
import io.neardup.hadoop.stage6dedup.DedupCounters;
import java.io.PrintStream;
import org.apache.hadoop.fs.Path;

/**
 * What an addition has done.
 *
 * @param collection the full path of the collection
 * @param generation the new generation
 * @param batch the metadata of the batch
 * @param verified the metadata of the pairs that have a document of the batch
 * @param divided the metadata of the batch's kept and removed documents
 * @param nowRemoved earlier documents that were kept and are removed now
 * @param nowKept earlier documents that were removed and are kept now
 * @param reassigned earlier documents that are removed for another document than before
 * @param work the folder of all that is new
 */
public record AddedBatch(
    Path collection,
    Generation generation,
    StageMetadata batch,
    StageMetadata verified,
    StageMetadata divided,
    long nowRemoved,
    long nowKept,
    long reassigned,
    Path work) {

  /** Prints a summary. */
  public void print(PrintStream out) {
    long kept =
        divided.count(DedupCounters.DOCUMENTS_KEPT) + divided.count(DedupCounters.UNREAD_KEPT);
    SummaryRows rows = new SummaryRows(out);
    rows.title(collection, generation);
    rows.add(
        "batch " + batch.text(Fact.BATCH),
        batch.columns(),
        (batch.columns() == 1 ? "document" : "documents")
            + " in "
            + Quantity.of(batch.number(Fact.FILES), "file")
            + " of "
            + Quantity.of(batch.number(Fact.BYTES), "byte"));
    rows.add(
        "new pairs",
        verified.count(VerifyCounters.PAIRS_KEPT),
        "with at least one document of the batch");
    rows.add("kept", kept, "of the batch");
    rows.add("removed", divided.count(DedupCounters.DOCUMENTS_REMOVED), "of the batch");
    rows.changes(nowRemoved, nowKept, reassigned);
    rows.collection(generation);
    out.println();
    out.println("  batch:   " + new Path(work, "6-dedup"));
    out.println("  changes: " + new Path(work, "changes"));
  }
}
