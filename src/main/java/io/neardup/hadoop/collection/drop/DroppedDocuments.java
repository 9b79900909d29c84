package io.neardup.hadoop.collection.drop;

import io.neardup.config.Quantity;
import io.neardup.hadoop.collection.AdditionFigures;
import io.neardup.hadoop.collection.SummaryRows;
import io.neardup.hadoop.generation.Generation;
import java.io.PrintStream;
import org.apache.hadoop.fs.Path;

/**
 * What a drop has done.
 *
 * @param collection the full path of the collection
 * @param generation the new generation; null if there was nothing to drop
 * @param dropped documents that were dropped
 * @param documentsBefore how many documents the collection had
 * @param changes what has changed for other documents; null if there was nothing to drop
 * @param missing ids to be dropped that no document has
 * @param folder that lists the changes; null if there was nothing to drop
 */
public record DroppedDocuments(
    Path collection,
    Generation generation,
    long dropped,
    long documentsBefore,
    AdditionFigures.Changes changes,
    IdList.Missing missing,
    Path folder) {

  /** Prints a summary. */
  public void print(PrintStream out) {
    if (generation == null) {
      out.println("There is no such document in " + collection + ". Nothing was published");
      missing.print(new SummaryRows(out));
      return;
    }
    SummaryRows rows = new SummaryRows(out);
    rows.title(collection, generation);
    rows.add("dropped", dropped, "of " + Quantity.of(documentsBefore, "document"));
    missing.print(rows);
    rows.changes(changes);
    rows.collection(generation);
    out.println();
    out.println("  changes: " + folder);
    out.println(
        "  The documents are still in the files of the input, in the batches of the collection, and"
            + " in earlier generations");
  }
}
