package io.neardup.hadoop.stage6dedup;

import io.neardup.hadoop.corpus.SourceInputFormat.SourceCursor;
import io.neardup.hadoop.format.RecordFile;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * A document → the same document with its cluster, in a file of {@code annotated/}. Records that
 * are no documents go to {@code skipped/}. Clusters are read beside the documents; both are sorted
 * by column.
 */
public final class AnnotateMapper extends RecordMapper {

  /** The folder of the documents. */
  static final String ANNOTATED = "annotated";

  private static final String LINES = "neardup-internal.annotations";

  private AnnotationLines lines;

  /** Tells the mapper where lines {@code column<TAB>documents<TAB>cluster} are. */
  static void setLines(Configuration conf, Path lines) {
    conf.set(LINES, lines.toString());
  }

  @Override
  protected void setup(Context context) throws IOException {
    super.setup(context);
    Configuration conf = context.getConfiguration();
    lines = new AnnotationLines(conf, new Path(conf.get(LINES)));
  }

  @Override
  void write(SourceFiles out, long column, SourceCursor cursor, boolean kept) throws IOException {
    boolean clustered = lines.seek(column);
    out.annotate(
        ANNOTATED,
        cursor,
        new RecordFile.Annotation(
            clustered ? lines.cluster() : null, clustered ? lines.documents() : 1, kept));
  }

  @Override
  void writeUnread(SourceFiles out, SourceCursor cursor) throws IOException {
    out.annotate(ANNOTATED, cursor, null);
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    super.cleanup(context);
    lines.close();
  }
}
