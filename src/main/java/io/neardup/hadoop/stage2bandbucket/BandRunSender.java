package io.neardup.hadoop.stage2bandbucket;

import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/** Writes the runs of a {@link BandBatch} as the output of a map task. */
public final class BandRunSender {

  private final TaskInputOutputContext<?, ?, BandRunKey, BytesWritable> context;
  private final BandRunKey key = new BandRunKey();
  private final BytesWritable value = new BytesWritable();

  /** Makes a sender for a task. */
  public BandRunSender(TaskInputOutputContext<?, ?, BandRunKey, BytesWritable> context) {
    this.context = context;
  }

  /** Writes the runs of a batch and empties it. */
  public void send(BandBatch batch) throws IOException, InterruptedException {
    batch.drain(
        (band, range, firstColumn, run) -> {
          value.set(run.bytes(), 0, run.length());
          context.write(key.set(band, range, firstColumn), value);
          context.progress();
        });
  }
}
