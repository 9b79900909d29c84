package io.neardup.hadoop.corpus;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;

/**
 * What one map task reads: consecutive columns of a corpus, or consecutive ranges of the manifest
 * of one batch.
 */
public final class CorpusSplit extends InputSplit implements Writable {

  private int batch;
  private long offset;
  private long start;
  private long end;
  private long bytes;
  private String[] hosts = new String[0];

  /** For deserialization. */
  public CorpusSplit() {}

  /**
   * Makes a split of columns.
   *
   * @param start the first one
   * @param end the one after the last
   * @param bytes of the texts
   */
  CorpusSplit(long start, long end, long bytes, String[] hosts) {
    this(0, 0, start, hosts);
    extend(end - start, bytes);
  }

  /**
   * Makes an empty split; {@link #extend} adds ranges.
   *
   * @param batch the position of the batch among those that the job reads, from 0
   * @param offset the byte offset in the manifest of the line of the first range
   * @param start the position of the first range in the manifest, from 0
   */
  CorpusSplit(int batch, long offset, long start, String[] hosts) {
    this.batch = batch;
    this.offset = offset;
    this.start = start;
    this.end = start;
    this.hosts = hosts;
  }

  /** Adds columns or ranges. */
  void extend(long more, long moreBytes) {
    end += more;
    bytes += moreBytes;
  }

  int batch() {
    return batch;
  }

  long offset() {
    return offset;
  }

  long start() {
    return start;
  }

  long end() {
    return end;
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
    out.writeLong(start);
    out.writeLong(end);
    out.writeLong(bytes);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    batch = in.readInt();
    offset = in.readLong();
    start = in.readLong();
    end = in.readLong();
    bytes = in.readLong();
    hosts = new String[0]; // only the scheduler needs them
  }
}
