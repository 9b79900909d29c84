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
    try (Plan plan = new Plan(conf, file, 3 * MIB)) {
      plan.add("a", "a", 7 * MIB + 1, 1, true);
      plan.add("b", "b", 7 * MIB, 2, false);
      plan.add("c", "c", 0, 3, true);
      assertThat(plan.ranges()).isEqualTo(5);
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
