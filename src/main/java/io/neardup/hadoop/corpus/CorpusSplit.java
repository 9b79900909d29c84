package io.neardup.hadoop.corpus;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;

/** What one map task reads of a corpus: sections of the manifests of batches, in column order. */
public final class CorpusSplit extends InputSplit implements Writable {

  private List<Section> sections = List.of();
  private long bytes;
  private String[] hosts = new String[0];

  /**
   * Consecutive ranges of a batch.
   *
   * @param batch the position of the batch among those that the job reads, from 0
   * @param offset the byte offset in the manifest of the line of the first range
   * @param firstOrdinal the position of the first range in the manifest, from 0
   * @param ranges how many there are, 1 or more
   */
  record Section(int batch, long offset, long firstOrdinal, long ranges) {}

  /** For deserialization. */
  public CorpusSplit() {}

  CorpusSplit(List<Section> sections, long bytes, String[] hosts) {
    this.sections = List.copyOf(sections);
    this.bytes = bytes;
    this.hosts = hosts;
  }

  /** Returns the sections, one or more, no two of the same batch. */
  List<Section> sections() {
    return sections;
  }

  /** Returns how many ranges there are in all sections, 1 or more. */
  public long ranges() {
    return sections.stream().mapToLong(Section::ranges).sum();
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
    out.writeInt(sections.size());
    for (Section section : sections) {
      out.writeInt(section.batch);
      out.writeLong(section.offset);
      out.writeLong(section.firstOrdinal);
      out.writeLong(section.ranges);
    }
    out.writeLong(bytes);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    int size = in.readInt();
    List<Section> read = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      read.add(new Section(in.readInt(), in.readLong(), in.readLong(), in.readLong()));
    }
    sections = read;
    bytes = in.readLong();
    hosts = new String[0]; // only the scheduler needs them
  }
}
