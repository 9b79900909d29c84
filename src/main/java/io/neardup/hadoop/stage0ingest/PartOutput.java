package io.neardup.hadoop.stage0ingest;

import io.neardup.config.Quantity;
import io.neardup.hadoop.corpus.CatalogEntry;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.corpus.CorpusPart;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.Document;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.hadoop.output.Utf8Lines;
import io.neardup.hadoop.table.TsvEscapes;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.util.HashMap;
import java.util.Map;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;

/**
 * The output of an ingest task: its documents, which become a part of the corpus, and three lists.
 * The names of the lists sort in the order of the input:
 *
 * <ul>
 *   <li>the counts of each range, for {@link ManifestWriter}: {@code
 *       ordinal<TAB>part<TAB>bytes<TAB>records<TAB>bad<TAB>range},
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
  private CorpusPart.Writer part; // null before the first document
  private long bytes; // of the texts of the range

  /** Takes the number of the part; numbers ascend in the order of the input. */
  PartOutput(TaskInputOutputContext<?, ?, ?, ?> context, long number) throws IOException {
    this.context = context;
    this.conf = context.getConfiguration();
    this.folder = ((PathOutputCommitter) context.getOutputCommitter()).getWorkPath();
    this.number = number;
  }

  /** Begins the part, so that it exists even without a document. */
  void beginPart() throws IOException {
    if (part == null) {
      part = new CorpusPart.Writer(conf, folder, number);
    }
  }

  /** Appends a document and sets the text length of its entry. */
  void append(CatalogEntry entry, Document document) throws IOException {
    beginPart();
    part.append(entry, document);
    bytes += document.textLength();
    context.getCounter(IngestCounters.RECORDS).increment(1);
    context.getCounter(IngestCounters.DOCUMENTS).increment(1);
    context.getCounter(IngestCounters.TEXT_BYTES).increment(document.textLength());
  }

  /** Lists and counts a record that was set aside. */
  void skip(String file, SourceRecord record) throws IOException {
    context.getCounter(IngestCounters.RECORDS).increment(1);
    context.getCounter(IngestCounters.SKIPPED).increment(1);
    context.getCounter(record.skipReason()).increment(1);
    list(SKIPPED, file, record.position(), record.skipReason() + "\t" + record.detail());
  }

  /**
   * Ends a range, whose documents were appended.
   *
   * @param ordinal its position in the plan
   * @param range with the number of its lines in place of that of the first line, and no column
   * @param records its documents, records set aside and lost ones: one record set aside can stand
   *     for several
   * @param bad the bad ones among them
   */
  void endRange(long ordinal, CorpusRange range, long records, long bad) throws IOException {
    long[] counts = {ordinal, number, bytes, records, bad};
    list(RANGES, StringUtils.join(counts, '\t') + "\t" + CorpusManifest.line(range));
    bytes = 0;
  }

  /** Adds a line about a record to a list. */
  void list(String name, String file, long position, String rest) throws IOException {
    list(name, TsvEscapes.escape(file) + "\t" + position + "\t" + rest);
  }

  private void list(String name, String line) throws IOException {
    Writer list = lists.get(name);
    if (list == null) {
      String file = Quantity.format("%s-%013d", name, number);
      list = Utf8Lines.write(conf, new Path(folder, file));
      lists.put(name, list);
    }
    list.write(line + "\n");
  }

  /** Ends the part and returns the path of its texts. */
  Path closePart() throws IOException {
    part.close();
    Path texts = CorpusPart.file(folder, CorpusPart.TEXTS, number);
    part = null;
    return CorpusPart.data(texts);
  }

  @Override
  public void close() throws IOException {
    try {
      if (part != null) {
        part.close();
      }
      for (Writer list : lists.values()) {
        list.close();
      }
    } finally {
      lists.values().forEach(IOUtils::closeStream); // those behind one that failed
    }
  }
}
