package io.neardup.hadoop.stage0ingest;

import io.neardup.hadoop.io.SourceRecord;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** Counts the records of each range; passes on what was set aside, and the ids. */
public final class IngestMapper extends Mapper<LongWritable, SourceRecord, BytesWritable, Text> {

  private final BytesWritable key = new BytesWritable();
  private final Text value = new Text();
  private long documents;
  private long skipped;

  @Override
  protected void map(LongWritable ordinal, SourceRecord record, Context context)
      throws IOException, InterruptedException {
    if (record.isEndOfRange()) {
      IngestKey.setRange(key, ordinal.get());
      value.set(documents + "\t" + skipped + "\t" + record.lines());
      context.write(key, value);
      documents = 0;
      skipped = 0;
      return;
    }
    context.getCounter(IngestCounters.RECORDS).increment(1);
    if (record.isSkipped()) {
      skipped++;
      context.getCounter(IngestCounters.SKIPPED).increment(1);
      context.getCounter(record.skipReason()).increment(1);
      IngestKey.setSkipped(key, ordinal.get(), record.position());
      value.set(record.skipReason() + "\t" + record.detail());
      context.write(key, value);
    } else {
      documents++;
      context.getCounter(IngestCounters.DOCUMENTS).increment(1);
      context.getCounter(IngestCounters.TEXT_BYTES).increment(record.textLength());
      IngestKey.setId(key, record.idBytes(), record.idLength());
      value.set(ordinal + "\t" + record.position());
      context.write(key, value);
    }
  }
}
