package io.neardup.hadoop.stage5cluster.components;

import io.neardup.config.Keys;
import io.neardup.graph.UnionFind;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.PartFiles;
import io.neardup.hadoop.table.ColumnPair;
import io.neardup.hadoop.table.LineBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.util.LineReader;

/**
 * Finds for every column of a pair the smallest column of its component: by union–find in the
 * client, which reads the forests of the pairs, about one edge per column; or in star rounds, if
 * the columns do not fit in memory.
 *
 * <p>Memory: {@code neardup.cluster.max-memory-columns} columns of a {@link UnionFind}, and 8 bytes
 * for each while they are written.
 */
public final class Components {

  private Components() {}

  /**
   * Writes lines {@code column<TAB>smallest smallest} in part files sorted by column: the smallest
   * column of its component twice, as the column that is kept and as the name of the cluster, which
   * is the format of {@code columns/}.
   *
   * @param columns how many columns the corpus has
   * @throws io.neardup.hadoop.output.StageFailedException if there are not as many edges as the
   *     forests had when they were written
   */
  public static void find(StageContext context, VerifiedPairs pairs, long columns, Path output)
      throws IOException {
    UnionFind components = new UnionFind(context.settings().getInt(Keys.MAX_MEMORY_COLUMNS));
    if (readForests(context, pairs, components)) {
      write(context, components, output);
    } else {
      context.progress("more columns in pairs than " + Keys.MAX_MEMORY_COLUMNS + ": in rounds");
      Path rounds = new Path(output.getParent(), output.getName() + "-rounds");
      new StarRounds(context, columns, pairs.forests(), pairs.edges(), rounds).find(output);
    }
  }

  /** Returns whether all columns fit. */
  private static boolean readForests(
      StageContext context, VerifiedPairs pairs, UnionFind components) throws IOException {
    FileSystem fs = pairs.folder().getFileSystem(context.conf());
    ColumnPair edge = new ColumnPair();
    Text line = new Text();
    long edges = 0;
    for (FileStatus forest : fs.globStatus(pairs.forests())) {
      try (InputStream in = fs.open(forest.getPath());
          LineReader lines = new LineReader(in)) {
        while (lines.readLine(line) > 0) {
          edge.parse(line);
          if (!components.union(edge.smaller(), edge.larger())) {
            return false;
          }
          edges++;
        }
      }
    }
    context.balance("edges of forests written and read", pairs.edges(), edges);
    return true;
  }

  private static void write(StageContext context, UnionFind components, Path output)
      throws IOException {
    LineBuilder line = new LineBuilder();
    long roots = 0;
    try (OutputStream out = PartFiles.createOnly(context.conf(), output)) {
      for (long column : components.columns()) {
        long root = components.find(column);
        roots += root == column ? 1 : 0;
        line.clear().append(column).append('\t').append(root).append(' ').append(root);
        line.writeTo(out);
      }
    }
    context.add(ClusterCounters.COLUMNS, components.size());
    context.add(ClusterCounters.COMPONENTS, roots);
  }
}
