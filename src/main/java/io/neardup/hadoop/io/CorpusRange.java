package io.neardup.hadoop.io;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.WritableUtils;

/**
 * One line of the manifest: a byte range of an input file and the documents that begin in it.
 *
 * @param file the file's full URI
 * @param name the file's name in ids: its path below the input it came from
 * @param start first byte of the range
 * @param end the byte after the range; the file's length for files that cannot be split
 * @param length the file's length in bytes when it was ingested
 * @param modified the file's modification time when it was ingested, in ms since 1970
 * @param firstColumn the column of the range's first document
 * @param documents how many documents begin in the range
 * @param skipped how many records that begin in the range were set aside
 * @param firstLine the number of lines of the file before the range; 0 for files without lines
 */
@JsonPropertyOrder({
  "file",
  "name",
  "start",
  "end",
  "length",
  "modified",
  "firstColumn",
  "documents",
  "skipped",
  "firstLine"
})
public record CorpusRange(
    String file,
    String name,
    long start,
    long end,
    long length,
    long modified,
    long firstColumn,
    long documents,
    long skipped,
    long firstLine) {

  /** Returns a range of which nothing has been counted yet. */
  public static CorpusRange uncounted(
      String file, String name, long start, long end, long length, long modified) {
    return new CorpusRange(file, name, start, end, length, modified, 0, 0, 0, 0);
  }

  /** Returns the same range with its counts. */
  public CorpusRange counted(
      long newFirstColumn, long newDocuments, long newSkipped, long newFirstLine) {
    return new CorpusRange(
        file,
        name,
        start,
        end,
        length,
        modified,
        newFirstColumn,
        newDocuments,
        newSkipped,
        newFirstLine);
  }

  /** Returns the number of bytes of the range. */
  public long bytes() {
    return end - start;
  }

  void write(DataOutput out) throws IOException {
    WritableUtils.writeString(out, file);
    WritableUtils.writeString(out, name);
    for (long value :
        new long[] {start, end, length, modified, firstColumn, documents, skipped, firstLine}) {
      WritableUtils.writeVLong(out, value);
    }
  }

  static CorpusRange read(DataInput in) throws IOException {
    String file = WritableUtils.readString(in);
    String name = WritableUtils.readString(in);
    long[] v = new long[8];
    for (int i = 0; i < v.length; i++) {
      v[i] = WritableUtils.readVLong(in);
    }
    return new CorpusRange(file, name, v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]);
  }
}
