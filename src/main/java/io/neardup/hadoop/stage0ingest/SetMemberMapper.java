package io.neardup.hadoop.stage0ingest;

import io.neardup.hadoop.format.SourceRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** Line {@code set-id<TAB>element} → ((set id, position of the line), element). */
public final class SetMemberMapper
    extends Mapper<LongWritable, SourceRecord, SetMemberKey, BytesWritable> {

  private final SetMemberKey key = new SetMemberKey();
  private final BytesWritable value = new BytesWritable();

  @Override
  protected void map(LongWritable ordinal, SourceRecord record, Context context)
      throws IOException, InterruptedException {
    if (record.isEndOfRange()) {
      return;
    }
    if (record.isSkipped()) {
      context.getCounter(IngestCounters.SKIPPED).increment(1);
      context.getCounter(record.skipReason()).increment(1);
      byte[] reason =
          (record.skipReason() + "\t" + record.detail()).getBytes(StandardCharsets.UTF_8);
      key.set(reason, 0, ordinal.get(), record.position());
      value.set(reason, 0, reason.length);
    } else {
      context.getCounter(IngestCounters.SET_MEMBERS).increment(1);
      context.getCounter(IngestCounters.MALFORMED).increment(record.bad());
      key.set(record.idBytes(), record.idLength(), ordinal.get(), record.position());
      value.set(record.textBytes(), record.textOffset(), record.textLength());
    }
    context.write(key, value);
  }
}
