package io.neardup.hadoop.collection;

import io.neardup.hadoop.index.RunFooter;
import io.neardup.hadoop.job.PartFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * Which stored runs are merged with a new one. A run is merged while it has less than {@value
 * #FAN_IN} times the columns of what is merged already. So there are about as many runs as the
 * collection has powers of {@value #FAN_IN} batches, and each entry is copied about as often.
 */
final class RunSizes {

  private static final int FAN_IN = 4;

  private RunSizes() {}

  /** Returns how many entries each run has. */
  static List<Long> of(Configuration conf, List<Path> runs) throws IOException {
    List<Long> sizes = new ArrayList<>();
    for (Path run : runs) {
      long entries = 0;
      for (FileStatus file : PartFiles.of(conf, run)) {
        entries += RunFooter.read(conf, file).entries();
      }
      sizes.add(entries);
    }
    return sizes;
  }

  /**
   * Returns the first stored run that is merged with a new one; the number of runs if none is.
   *
   * @param columns of each stored run, about, oldest first
   * @param added columns of the new run
   */
  static int firstMerged(List<Long> columns, long added) {
    long merged = added;
    int first = columns.size();
    while (first > 0 && columns.get(first - 1) < FAN_IN * merged) {
      first--;
      merged += columns.get(first);
    }
    return first;
  }
}
