package io.neardup.hadoop.stage0ingest;

import io.neardup.hadoop.corpus.CatalogEntry;
import io.neardup.hadoop.corpus.PartWriter;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.hadoop.job.Utf8Lines;
import io.neardup.hadoop.table.TsvEscapes;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;

/**
 * The output of an ingest task: its documents, which become a part of the corpus, and three lists.
 * The names of the lists sort in the order of the input:
 *
 * <ul>
 *   <li>the counts of each range: {@link ManifestWriter.RangeCounts},
 *   <li>the records set aside: {@code file<TAB>position<TAB>reason<TAB>detail},
 *   <li>the documents with bytes outside their charset: {@code file<TAB>position<TAB>id<TAB>likely
 *       charset}.
 * </ul>
 */
final class PartOutput implements Closeable {

  static final String RANGES = "ranges";
  static final String SKIPPED = "_skipped"; // the underscore hides it from the next job
  static final String MALFORMED = "malformed";

  private final TaskInputOutputContext<?, ?, ?, ?> context;
  private final Configuration conf;
  private final Path folder;
  private final long number;
  private final Map<String, Writer> lists = new HashMap<>(); // by name, once begun
  private PartWriter part; // null before the first document

  /**
   * @param number the number of the part; numbers ascend in the order of the input
   */
  PartOutput(TaskInputOutputContext<?, ?, ?, ?> context, long number) throws IOException {
    this(context, number, ((PathOutputCommitter) context.getOutputCommitter()).getWorkPath());
  }

  PartOutput(TaskInputOutputContext<?, ?, ?, ?> context, long number, Path folder) {
    this.context = context;
    this.conf = context.getConfiguration();
    this.folder = folder;
    this.number = number;
  }

  /** Returns the number of the part. */
  long number() {
    return number;
  }

  /** Begins the part, so that it exists even without a document. */
  void beginPart() throws IOException {
    if (part == null) {
      part = new PartWriter(conf, folder, number);
    }
  }

  /** Appends a document and sets the text length of its entry. */
  void append(CatalogEntry entry, byte[] text, int offset, int length) throws IOException {
    beginPart();
    entry.setTextLength(length);
    part.append(entry, text, offset, length);
    context.getCounter(IngestCounters.RECORDS).increment(1);
    context.getCounter(IngestCounters.DOCUMENTS).increment(1);
    context.getCounter(IngestCounters.TEXT_BYTES).increment(length);
  }

  /** Lists and counts a record that was set aside. */
  void skip(String file, SourceRecord record) throws IOException {
    context.getCounter(IngestCounters.RECORDS).increment(1);
    context.getCounter(IngestCounters.SKIPPED).increment(1);
    context.getCounter(record.skipReason()).increment(1);
    list(SKIPPED, file, record.position(), record.skipReason() + "\t" + record.detail());
  }

  /** Adds a line about a record to a list. */
  void list(String name, String file, long position, String rest) throws IOException {
    list(name, TsvEscapes.escape(file) + "\t" + position + "\t" + rest);
  }

  /** Adds a line to a list. */
  void list(String name, String line) throws IOException {
    Writer list = lists.get(name);
    if (list == null) {
      String file = String.format(Locale.ROOT, "%s-%013d", name, number);
      list = Utf8Lines.write(conf, new Path(folder, file));
      lists.put(name, list);
    }
    list.write(line + "\n");
  }

  @Override
  public void close() throws IOException {
    if (part != null) {
      part.close();
    }
    for (Writer list : lists.values()) {
      list.close();
    }
  }
}
