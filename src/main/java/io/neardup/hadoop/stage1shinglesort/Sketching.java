package io.neardup.hadoop.stage1shinglesort;

import io.neardup.config.Settings;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.job.TaskNotes;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.table.SignatureInputFormat;
import io.neardup.minhash.ColumnSketcher;
import io.neardup.text.DocumentShingler;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/** Shingles, sketches, and counts documents, for the mappers of both plans. */
final class Sketching {

  /** The note of how many documents had text that each ignored expression matches. */
  static final String IGNORED_TEXT = "ignored-text";

  private final DocumentShingler shingler;
  private final ColumnSketcher sketcher;
  private LongArrayList elements;

  Sketching(TaskInputOutputContext<?, ?, ?, ?> context, Settings settings) throws IOException {
    shingler = Shinglers.of(context.getConfiguration(), settings);
    sketcher =
        HadoopSettings.scheme(settings, SignatureInputFormat.slots(context.getConfiguration()))
            .newColumnSketcher();
  }

  /** Shingles a document; returns false if it has no shingle. */
  boolean shingle(DocumentWritable document, TaskInputOutputContext<?, ?, ?, ?> context) {
    context.getCounter(ShingleSortCounters.DOCUMENTS).increment(1);
    elements =
        shingler.elements(document.textBytes(), document.textOffset(), document.textLength());
    int leftOut = shingler.leftOut();
    context.getCounter(ShingleSortCounters.SHINGLE_OCCURRENCES).increment(elements.size());
    context.getCounter(ShingleSortCounters.STOP_SHINGLE_OCCURRENCES).increment(leftOut);
    if (elements.isEmpty()) {
      if (leftOut > 0) {
        context.getCounter(ShingleSortCounters.DOCUMENTS_OF_STOP_SHINGLES).increment(1);
      }
      context.getCounter(ShingleSortCounters.DOCUMENTS_WITHOUT_SHINGLES).increment(1);
      return false;
    }
    return true;
  }

  /** Leaves a note of what was ignored. */
  void writeNotes(TaskInputOutputContext<?, ?, ?, ?> context) throws IOException {
    long[] documents = shingler.ignored();
    if (documents.length > 0) {
      TaskNotes.writeCounts(context, IGNORED_TEXT, documents);
    }
  }

  /** Returns the elements of the document that was shingled last; repeats are possible. */
  LongArrayList elements() {
    return elements;
  }

  /** Returns the sketcher, after it has sketched the document that was shingled last. */
  ColumnSketcher sketch() {
    sketcher.sketch(elements.elements(), elements.size());
    return sketcher;
  }
}
