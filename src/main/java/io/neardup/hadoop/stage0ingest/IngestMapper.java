package io.neardup.hadoop.stage0ingest;

import io.neardup.hadoop.corpus.CatalogEntry;
import io.neardup.hadoop.corpus.CorpusBatch;
import io.neardup.hadoop.corpus.PartWriter;
import io.neardup.hadoop.corpus.TextChecksum;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.hadoop.format.Tolerance;
import io.neardup.hadoop.job.Utf8Lines;
import io.neardup.hadoop.table.TsvEscapes;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;

/**
 * Records of ranges → their ids. The documents of all ranges of a task become a part of the corpus.
 * Beside it the task writes three lists, in files of names that sort in the order of the input:
 *
 * <ul>
 *   <li>what it counted in each range: {@link ManifestWriter.RangeCounts},
 *   <li>the records set aside: {@code file<TAB>position<TAB>reason<TAB>detail},
 *   <li>the documents with bytes that are not of their charset: {@code
 *       file<TAB>position<TAB>id<TAB>charset that they look like}.
 * </ul>
 */
public class IngestMapper extends Mapper<LongWritable, SourceRecord, BytesWritable, NullWritable> {

  static final String RANGES = "ranges";
  static final String SKIPPED = "skipped";
  static final String MALFORMED = "malformed";

  private final BytesWritable key = new BytesWritable();
  private final Map<String, Writer> lists = new HashMap<>(); // those begun
  private final CatalogEntry entry = new CatalogEntry();
  private final TextChecksum checksum = new TextChecksum();
  private boolean idsArePlaces; // whose numbers are not known yet, and never repeated
  private boolean sets; // whose elements have been checked
  private PartWriter part; // null before the first document
  private long number = -1; // of the part
  private String file; // null before the first range
  private boolean isFirst; // whether it is the file of the first range
  private long linesBefore; // of the file, in the part before the range
  private long documents;
  private long skipped;
  private long records;
  private long bad;
  private long bytes;

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    CorpusBatch batch = CorpusBatch.get(conf).get(0);
    idsArePlaces = batch.idsArePlaces();
    sets = batch.format() == SourceFormat.SETS;
  }

  @Override
  protected void map(LongWritable ordinal, SourceRecord record, Context context)
      throws IOException, InterruptedException {
    if (number < 0) {
      number = ordinal.get();
    }
    if (!record.file().equals(file)) {
      isFirst = file == null;
      file = record.file();
      linesBefore = 0;
    }
    if (record.isEndOfRange()) {
      endRange(ordinal.get(), record.lines(), context);
      return;
    }
    context.getCounter(IngestCounters.RECORDS).increment(1);
    if (record.isSkipped()) {
      skipped++;
      records += Math.max(1, record.bad());
      bad += record.bad();
      context.getCounter(IngestCounters.SKIPPED).increment(1);
      context.getCounter(record.skipReason()).increment(1);
      list(SKIPPED, place(record) + record.skipReason() + "\t" + record.detail(), context);
    } else {
      documents++;
      records++;
      if (!sets && record.bad() > 0) {
        bad++;
        context.getCounter(IngestCounters.MALFORMED).increment(1);
        list(MALFORMED, place(record) + malformed(record), context);
      }
      bytes += record.textLength();
      checksum.add(record, idsArePlaces);
      context.getCounter(IngestCounters.DOCUMENTS).increment(1);
      context.getCounter(IngestCounters.TEXT_BYTES).increment(record.textLength());
      for (Tolerance tolerated : record.tolerated()) {
        context.getCounter(tolerated).increment(1);
      }
      append(record, context);
      if (!idsArePlaces) {
        IngestReducer.setKey(key, record.idBytes(), record.idLength());
        context.write(key, NullWritable.get());
      }
    }
  }

  private void list(String name, String line, Context context) throws IOException {
    Writer list = lists.get(name);
    if (list == null) {
      String file = String.format(Locale.ROOT, "%s-%013d", name, number);
      list = Utf8Lines.write(context.getConfiguration(), new Path(folder(context), file));
      lists.put(name, list);
    }
    list.write(line + "\n");
  }

  private static String place(SourceRecord record) {
    return TsvEscapes.escape(record.file()) + "\t" + record.position() + "\t";
  }

  private String malformed(SourceRecord record) {
    Charset charset = record.likelyCharset();
    String id =
        idsArePlaces
            ? ""
            : new String(record.idBytes(), 0, record.idLength(), StandardCharsets.UTF_8);
    return id + "\t" + (charset == null ? "" : charset);
  }

  private void append(SourceRecord record, Context context) throws IOException {
    if (part == null) {
      part = new PartWriter(context.getConfiguration(), folder(context), number);
    }
    entry.setOrigin(record.name(), record.file(), record.position(), record.fields());
    entry.setTextLength(record.textLength());
    if (idsArePlaces) {
      // How many lines a file has before the part is not known yet.
      long line = linesBefore + entry.numberIn(record);
      entry.setLine(isFirst ? -line : line);
    } else {
      entry.setId(record.idBytes(), record.idLength());
    }
    part.append(entry, record.textBytes(), record.textOffset(), record.textLength());
  }

  /** Returns where the part and the lists are written. */
  Path folder(Context context) throws IOException {
    return ((PathOutputCommitter) context.getOutputCommitter()).getWorkPath();
  }

  private void endRange(long ordinal, long lines, Context context) throws IOException {
    ManifestWriter.RangeCounts counts =
        new ManifestWriter.RangeCounts(
            ordinal, documents, skipped, records, bad, lines, checksum.hex(), number, bytes);
    list(RANGES, counts.toString(), context);
    linesBefore += lines;
    documents = 0;
    skipped = 0;
    records = 0;
    bad = 0;
    bytes = 0;
    checksum.clear();
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    if (part != null) {
      part.close();
    }
    for (Writer list : lists.values()) {
      list.close();
    }
  }
}
