package io.neardup.hadoop.audit;

import io.neardup.hadoop.table.GroupedKey;
import io.neardup.similarity.Measure;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Locale;
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
    /** Its line of removed-by.tsv. */
    REMOVED_BY(1),
    /** The document that is kept for it, and how similar the two are. */
    KEPT(1),
    /** A document whose similarity to it reaches the threshold. */
    NEAR_DUPLICATE(2),
    /** A pair in 4-pairs. */
    REPORTED(2);

    private final int section;

    Kind(int section) {
      this.section = section;
    }
  }

  /** A similarity that is not given. */
  static final int NO_SIMILARITY = -1;

  private final GroupedKey key = new GroupedKey();
  private Kind kind = Kind.DOCUMENT;
  byte[] id = {}; // of the other document, or of the document itself
  byte[] ownId = {}; // of the sampled document, as a line of the results has it
  int intersection;
  int union; // as a line of the results has it
  int size; // of the set of the other document
  int ownSize; // of the set of the sampled document
  int similarity; // as a line of the results has it, in millionths
  int jaccard; // likewise
  int agreement; // slots in which the signatures agree; as a line has it, in millionths
  boolean sharesBucket;
  boolean isPair; // a line of removed-by.tsv of the kind "pair"
  byte[] linkId = {}; // of the document that a removal is linked through; none if it is a pair
  long linkColumn;
  int linkSimilarity; // as removed-by.tsv has it, in millionths
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

  /** Returns what the intersection is divided by. */
  int whole(Measure measure) {
    return measure.whole(intersection, ownSize, size);
  }

  /** Returns the similarity as the results have it. */
  int millionths(Measure measure) {
    return millionths(intersection, whole(measure));
  }

  /** Rounds a quotient as the results have it. */
  static int millionths(int dividend, int divisor) {
    return divisor == 0
        ? 0
        : Integer.parseInt(
            String.format(Locale.ROOT, "%.6f", (double) dividend / divisor).replace(".", ""));
  }

  @Override
  @SuppressWarnings("EnumOrdinal") // both ends of a shuffle are of one build
  public void write(DataOutput out) throws IOException {
    out.writeByte(kind.ordinal());
    write(out, id);
    write(out, ownId);
    WritableUtils.writeVInt(out, intersection);
    WritableUtils.writeVInt(out, union);
    WritableUtils.writeVInt(out, size);
    WritableUtils.writeVInt(out, ownSize);
    WritableUtils.writeVInt(out, jaccard);
    WritableUtils.writeVInt(out, similarity);
    WritableUtils.writeVInt(out, agreement);
    out.writeBoolean(sharesBucket);
    out.writeBoolean(isPair);
    write(out, linkId);
    WritableUtils.writeVLong(out, linkColumn);
    WritableUtils.writeVInt(out, linkSimilarity);
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
    id = read(in);
    ownId = read(in);
    intersection = WritableUtils.readVInt(in);
    union = WritableUtils.readVInt(in);
    size = WritableUtils.readVInt(in);
    ownSize = WritableUtils.readVInt(in);
    jaccard = WritableUtils.readVInt(in);
    similarity = WritableUtils.readVInt(in);
    agreement = WritableUtils.readVInt(in);
    sharesBucket = in.readBoolean();
    isPair = in.readBoolean();
    linkId = read(in);
    linkColumn = WritableUtils.readVLong(in);
    linkSimilarity = WritableUtils.readVInt(in);
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
