package io.neardup.hadoop.stage0ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.format.CorpusRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanTest {

  private static final long MIB = 1L << 20;

  @TempDir private java.nio.file.Path folder;

  /** Files that may be cut are, end to end; others, and empty ones, have one range. */
  @Test
  void filesAreCutIntoRanges() throws IOException {
    Configuration conf = Mr.conf();
    Path file = new Path(folder.resolve("plan").toUri());
    try (InputList.Appender plan = new InputList.Appender(conf, file)) {
      plan.addCut(InputList.file("a", "a", 7 * MIB + 1, 1), 3 * MIB);
      plan.addCut(InputList.file("b", "b", 7 * MIB, 2), Long.MAX_VALUE);
      plan.addCut(InputList.file("c", "c", 0, 3), 3 * MIB);
      assertThat(plan.finish()).isEqualTo(new InputList(file, 5, 14 * MIB + 1));
    }
    List<String> ranges = new ArrayList<>();
    try (CorpusManifest.Cursor cursor = new CorpusManifest.Cursor(conf, file)) {
      for (CorpusRange range = cursor.next(); range != null; range = cursor.next()) {
        ranges.add(range.file() + " " + range.start() + " " + range.end());
      }
    }
    assertThat(ranges)
        .containsExactly(
            "a 0 3145728", "a 3145728 6291456", "a 6291456 7340033", "b 0 7340032", "c 0 0");
  }
}
