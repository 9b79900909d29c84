package io.neardup.hadoop.stage6dedup;

import io.neardup.hadoop.io.ColumnLists;
import io.neardup.hadoop.io.SourceInputFormat.SourceCursor;
import io.neardup.hadoop.source.Annotation;
import io.neardup.hadoop.source.SkipReason;
import io.neardup.hadoop.source.SourceRecord;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Document → the same document with its cluster in a file of {@code annotated/}; what is no
 * document goes to {@code skipped/}. Clusters are read beside the documents, all being sorted by
 * column.
 */
public final class AnnotateMapper
    extends Mapper<LongWritable, SourceCursor, NullWritable, NullWritable> {

  private static final String ANNOTATED = "annotated";
  private static final String LINES = "neardup-internal.annotations";

  private ColumnLists decisions;
  private AnnotationLines lines;
  private SourceFiles files;

  /** Tells the mapper where lines {@code column<TAB>documents<TAB>cluster} are. */
  static void setLines(Configuration conf, Path lines) {
    conf.set(LINES, lines.toString());
  }

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    decisions = DedupMapper.decisions(conf);
    lines = new AnnotationLines(conf, new Path(conf.get(LINES)));
    files = new SourceFiles(context);
  }

  @Override
  protected void map(LongWritable column, SourceCursor cursor, Context context) throws IOException {
    context.getCounter(DedupCounters.RECORDS_READ).increment(1);
    context.progress();
    SourceRecord record = cursor.sourceRecord();
    if (!record.isSkipped()) {
      boolean kept = DedupMapper.isKept(decisions, column.get());
      context
          .getCounter(kept ? DedupCounters.DOCUMENTS_KEPT : DedupCounters.DOCUMENTS_REMOVED)
          .increment(1);
      boolean clustered = lines.seek(column.get());
      files.annotate(
          ANNOTATED,
          cursor,
          new Annotation(
              clustered ? lines.cluster() : null, clustered ? lines.documents() : 1, kept));
    } else if (record.skipReason().isUnread()) {
      context.getCounter(DedupCounters.UNREAD_KEPT).increment(1);
      files.annotate(ANNOTATED, cursor, null);
    } else if (record.skipReason() == SkipReason.DAMAGED_FILE) {
      context.getCounter(DedupCounters.RESTS_UNREADABLE).increment(1);
    } else {
      context.getCounter(DedupCounters.RECORDS_SET_ASIDE).increment(1);
      files.append(DedupMapper.SKIPPED, cursor);
    }
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    files.close();
    lines.close();
    decisions.close();
  }
}
