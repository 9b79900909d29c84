package io.neardup.hadoop.stage0ingest;

import com.dynatrace.hash4j.hashing.Hashing;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.format.SourceRecord;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** A range → its counts, a record for each record that was set aside, and a record for each id. */
public final class IngestMapper extends Mapper<LongWritable, SourceRecord, BytesWritable, Text> {

  private final BytesWritable key = new BytesWritable();
  private final Text value = new Text();
  private boolean idsAreNumbers; // of lines, not known yet, and never repeated
  private long documents;
  private long skipped;
  private long records;
  private long bad;
  private long checksum;

  @Override
  protected void setup(Context context) throws IOException {
    idsAreNumbers = CorpusInput.format(context.getConfiguration()) == SourceFormat.LINES;
  }

  @Override
  protected void map(LongWritable ordinal, SourceRecord record, Context context)
      throws IOException, InterruptedException {
    if (record.isEndOfRange()) {
      IngestKey.setRange(key, ordinal.get());
      value.set(
          new RangeCounts(documents, skipped, records, bad, record.lines(), checksum).toString());
      context.write(key, value);
      documents = 0;
      skipped = 0;
      records = 0;
      bad = 0;
      checksum = 0;
      return;
    }
    context.getCounter(IngestCounters.RECORDS).increment(1);
    if (record.isSkipped()) {
      skipped++;
      records += Math.max(1, record.bad());
      bad += record.bad();
      context.getCounter(IngestCounters.SKIPPED).increment(1);
      context.getCounter(record.skipReason()).increment(1);
      IngestKey.setSkipped(key, ordinal.get(), documents + skipped);
      value.set(
          record.file()
              + "\t"
              + record.position()
              + "\t"
              + record.skipReason()
              + "\t"
              + record.detail());
      context.write(key, value);
    } else {
      documents++;
      records++;
      context.getCounter(IngestCounters.DOCUMENTS).increment(1);
      context.getCounter(IngestCounters.TEXT_BYTES).increment(record.textLength());
      if (!idsAreNumbers) {
        addToChecksum(record.idBytes(), 0, record.idLength());
        IngestKey.setId(key, record.idBytes(), record.idLength());
        value.set(ordinal + "\t" + record.position());
        context.write(key, value);
      }
      addToChecksum(record.textBytes(), record.textOffset(), record.textLength());
    }
  }

  private void addToChecksum(byte[] bytes, int offset, int length) {
    checksum = checksum * 31 + Hashing.xxh3_64().hashBytesToLong(bytes, offset, length);
  }
}
