package io.neardup.hadoop.stage6dedup;

import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.corpus.SourceInputFormat.SourceCursor;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.hadoop.stage5cluster.removal.DocumentPlace;
import io.neardup.hadoop.table.LineBuilder;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;

/**
 * Lists the documents of a task that are removed because they have no shingle in a file of the
 * job's output, as lines of {@code removed-by.tsv}.
 */
final class DocumentsWithoutShingles implements Closeable {

  /**
   * The beginning of the names of these files. The column of the file's first document follows, so
   * that the order of the names is that of the columns, whatever the splits are.
   */
  static final String FILES = "_without-shingles-";

  private final TaskInputOutputContext<?, ?, ?, ?> context;
  private final DocumentPlace place;
  private final LineBuilder line = new LineBuilder();
  private OutputStream out; // null before the first

  DocumentsWithoutShingles(TaskInputOutputContext<?, ?, ?, ?> context) throws IOException {
    this.context = context;
    this.place = new DocumentPlace(Shinglers.isCorpusOfSets(context.getConfiguration()));
  }

  /** Counts and lists the document at the cursor. Must be called in the order of the columns. */
  void list(long column, SourceCursor cursor) throws IOException {
    SourceRecord record = cursor.sourceRecord();
    if (out == null) {
      Path work = ((PathOutputCommitter) context.getOutputCommitter()).getWorkPath();
      Path file = new Path(work, String.format(Locale.ROOT, "%s%013d", FILES, column));
      out =
          new BufferedOutputStream(
              file.getFileSystem(context.getConfiguration()).create(file, false));
    }
    line.clear().append(record.idBytes(), 0, record.idLength()).append("\t\t\tno-shingles\t");
    place.append(line, column, cursor.name(), record.position());
    Text text = line.append("\t\t\t\t\t\t\n").toText();
    out.write(text.getBytes(), 0, text.getLength());
    context.getCounter(DedupCounters.REMOVED_WITHOUT_SHINGLES).increment(1);
  }

  @Override
  public void close() throws IOException {
    if (out != null) {
      out.close();
    }
  }
}
