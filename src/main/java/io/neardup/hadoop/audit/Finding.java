package io.neardup.hadoop.audit;

import io.neardup.config.Quantity;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.similarity.Measure;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * What was found about a sampled document and perhaps another one: see {@link Kind}, which decides
 * which fields mean something. Reused. Its key is the column of the sampled document, which is the
 * group, the section of its kind, and the column of the other document.
 */
public final class Finding implements Writable {

  /** What was found. Findings about a document come by section. */
  enum Kind {
    /** The sampled document itself. */
    DOCUMENT(0),
    /** Its line of removed-by.tsv, and nothing else. */
    REMOVED_BY(1),
    /** The document that is kept for it, and how similar the two are. */
    KEPT(1),
    /** A document whose similarity to it reaches the threshold. */
    NEAR_DUPLICATE(2),
    /** The two lines of a pair in 4-pairs, and nothing else. */
    REPORTED(2);

    private final int section;

    Kind(int section) {
      this.section = section;
    }
  }

  private final GroupedKey key = new GroupedKey();
  private Kind kind = Kind.DOCUMENT;
  final Text line = new Text(); // of the results
  final Text columns = new Text(); // the line beside that of a pair
  byte[] id = {}; // of the other document, or of the document itself
  int intersection;
  int size; // of the set of the other document, or of the document itself
  int ownSize; // of the set of the sampled document
  int agreement; // slots in which the signatures agree
  boolean sharesBucket;
  long kept; // the column kept for the document
  long cluster;
  byte[] rank = {}; // by which one document is preferred to another

  /** Sets what was found about a document; returns the key. */
  GroupedKey about(Kind newKind, long column, long other) {
    kind = newKind;
    return key.set(column, kind.section, other);
  }

  Kind kind() {
    return kind;
  }

  String id() {
    return new String(id, StandardCharsets.UTF_8);
  }

  /** Returns what the intersection is divided by. */
  int whole(Measure measure) {
    return measure.whole(intersection, ownSize, size);
  }

  /** Returns the similarity, rounded as the results have it, in millionths. */
  long millionths(Measure measure) {
    String rounded = Quantity.format("%.6f", (double) intersection / whole(measure));
    return Math.round(Double.parseDouble(rounded) * 1e6);
  }

  @Override
  @SuppressWarnings("EnumOrdinal") // both ends of a shuffle are of one build
  public void write(DataOutput out) throws IOException {
    out.writeByte(kind.ordinal());
    line.write(out);
    columns.write(out);
    write(out, id);
    WritableUtils.writeVInt(out, intersection);
    WritableUtils.writeVInt(out, size);
    WritableUtils.writeVInt(out, ownSize);
    WritableUtils.writeVInt(out, agreement);
    out.writeBoolean(sharesBucket);
    WritableUtils.writeVLong(out, kept);
    WritableUtils.writeVLong(out, cluster);
    write(out, rank);
  }

  static void write(DataOutput out, byte[] bytes) throws IOException {
    WritableUtils.writeVInt(out, bytes.length);
    out.write(bytes);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    kind = Kind.values()[in.readByte()];
    line.readFields(in);
    columns.readFields(in);
    id = read(in);
    intersection = WritableUtils.readVInt(in);
    size = WritableUtils.readVInt(in);
    ownSize = WritableUtils.readVInt(in);
    agreement = WritableUtils.readVInt(in);
    sharesBucket = in.readBoolean();
    kept = WritableUtils.readVLong(in);
    cluster = WritableUtils.readVLong(in);
    rank = read(in);
  }

  static byte[] read(DataInput in) throws IOException {
    byte[] bytes = new byte[WritableUtils.readVInt(in)];
    in.readFully(bytes);
    return bytes;
  }
}
