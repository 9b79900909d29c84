package io.neardup.hadoop.stage0ingest;

import io.neardup.hadoop.corpus.CatalogEntry;
import io.neardup.hadoop.corpus.CorpusBatch;
import io.neardup.hadoop.corpus.PartWriter;
import io.neardup.hadoop.corpus.TextChecksum;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.hadoop.format.Tolerance;
import io.neardup.hadoop.table.TsvEscapes;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;

/**
 * A range → its counts, a record for each record that was set aside, for each malformed document,
 * and for each id. The documents of all ranges of a task become a part of the corpus.
 */
public class IngestMapper extends Mapper<LongWritable, SourceRecord, BytesWritable, Text> {

  private final BytesWritable key = new BytesWritable();
  private final Text value = new Text();
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
      list(
          IngestKey.SKIPPED,
          ordinal.get(),
          record,
          record.skipReason() + "\t" + record.detail(),
          context);
    } else {
      documents++;
      records++;
      if (!sets && record.bad() > 0) {
        bad++;
        context.getCounter(IngestCounters.MALFORMED).increment(1);
        list(IngestKey.MALFORMED, ordinal.get(), record, malformed(record), context);
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
        IngestKey.setId(key, record.idBytes(), record.idLength());
        value.set(ordinal + "\t" + record.position());
        context.write(key, value);
      }
    }
  }

  private void list(byte kind, long ordinal, SourceRecord record, String what, Context context)
      throws IOException, InterruptedException {
    IngestKey.setRecord(key, kind, ordinal, documents + skipped);
    value.set(TsvEscapes.escape(record.file()) + "\t" + record.position() + "\t" + what);
    context.write(key, value);
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

  /** Returns where the part is written. */
  Path folder(Context context) throws IOException {
    return ((PathOutputCommitter) context.getOutputCommitter()).getWorkPath();
  }

  private void endRange(long ordinal, long lines, Context context)
      throws IOException, InterruptedException {
    IngestKey.setRange(key, ordinal);
    value.set(
        new IngestReducer.RangeCounts(
                documents, skipped, records, bad, lines, checksum.hex(), number, bytes)
            .toString());
    context.write(key, value);
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
  }
}
