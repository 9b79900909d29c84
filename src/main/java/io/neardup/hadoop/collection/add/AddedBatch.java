package io.neardup.hadoop.collection.add;

import io.neardup.config.Quantity;
import io.neardup.config.Stage;
import io.neardup.hadoop.collection.AdditionFigures;
import io.neardup.hadoop.collection.BatchChanges;
import io.neardup.hadoop.collection.SummaryRows;
import io.neardup.hadoop.generation.Generation;
import io.neardup.hadoop.pipeline.Results;
import java.io.PrintStream;
import org.apache.hadoop.fs.Path;

/**
 * What an addition has done.
 *
 * @param collection the full path of the collection
 * @param figures what {@code summary.json} holds
 * @param generation the new generation; null if a condition was crossed and nothing was published
 * @param work the folder of all that is new
 */
public record AddedBatch(
    Path collection, AdditionFigures figures, Generation generation, Path work) {

  /** Prints a summary. */
  public void print(PrintStream out) {
    SummaryRows rows = new SummaryRows(out);
    rows.title(
        collection
            + ", generation "
            + figures.generation()
            + (generation == null ? ", not published" : ""));
    AdditionFigures.Documents documents = figures.documents();
    rows.add(
        "batch " + figures.batch(),
        documents.in(),
        Quantity.noun(documents.in(), "document")
            + " in "
            + Quantity.of(figures.input().files(), "file")
            + " of "
            + Quantity.of(figures.input().bytes(), "byte"));
    rows.add("new pairs", figures.pairs().count(), "with at least one document of the batch");
    rows.add("kept", documents.kept() + figures.records().setAside().kept(), "of the batch");
    rows.add("removed", documents.removed().count(), "of the batch");
    rows.changes(figures.changes());
    rows.collection(figures.collection().documents(), figures.collection().kept());
    out.println();
    figures.crossed().forEach(line -> out.println("  crossed: " + line));
    out.println("  batch:   " + new Path(work, Stage.DEDUP.folder()));
    out.println("  changes: " + new Path(work, BatchChanges.FOLDER));
    out.println("  summary: " + new Path(work, Results.SUMMARY.name()));
  }
}
