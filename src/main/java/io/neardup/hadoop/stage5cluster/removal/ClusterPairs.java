package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.table.NumberParser;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.io.Text;

/** Adds up the {@link OwnPairs} of the documents of a cluster. */
final class ClusterPairs {

  private final NumberParser numbers = new NumberParser("an id and its pairs");
  private long count;
  private int least;
  private long leastI;
  private long leastJ;

  /** Starts with the next cluster. */
  void clear() {
    count = 0;
    least = 0;
    leastI = 0;
    leastJ = 0;
  }

  /**
   * Adds the pairs of a document.
   *
   * @param value its id, and its pairs if it has any
   * @param id what the id is put into
   */
  void add(long column, Text value, Text id) throws IOException {
    int end = value.find("\t");
    id.set(value.getBytes(), 0, end < 0 ? value.getLength() : end);
    if (end < 0) {
      return;
    }
    numbers.start(value).skipField();
    long pairs = numbers.number();
    numbers.expect('\t');
    int similarity = (int) numbers.number();
    numbers.expect('\t');
    long other = numbers.number();
    numbers.expectEnd();
    if (count == 0 || similarity < least) {
      least = similarity;
      leastI = column;
      leastJ = other;
    }
    count += pairs;
  }

  /** Returns the cluster, without its documents. */
  NotedCluster of(long first, long documents, long kept) {
    return new NotedCluster(first, documents, kept, count, least, leastI, leastJ, List.of());
  }
}
