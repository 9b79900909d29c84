package io.neardup.hadoop.stage6dedup;

import io.neardup.hadoop.corpus.SourceInputFormat.SourceCursor;
import java.io.IOException;

/** Record → the same record in a file of {@code kept/}, {@code removed/} or {@code skipped/}. */
public final class DedupMapper extends RecordMapper {

  /** The folder of the documents that are kept. */
  static final String KEPT = "kept";

  /** The folder of those that are removed. */
  static final String REMOVED = "removed";

  @Override
  void write(SourceFiles out, long column, SourceCursor cursor, boolean kept) throws IOException {
    out.append(kept ? KEPT : REMOVED, cursor);
  }

  @Override
  void writeUnread(SourceFiles out, SourceCursor cursor) throws IOException {
    out.append(KEPT, cursor);
  }
}
