package io.neardup.hadoop.stage0ingest;

import io.neardup.hadoop.corpus.RangeRecords;
import io.neardup.hadoop.corpus.SourceRange;
import io.neardup.hadoop.corpus.SourceRanges;
import io.neardup.hadoop.format.SourceRecord;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/** Ranges of lines {@code set-id<TAB>element} → (set id and place, element) for each. */
public class MemberMapper extends Mapper<LongWritable, SourceRange, BytesWritable, BytesWritable> {
  private final BytesWritable key = new BytesWritable();
  private final BytesWritable value = new BytesWritable();
  private SourceRanges sources;
  private PartOutput output; // null before the first range

  @Override
  protected void setup(Context context) throws IOException {
    sources = new SourceRanges(context.getConfiguration(), List.of());
  }

  PartOutput newOutput(long number, TaskInputOutputContext<?, ?, ?, ?> context) throws IOException {
    return new PartOutput(context, number);
  }

  @Override
  protected void map(LongWritable ordinal, SourceRange source, Context context)
      throws IOException, InterruptedException {
    if (output == null) {
      output = newOutput(ordinal.get(), context);
    }
    try (RangeRecords records = sources.open(source)) {
      while (records.next()) {
        context.progress();
        SourceRecord record = records.record();
        if (record.isSkipped()) {
          output.skip(source.range().file(), record);
          continue;
        }
        context.getCounter(IngestCounters.SET_MEMBERS).increment(1);
        context.getCounter(IngestCounters.MALFORMED).increment(record.bad());
        SetJobs.setMember(
            key, record.idBytes(), record.idLength(), ordinal.get(), record.position());
        value.set(record.textBytes(), record.textOffset(), record.textLength());
        context.write(key, value);
      }
    }
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    if (output != null) {
      output.close();
    }
  }
}
