package io.neardup.hadoop.corpus;

import io.neardup.hadoop.format.CorpusRange;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;

/** A range of a batch's sources, as a map task receives it. */
public final class SourceRange implements Writable {

  private int batch;
  private CorpusRange range;

  /** For deserialization. */
  public SourceRange() {}

  /**
   * Makes a range.
   *
   * @param batch the position of its batch among those that the job reads, from 0
   */
  public SourceRange(int batch, CorpusRange range) {
    this.batch = batch;
    this.range = range;
  }

  /** Returns the position of its batch among those that the job reads. */
  public int batch() {
    return batch;
  }

  /** Returns the range, as in the manifest. */
  public CorpusRange range() {
    return range;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeInt(batch);
    Text.writeString(out, CorpusManifest.line(range));
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    batch = in.readInt();
    range = CorpusManifest.parse(Text.readString(in));
  }
}
