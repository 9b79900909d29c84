package io.neardup.hadoop.corpus;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;

/** What one map task reads of a corpus: sections of the parts of batches, in column order. */
public final class CorpusSplit extends InputSplit implements Writable {

  private List<Section> sections = List.of();
  private long bytes;
  private String[] hosts = new String[0];

  /**
   * Consecutive documents of a part.
   *
   * @param batch the position of the batch among those that the job reads, from 0
   * @param part the number of the part
   * @param firstLine how many lines the file of the part's first document has before the part
   * @param firstColumn the column of the part's first document
   * @param start the place in the part of the first document of the section
   * @param end the place after the last one
   */
  record Section(int batch, long part, long firstLine, long firstColumn, long start, long end) {}

  /** For deserialization. */
  public CorpusSplit() {}

  CorpusSplit(List<Section> sections, long bytes, String[] hosts) {
    this.sections = List.copyOf(sections);
    this.bytes = bytes;
    this.hosts = hosts;
  }

  /** Returns the sections, one or more. */
  List<Section> sections() {
    return sections;
  }

  /** Returns how many documents there are in all sections. */
  long documents() {
    return sections.stream().mapToLong(section -> section.end - section.start).sum();
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
      out.writeLong(section.part);
      out.writeLong(section.firstLine);
      out.writeLong(section.firstColumn);
      out.writeLong(section.start);
      out.writeLong(section.end);
    }
    out.writeLong(bytes);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    int size = in.readInt();
    List<Section> read = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      read.add(
          new Section(
              in.readInt(),
              in.readLong(),
              in.readLong(),
              in.readLong(),
              in.readLong(),
              in.readLong()));
    }
    sections = read;
    bytes = in.readLong();
    hosts = new String[0]; // only the scheduler needs them
  }
}
