package io.neardup.hadoop.stage6dedup;

import io.neardup.hadoop.corpus.SourceInputFormat.SourceCursor;
import io.neardup.hadoop.format.SourceRecord;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * A record → what a subclass writes for it. {@link Decisions} tell which documents are kept. A
 * document that was too long to be read is kept. Records that are no documents go to {@code
 * skipped/}.
 */
abstract class RecordMapper extends Mapper<LongWritable, SourceCursor, NullWritable, NullWritable> {

  private static final String SKIPPED = "skipped";

  private Decisions decisions;
  private DocumentsWithoutShingles withoutShingles;
  private SourceFiles files;

  /** Writes a document. */
  abstract void write(SourceFiles out, long column, SourceCursor cursor, boolean kept)
      throws IOException;

  /** Writes a document that was too long to be read, and has no column. */
  abstract void writeUnread(SourceFiles out, SourceCursor cursor) throws IOException;

  @Override
  protected void setup(Context context) throws IOException {
    decisions = new Decisions(context.getConfiguration());
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
    } else if (record.skipReason().isRest()) {
      context.getCounter(DedupCounters.RESTS_UNREADABLE).increment(1);
    } else {
      context.getCounter(DedupCounters.RECORDS_SET_ASIDE).increment(1);
      files.append(SKIPPED, cursor);
    }
  }

  private boolean isKept(long column, SourceCursor cursor) throws IOException {
    boolean kept = decisions.isKept(column, cursor.sourceRecord());
    if (!kept && !decisions.isClustered()) {
      withoutShingles.list(column, cursor);
    }
    return kept;
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    files.close();
    withoutShingles.close();
    decisions.close();
  }
}
