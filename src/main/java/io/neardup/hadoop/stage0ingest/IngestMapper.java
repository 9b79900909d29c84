package io.neardup.hadoop.stage0ingest;

import com.dynatrace.hash4j.hashing.Hashing;
import io.neardup.hadoop.corpus.Addresses;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.hadoop.format.Tolerance;
import io.neardup.hadoop.table.TsvEscapes;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * A range → its counts, the addresses of its documents, a record for each record that was set
 * aside, for each malformed document, and for each id.
 */
public final class IngestMapper extends Mapper<LongWritable, SourceRecord, BytesWritable, Text> {

  private final BytesWritable key = new BytesWritable();
  private final Text value = new Text();
  private boolean idsAreNumbers; // not known yet, and never repeated
  private boolean sets; // whose elements have been checked
  private long documents;
  private long skipped;
  private long records;
  private long bad;
  private long checksum;
  private final Addresses.Builder addresses = new Addresses.Builder();

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    idsAreNumbers = CorpusInput.idsArePlaces(conf);
    sets = CorpusInput.format(conf) == SourceFormat.SETS;
  }

  @Override
  protected void map(LongWritable ordinal, SourceRecord record, Context context)
      throws IOException, InterruptedException {
    if (record.isEndOfRange()) {
      writeRange(ordinal.get(), record, context);
      documents = 0;
      skipped = 0;
      records = 0;
      bad = 0;
      checksum = 0;
      addresses.start();
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
          ordinal,
          record,
          record.skipReason() + "\t" + record.detail(),
          context);
    } else {
      documents++;
      records++;
      if (!sets && record.bad() > 0) {
        bad++;
        context.getCounter(IngestCounters.MALFORMED).increment(1);
        list(IngestKey.MALFORMED, ordinal, record, malformed(record), context);
      }
      addresses.add(record.address());
      context.getCounter(IngestCounters.DOCUMENTS).increment(1);
      context.getCounter(IngestCounters.TEXT_BYTES).increment(record.textLength());
      for (Tolerance tolerated : record.tolerated()) {
        context.getCounter(tolerated).increment(1);
      }
      if (!idsAreNumbers) {
        addToChecksum(record.idBytes(), 0, record.idLength());
        IngestKey.setId(key, record.idBytes(), record.idLength());
        value.set(ordinal + "\t" + record.position());
        context.write(key, value);
      }
      addToChecksum(record.textBytes(), record.textOffset(), record.textLength());
    }
  }

  private void list(
      byte kind, LongWritable ordinal, SourceRecord record, String what, Context context)
      throws IOException, InterruptedException {
    IngestKey.setRecord(key, kind, ordinal.get(), documents + skipped);
    value.set(TsvEscapes.escape(record.file()) + "\t" + record.position() + "\t" + what);
    context.write(key, value);
  }

  private String malformed(SourceRecord record) {
    Charset charset = record.likelyCharset();
    String id =
        idsAreNumbers
            ? ""
            : new String(record.idBytes(), 0, record.idLength(), StandardCharsets.UTF_8);
    return id + "\t" + (charset == null ? "" : charset);
  }

  private void writeRange(long ordinal, SourceRecord end, Context context)
      throws IOException, InterruptedException {
    // The number of a line is known without those before it only if each of them is a document.
    boolean addressed = end.hasAddresses() && (!idsAreNumbers || skipped == 0);
    int length = addressed ? addresses.length() : 0;
    IngestKey.setRange(key, ordinal);
    value.set(
        new RangeCounts(documents, skipped, records, bad, end.lines(), checksum, length)
            .toString());
    context.write(key, value);
    if (length > 0) {
      IngestKey.setAddresses(key, ordinal);
      value.set(addresses.bytes(), 0, length);
      context.write(key, value);
    }
  }

  private void addToChecksum(byte[] bytes, int offset, int length) {
    checksum = checksum * 31 + Hashing.xxh3_64().hashBytesToLong(bytes, offset, length);
  }
}
