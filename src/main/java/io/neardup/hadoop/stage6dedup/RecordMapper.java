package io.neardup.hadoop.stage6dedup;

import io.neardup.hadoop.corpus.SourceInputFormat.SourceCursor;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.hadoop.table.ColumnLists;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * A record → what a subclass writes for it. The kept columns of clusters are read beside the
 * records; both are sorted by column. A document in no cluster is kept, unless it has no shingle
 * and such documents are to be removed. A document that was too long to be read is kept. Records
 * that are no documents go to {@code skipped/}.
 */
abstract class RecordMapper extends Mapper<LongWritable, SourceCursor, NullWritable, NullWritable> {

  private static final String SKIPPED = "skipped";

  private static final String DECISIONS = "neardup-internal.kept-columns";

  private ColumnLists decisions;
  private DocumentsWithoutShingles withoutShingles;
  private SourceFiles files;

  /** Tells the mapper where lines {@code column<TAB>kept column} are. */
  static void setDecisions(Configuration conf, Path decisions) {
    conf.set(DECISIONS, decisions.toString());
  }

  /** Opens those lines. */
  static ColumnLists decisions(Configuration conf) throws IOException {
    return new ColumnLists(conf, new Path(conf.get(DECISIONS)));
  }

  /** Writes a document. */
  abstract void write(SourceFiles out, long column, SourceCursor cursor, boolean kept)
      throws IOException;

  /** Writes a document that was too long to be read, and has no column. */
  abstract void writeUnread(SourceFiles out, SourceCursor cursor) throws IOException;

  @Override
  protected void setup(Context context) throws IOException {
    decisions = decisions(context.getConfiguration());
    withoutShingles = new DocumentsWithoutShingles(context);
    files = new SourceFiles(context);
  }

  @Override
  protected void map(LongWritable column, SourceCursor cursor, Context context) throws IOException {
    context.getCounter(DedupCounters.RECORDS_READ).increment(1);
    context.progress();
    SourceRecord record = cursor.sourceRecord();
    if (!record.isSkipped()) {
      boolean kept = isKept(column.get(), cursor);
      context
          .getCounter(kept ? DedupCounters.DOCUMENTS_KEPT : DedupCounters.DOCUMENTS_REMOVED)
          .increment(1);
      write(files, column.get(), cursor, kept);
    } else if (record.skipReason().isUnread()) {
      context.getCounter(DedupCounters.UNREAD_KEPT).increment(1);
      writeUnread(files, cursor);
    } else if (record.skipReason() == SkipReason.DAMAGED_FILE) {
      context.getCounter(DedupCounters.RESTS_UNREADABLE).increment(1);
    } else {
      context.getCounter(DedupCounters.RECORDS_SET_ASIDE).increment(1);
      files.append(SKIPPED, cursor);
    }
  }

  private boolean isKept(long column, SourceCursor cursor) throws IOException {
    if (decisions.seek(column)) {
      return decisions.nextEntry() && decisions.entry() == column;
    }
    return !withoutShingles.remove(column, cursor);
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    files.close();
    withoutShingles.close();
    decisions.close();
  }
}
