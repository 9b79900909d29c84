package io.neardup.hadoop.corpus;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;

/** What one map task reads of the sources of a batch: consecutive ranges of its manifest. */
public final class SourceSplit extends InputSplit implements Writable {

  private int batch;
  private long offset;
  private long firstOrdinal;
  private long ranges;
  private long bytes;
  private String[] hosts = new String[0];

  /** For deserialization. */
  public SourceSplit() {}

  /**
   * @param batch the position of the batch among those that the job reads, from 0
   * @param offset the byte offset in the manifest of the line of the first range
   * @param firstOrdinal the position of the first range in the manifest, from 0
   * @param ranges how many there are, 1 or more
   * @param bytes of the ranges
   */
  SourceSplit(int batch, long offset, long firstOrdinal, long ranges, long bytes, String[] hosts) {
    this.batch = batch;
    this.offset = offset;
    this.firstOrdinal = firstOrdinal;
    this.ranges = ranges;
    this.bytes = bytes;
    this.hosts = hosts;
  }

  int batch() {
    return batch;
  }

  long offset() {
    return offset;
  }

  long firstOrdinal() {
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
