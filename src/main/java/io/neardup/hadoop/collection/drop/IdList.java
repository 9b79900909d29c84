package io.neardup.hadoop.collection.drop;

import io.neardup.config.UsageException;
import io.neardup.hadoop.collection.SummaryRows;
import io.neardup.hadoop.table.ColumnLines;
import io.neardup.text.Utf8;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;

/**
 * The ids of a file, one a line, as {@code drop --ids} takes them: sorted by their bytes, distinct.
 * Empty lines and a byte order mark do not count.
 *
 * <p>Memory: the bytes of the file, at most {@value #MAX_BYTES}, and 4 for each line that is not
 * empty.
 */
public final class IdList {

  /** How many bytes a file may have. */
  static final long MAX_BYTES = 32L << 20;

  private static final int MAX_EXAMPLES = 5;

  private final byte[] bytes;
  private final int[] starts; // of the ids, sorted; each ends where a line or the array ends
  private final int size;

  private IdList(byte[] bytes) {
    this.bytes = bytes;
    this.starts = new int[lines(null)];
    lines(starts);
    IntArrays.quickSort(starts, this::compare);
    int distinct = 0;
    for (int start : starts) {
      if (distinct == 0 || compare(starts[distinct - 1], start) != 0) {
        starts[distinct] = start;
        distinct++;
      }
    }
    this.size = distinct;
  }

  /** Reads a file; UsageException if it is missing, a folder or too long. */
  static IdList read(Configuration conf, Path file) throws IOException {
    FileSystem fs = file.getFileSystem(conf);
    UsageException.require(fs.exists(file), "the list of ids %s does not exist", file);
    FileStatus status = fs.getFileStatus(file);
    UsageException.require(status.isFile(), "the list of ids %s is a folder", file);
    long length = status.getLen();
    UsageException.require(
        length <= MAX_BYTES,
        "the list of ids %s has more than %d bytes; divide it",
        file,
        MAX_BYTES);
    byte[] bytes = new byte[(int) length];
    try (FSDataInputStream in = fs.open(file)) {
      in.readFully(0, bytes);
    }
    return new IdList(bytes);
  }

  int size() {
    return size;
  }

  /** Returns an id by its place in the order of their bytes. */
  String get(int place) {
    int start = starts[place];
    return new String(bytes, start, end(start) - start, StandardCharsets.UTF_8);
  }

  /**
   * Ids of a list that no document has.
   *
   * @param count how many
   * @param examples the first few of them, in the order of their bytes
   */
  public record Missing(long count, List<String> examples) {

    /** Prints a row, unless there are none. */
    void print(SummaryRows rows) {
      if (count > 0) {
        rows.add(
            "ids not found",
            count,
            String.join(", ", examples) + (count > examples.size() ? " …" : ""));
      }
    }
  }

  /**
   * Returns which ids are in none of the part files of lines {@code column<TAB>id}, in any order,
   * of a folder. Memory: one bit an id.
   */
  Missing missing(Configuration conf, Path found) throws IOException {
    BitSet seen = new BitSet(size);
    Text id = new Text();
    try (ColumnLines lines = new ColumnLines(conf, found)) {
      while (lines.next()) {
        lines.copyRest(id);
        seen.set(find(id.getBytes(), id.getLength()));
      }
    }
    List<String> examples =
        IntStream.range(0, size)
            .filter(place -> !seen.get(place))
            .limit(MAX_EXAMPLES)
            .mapToObj(this::get)
            .toList();
    return new Missing(size - seen.cardinality(), examples);
  }

  /** Returns the place of an id; a negative number if it is not in the list. */
  int find(byte[] id, int length) {
    int low = 0;
    int high = size - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int start = starts[middle];
      int order = Arrays.compareUnsigned(bytes, start, end(start), id, 0, length);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }

  /** Counts the lines that are not empty, and notes where they start unless given null. */
  private int lines(int[] noted) {
    int count = 0;
    for (int at = Utf8.byteOrderMark(bytes, 0, bytes.length); at < bytes.length; at++) {
      int end = end(at);
      if (end > at) {
        if (noted != null) {
          noted[count] = at;
        }
        count++;
      }
      at = end;
    }
    return count;
  }

  private int end(int start) {
    int end = start;
    while (end < bytes.length && bytes[end] != '\n' && bytes[end] != '\r') {
      end++;
    }
    return end;
  }

  private int compare(int a, int b) {
    return Arrays.compareUnsigned(bytes, a, end(a), bytes, b, end(b));
  }
}
