package io.neardup.hadoop.corpus;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;

/** Consecutive ranges of a batch that one map task reads: a section of the batch's manifest. */
public final class CorpusSplit extends InputSplit implements Writable {

  private int batch;
  private long offset;
  private long firstOrdinal;
  private long ranges;
  private long bytes;
  private String[] hosts = new String[0];

  /** For deserialization. */
  public CorpusSplit() {}

  CorpusSplit(int batch, long offset, long firstOrdinal, long ranges, long bytes, String[] hosts) {
    this.batch = batch;
    this.offset = offset;
    this.firstOrdinal = firstOrdinal;
    this.ranges = ranges;
    this.bytes = bytes;
    this.hosts = hosts;
  }

  /** Returns the position of the batch among those that the job reads, from 0. */
  int batch() {
    return batch;
  }

  /** Returns the byte offset in the manifest of the line of the first range. */
  long offset() {
    return offset;
  }

  /** Returns the position of the first range in the manifest, from 0. */
  public long firstOrdinal() {
    return firstOrdinal;
  }

  /** Returns how many ranges there are, 1 or more. */
  public long ranges() {
    return ranges;
  }

  @Override
  public long getLength() {
    return bytes;
  }

  @Override
  public String[] getLocations() {
    return hosts.clone();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeInt(batch);
    out.writeLong(offset);
    out.writeLong(firstOrdinal);
    out.writeLong(ranges);
    out.writeLong(bytes);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    batch = in.readInt();
    offset = in.readLong();
    firstOrdinal = in.readLong();
    ranges = in.readLong();
    bytes = in.readLong();
    hosts = new String[0]; // only the scheduler needs them
  }
}
