package io.neardup.hadoop.io;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;

/** Consecutive ranges of a corpus, read by one map task. */
public final class CorpusSplit extends InputSplit implements Writable {

  private long firstOrdinal;
  private List<CorpusRange> ranges = new ArrayList<>();
  private String[] hosts = new String[0];

  /** For deserialization. */
  public CorpusSplit() {}

  CorpusSplit(long firstOrdinal, List<CorpusRange> ranges, String[] hosts) {
    this.firstOrdinal = firstOrdinal;
    this.ranges = ranges;
    this.hosts = hosts;
  }

  /** Returns the position of the first range in the manifest, from 0. */
  public long firstOrdinal() {
    return firstOrdinal;
  }

  /** Returns the ranges in order. */
  public List<CorpusRange> ranges() {
    return ranges;
  }

  @Override
  public long getLength() {
    return ranges.stream().mapToLong(CorpusRange::bytes).sum();
  }

  @Override
  public String[] getLocations() {
    return hosts.clone();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeLong(firstOrdinal);
    out.writeInt(ranges.size());
    for (CorpusRange range : ranges) {
      range.write(out);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    firstOrdinal = in.readLong();
    int count = in.readInt();
    ranges = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      ranges.add(CorpusRange.read(in));
    }
    hosts = new String[0]; // only the scheduler needs them
  }
}
