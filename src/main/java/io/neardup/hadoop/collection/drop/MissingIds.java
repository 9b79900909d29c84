package io.neardup.hadoop.collection.drop;

import io.neardup.hadoop.collection.SummaryRows;
import io.neardup.hadoop.table.ColumnLines;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;

/**
 * Ids to be dropped that no document has.
 *
 * @param count how many
 * @param examples the first few of them, in the order of their bytes
 */
record MissingIds(long count, List<String> examples) {

  /** No ids are missing. */
  static final MissingIds NONE = new MissingIds(0, List.of());

  private static final int MAX_EXAMPLES = 5;

  /**
   * Returns which ids of a list were not found. Memory: one bit an id.
   *
   * @param found a folder of part files of lines {@code column<TAB>id}, in any order
   */
  static MissingIds of(Configuration conf, IdList ids, Path found) throws IOException {
    BitSet seen = new BitSet(ids.size());
    Text id = new Text();
    try (ColumnLines lines = new ColumnLines(conf, found)) {
      while (lines.next()) {
        lines.readLine(id);
        seen.set(ids.find(id.getBytes(), id.getLength()));
      }
    }
    List<String> examples = new ArrayList<>();
    for (int place = seen.nextClearBit(0);
        place < ids.size() && examples.size() < MAX_EXAMPLES;
        place = seen.nextClearBit(place + 1)) {
      examples.add(ids.get(place));
    }
    return new MissingIds(ids.size() - seen.cardinality(), examples);
  }

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
