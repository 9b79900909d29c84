package io.neardup.hadoop.collection;

import io.neardup.config.Quantity;
import io.neardup.hadoop.generation.Generation;
import io.neardup.hadoop.job.Fact;
import io.neardup.hadoop.job.StageMetadata;
import io.neardup.hadoop.stage4verify.VerifyCounters;
import io.neardup.hadoop.stage6dedup.DedupCounters;
import java.io.PrintStream;
import java.util.Locale;
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
    long all = generation.counts().get("DOCUMENTS");
    long removed =
        generation.counts().get("REMOVED") + generation.counts().get("REMOVED_WITHOUT_SHINGLES");
    out.println();
    out.println(collection + ", generation " + generation.number());
    out.println();
    row(
        out,
        "batch " + batch.text(Fact.BATCH),
        batch.columns(),
        noun(batch.columns(), "document")
            + " in "
            + Quantity.of(batch.number(Fact.FILES), "file")
            + " of "
            + Quantity.of(batch.number(Fact.BYTES), "byte"));
    row(
        out,
        "new pairs",
        verified.count(VerifyCounters.PAIRS_KEPT),
        "with at least one document of the batch");
    row(out, "kept", kept, "of the batch");
    row(out, "removed", divided.count(DedupCounters.DOCUMENTS_REMOVED), "of the batch");
    row(out, "now removed", nowRemoved, "of earlier batches, kept before");
    row(out, "now kept", nowKept, "of earlier batches, removed before");
    row(out, "reassigned", reassigned, "of earlier batches, removed for another document now");
    row(out, "collection", all, noun(all, "document") + ", " + count(all - removed) + " kept");
    out.println();
    out.println("  batch:   " + new Path(work, "6-dedup"));
    out.println("  changes: " + new Path(work, "changes"));
  }

  private static void row(PrintStream out, String name, long number, String text) {
    out.println(String.format(Locale.ROOT, "  %-21s %12s  %s", name, count(number), text));
  }

  private static String count(long number) {
    return Quantity.number(number);
  }

  private static String noun(long number, String singular) {
    return number == 1 ? singular : singular + "s";
  }
}
