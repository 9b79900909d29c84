package io.neardup.hadoop.collection;

import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.generation.Generation;
import io.neardup.hadoop.table.ColumnSet;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** How many documents of each batch were dropped. */
final class DropsByBatch {

  private DropsByBatch() {}

  /**
   * Returns how many documents of each batch of a generation were dropped, in the order of its
   * batches. Reads the dropped columns once.
   */
  static List<Long> of(Configuration conf, Path collection, Generation generation)
      throws IOException {
    List<Generation.Batch> batches = generation.batches();
    long[] dropped = new long[batches.size()];
    Optional<ColumnSet> tombstones = Corpus.dropped(collection, generation);
    if (tombstones.isPresent()) {
      int batch = 0;
      try (ColumnSet.Cursor columns = tombstones.get().read(conf)) {
        for (long column = columns.next(); column >= 0; column = columns.next()) {
          while (column >= batches.get(batch).firstColumn() + batches.get(batch).columns()) {
            batch++;
          }
          dropped[batch]++;
        }
      }
    }
    return LongStream.of(dropped).boxed().toList();
  }
}
