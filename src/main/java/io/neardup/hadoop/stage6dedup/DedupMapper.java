package io.neardup.hadoop.stage6dedup;

import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.corpus.SourceInputFormat.SourceCursor;
import io.neardup.hadoop.format.RecordFile.Annotation;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.hadoop.stage5cluster.removal.DocumentPlace;
import io.neardup.hadoop.table.ColumnLines;
import io.neardup.hadoop.table.LineBuilder;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Record → the same record in a file of {@code kept/}, {@code removed/} or {@code skipped/}. If the
 * job has {@link ClusterNames}, documents go to {@code annotated/} instead, each with its cluster.
 * {@link Decisions} tell which documents are kept; a document that was too long to be read is kept.
 * Decisions and names are read beside the documents; all are sorted by column.
 */
public final class DedupMapper
    extends Mapper<LongWritable, SourceCursor, NullWritable, NullWritable> {

  /** The folder of the documents that are kept. */
  static final String KEPT = "kept";

  /** The folder of those that are removed. */
  static final String REMOVED = "removed";

  /** The folder of all documents, if they are annotated. */
  static final String ANNOTATED = "annotated";

  private static final String SKIPPED = "skipped";

  /**
   * The beginning of the names of files that list documents which are removed because they have no
   * shingle, as lines of {@code removed-by.tsv}. The column of the file's first document follows,
   * so that the order of the names is that of the columns, whatever the splits are.
   */
  static final String WITHOUT_SHINGLES = "_without-shingles-";

  private static final String NAMES = "neardup-internal.annotations";

  private final LineBuilder line = new LineBuilder();
  private Decisions decisions;
  private ColumnLines names; // null if documents are not annotated
  private SourceFiles files;
  private DocumentPlace place;
  private OutputStream withoutShingles; // null before the first

  /** Has documents annotated with the names of clusters in a folder. */
  static void setNames(Configuration conf, Path folder) {
    conf.set(NAMES, folder.toString());
  }

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    decisions = new Decisions(conf);
    names = conf.get(NAMES) == null ? null : new ColumnLines(conf, new Path(conf.get(NAMES)));
    files = new SourceFiles(context);
    place = new DocumentPlace(Shinglers.isCorpusOfSets(conf));
  }

  @Override
  protected void map(LongWritable column, SourceCursor cursor, Context context) throws IOException {
    context.getCounter(DedupCounters.RECORDS_READ).increment(1);
    context.progress();
    SourceRecord record = cursor.sourceRecord();
    if (!record.isSkipped()) {
      boolean kept =
          decisions.isKept(
              column.get(), record.textBytes(), record.textOffset(), record.textLength());
      if (!kept && !decisions.isClustered()) {
        listWithoutShingles(column.get(), cursor, context);
      }
      count(kept ? DedupCounters.DOCUMENTS_KEPT : DedupCounters.DOCUMENTS_REMOVED, context);
      if (names == null) {
        files.append(kept ? KEPT : REMOVED, cursor);
      } else {
        files.annotate(ANNOTATED, cursor, annotation(column.get(), kept));
      }
    } else if (record.skipReason().isUnread()) {
      count(DedupCounters.UNREAD_KEPT, context);
      if (names == null) {
        files.append(KEPT, cursor);
      } else {
        files.annotate(ANNOTATED, cursor, null);
      }
    } else if (record.skipReason().isRest()) {
      count(DedupCounters.RESTS_UNREADABLE, context);
    } else {
      count(DedupCounters.RECORDS_SET_ASIDE, context);
      files.append(SKIPPED, cursor);
    }
  }

  private static void count(DedupCounters counter, Context context) {
    context.getCounter(counter).increment(1);
  }

  private Annotation annotation(long column, boolean kept) throws IOException {
    if (!names.seek(column)) {
      return new Annotation(null, 1, kept);
    }
    long documents = names.readNumber();
    names.expect('\t');
    return new Annotation(names.readRest(), documents, kept);
  }

  private void listWithoutShingles(long column, SourceCursor cursor, Context context)
      throws IOException {
    if (withoutShingles == null) {
      String name = String.format(Locale.ROOT, "%s%013d", WITHOUT_SHINGLES, column);
      Path file = new Path(SourceFiles.work(context), name);
      withoutShingles =
          new BufferedOutputStream(
              file.getFileSystem(context.getConfiguration()).create(file, false));
    }
    SourceRecord record = cursor.sourceRecord();
    line.clear().append(record.idBytes(), 0, record.idLength()).append("\t\t\tno-shingles\t");
    place.append(line, column, cursor.name(), record.position());
    Text text = line.append("\t\t\t\t\t\t\n").toText();
    withoutShingles.write(text.getBytes(), 0, text.getLength());
    count(DedupCounters.REMOVED_WITHOUT_SHINGLES, context);
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    files.close();
    if (withoutShingles != null) {
      withoutShingles.close();
    }
    if (names != null) {
      names.close();
    }
    decisions.close();
  }
}
