package io.neardup.hadoop.audit;

import io.neardup.audit.SampleIndex;
import io.neardup.audit.SampledColumns;
import io.neardup.hadoop.table.GroupedKey;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.SequenceFile;

/** The file of the sampled documents, by the length of their texts. Memory: 16 bytes for each. */
final class SampleFile {

  private final Path path;
  private final LongArrayList lengths = new LongArrayList(); // of the texts, ascending
  private final LongArrayList columns = new LongArrayList();

  SampleFile(Configuration conf, Path path) throws IOException {
    this.path = path;
    GroupedKey key = new GroupedKey();
    try (SequenceFile.Reader in = new SequenceFile.Reader(conf, SequenceFile.Reader.file(path))) {
      while (in.next(key)) {
        lengths.add(key.leadingColumn());
        columns.add(key.column());
      }
    }
  }

  Path path() {
    return path;
  }

  /** Returns the length of the longest text in bytes. */
  long longest() {
    return lengths.isEmpty() ? 0 : lengths.getLong(lengths.size() - 1);
  }

  /** Returns the length of the texts of a part of the documents. */
  long bytes(SampledColumns part) {
    long bytes = 0;
    for (int record = 0; record < columns.size(); record++) {
      bytes += part.contains(columns.getLong(record)) ? lengths.getLong(record) : 0;
    }
    return bytes;
  }

  /**
   * Divides the documents of a sample into blocks that fit the memory of a task.
   *
   * @param sample other documents of the file are left out
   * @param bytes of memory for a block; a single document may take more
   * @return the number of the first document of each block
   */
  List<Integer> blocks(SampledColumns sample, long bytes) {
    List<Integer> starts = new ArrayList<>(List.of(0));
    long text = 0;
    for (int record = 0; record < columns.size(); record++) {
      if (!sample.contains(columns.getLong(record))) {
        continue;
      }
      long more = text + lengths.getLong(record) + SampleBlock.OVERHEAD;
      // A document has at most one shingle per byte.
      if (text > 0 && more + SampleIndex.bytes(more) > bytes) {
        starts.add(record);
        more -= text;
      }
      text = more;
    }
    return starts;
  }
}
