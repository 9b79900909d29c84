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
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** The mappers of both plans: shingles, sketches, and counts documents. */
abstract class Sketching
    extends Mapper<LongWritable, DocumentWritable, LongWritable, BytesWritable> {

  /** The note of how many documents had text that each ignored expression matches. */
  static final String IGNORED_TEXT = "ignored-text";

  int slots;
  private DocumentShingler shingler;
  private ColumnSketcher sketcher;

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    Settings settings = HadoopSettings.of(conf);
    slots = SignatureInputFormat.slots(conf);
    shingler = Shinglers.of(conf, settings);
    sketcher =
        settings.isOfContainment()
            ? settings.anchors().newAnchors(Shinglers.isCorpusOfSets(conf))
            : HadoopSettings.scheme(settings, slots).newColumnSketcher();
  }

  @Override
  protected void map(LongWritable column, DocumentWritable document, Context context)
      throws IOException, InterruptedException {
    context.getCounter(ShingleSortCounters.DOCUMENTS).increment(1);
    LongArrayList elements = document.elements(shingler);
    int leftOut = shingler.leftOut();
    context.getCounter(ShingleSortCounters.SHINGLE_OCCURRENCES).increment(elements.size());
    context.getCounter(ShingleSortCounters.STOP_SHINGLE_OCCURRENCES).increment(leftOut);
    if (elements.isEmpty()) {
      if (leftOut > 0) {
        context.getCounter(ShingleSortCounters.DOCUMENTS_OF_STOP_SHINGLES).increment(1);
      }
      context.getCounter(ShingleSortCounters.DOCUMENTS_WITHOUT_SHINGLES).increment(1);
    } else {
      sketcher.sketch(elements.elements(), elements.size());
      send(column, elements, sketcher, context);
    }
  }

  /** Sends what a document becomes, whose elements have been sketched; repeats are possible. */
  abstract void send(
      LongWritable column, LongArrayList elements, ColumnSketcher sketched, Context context)
      throws IOException, InterruptedException;

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    long[] documents = shingler.ignored();
    if (documents.length > 0) {
      TaskNotes.writeCounts(context, IGNORED_TEXT, documents);
    }
  }
}
