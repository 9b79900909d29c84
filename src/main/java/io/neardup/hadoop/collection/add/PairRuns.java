package io.neardup.hadoop.collection.add;

import io.neardup.config.Stage;
import io.neardup.hadoop.collection.index.StoredIndex;
import io.neardup.hadoop.output.StageFolder;
import io.neardup.hadoop.stage4verify.compare.VerifyCounters;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * The runs of pairs of a new generation.
 *
 * @param unmerged the stored ones and the new one, oldest first
 * @param first those from this one on become one run; the number of runs if none do
 * @param merged the folder of that run
 */
record PairRuns(List<Path> unmerged, int first, Path merged) {

  /** Most runs; if there would be more, the last ones are merged by a job. */
  private static final int MAX_RUNS = 8;

  /** Returns the runs with a new one, of which the last ones are merged if there are many. */
  static PairRuns of(Configuration conf, List<Path> stored, Path added, long newPairs, Path merged)
      throws IOException {
    List<Path> runs = new ArrayList<>(stored);
    runs.add(added);
    int first = runs.size();
    if (runs.size() > MAX_RUNS) {
      List<Long> sizes = new ArrayList<>();
      for (Path run : stored) {
        sizes.add(
            new StageFolder(conf, run).require(Stage.VERIFY).count(VerifyCounters.PAIRS_KEPT));
      }
      first = Math.min(stored.size() - 1, StoredIndex.firstMerged(sizes, newPairs));
    }
    return new PairRuns(runs, first, merged);
  }

  boolean isMerged() {
    return first < unmerged.size();
  }

  List<Path> toMerge() {
    return unmerged.subList(first, unmerged.size());
  }

  List<Path> all() {
    List<Path> all = new ArrayList<>(unmerged.subList(0, first));
    if (isMerged()) {
      all.add(merged);
    }
    return all;
  }
}
