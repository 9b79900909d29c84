package io.neardup.hadoop.stage5cluster.components;

import io.neardup.hadoop.job.PartFiles;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * Finds the components of a graph of any size. Large-star and small-star operations alternate
 * (Kiveris et al., SoCC 2014) until a round changes no edge. Then each component is a star around
 * its smallest column. An operation preserves the components and never writes more edges than it
 * reads. A task holds one edge at a time.
 */
final class StarRounds {

  private static final long LINE_BYTES = 16;
  private static final long SHUFFLED_BYTES = 12;

  private final StageContext context;
  private final long columns;
  private final Path folder;
  private final FileSystem fs;

  private Path edges;
  private Path last; // the output of the last operation, which holds them; null before the first
  private long numberOfEdges;
  private long changed; // by the last round
  private long starColumns = -1; // met by the first large-star operation

  /**
   * @param columns how many columns the corpus has
   * @param edges the files of edges, as an input of a job
   * @param numberOfEdges how many edges they hold
   * @param folder for what is written in between
   */
  StarRounds(StageContext context, long columns, Path edges, long numberOfEdges, Path folder)
      throws IOException {
    this.context = context;
    this.columns = columns;
    this.edges = edges;
    this.numberOfEdges = numberOfEdges;
    this.folder = folder;
    this.fs = folder.getFileSystem(context.conf());
  }

  /** Writes lines {@code column<TAB>smallest smallest} in part files sorted by column. */
  void find(Path output) throws IOException {
    try {
      int round = 0;
      do {
        round++;
        changed = 0;
        operation("large-star", round, LargeStarMapper.class, LargeStarReducer.class);
        operation("small-star", round, SmallStarMapper.class, SmallStarReducer.class);
        context.progress(
            String.format(
                Locale.ROOT, "round %d: %,d changes to %,d edges", round, changed, numberOfEdges));
      } while (changed > 0);
      label(output);
    } finally {
      fs.delete(folder, true);
    }
  }

  private void operation(
      String name,
      int round,
      Class<? extends Mapper<LongWritable, Text, ColumnPairKey, NullWritable>> mapper,
      Class<? extends Reducer<ColumnPairKey, NullWritable, NullWritable, Text>> reducer)
      throws IOException {
    Path output = new Path(folder, name + "-" + round);
    Counters counters = run(name + " " + round, mapper, reducer, output);
    long read = count(counters, StarCounters.EDGES_READ);
    long written = count(counters, StarCounters.EDGES_WRITTEN);
    String edgesOf = name + " " + round + ", edges ";
    context.balance(edgesOf + "written before and read", numberOfEdges, read);
    context.balance(
        edgesOf + "read and written or repeated",
        read,
        written + count(counters, StarCounters.EDGES_REPEATED));
    if (mapper == LargeStarMapper.class) {
      long met = count(counters, StarCounters.STAR_COLUMNS);
      starColumns = starColumns < 0 ? met : starColumns;
      context.balance(
          name + " " + round + ", columns of the first round and met", starColumns, met);
    }
    changed += count(counters, StarCounters.EDGES_CHANGED);
    if (last != null) {
      fs.delete(last, true);
    }
    last = output;
    edges = PartFiles.asInput(output);
    numberOfEdges = written;
  }

  private void label(Path output) throws IOException {
    run("stars", LabelMapper.class, LabelReducer.class, output);
    context.balance(
        "columns of the first round and of the stars",
        starColumns,
        context.count(ClusterCounters.COLUMNS));
    context.balance(
        "columns of stars, and centres and edges",
        context.count(ClusterCounters.COLUMNS),
        context.count(ClusterCounters.COMPONENTS) + numberOfEdges);
  }

  private Counters run(
      String name,
      Class<? extends Mapper<LongWritable, Text, ColumnPairKey, NullWritable>> mapper,
      Class<? extends Reducer<ColumnPairKey, NullWritable, NullWritable, Text>> reducer,
      Path output)
      throws IOException {
    int reducers = context.reducers(numberOfEdges * 2 * SHUFFLED_BYTES);
    return StageJob.of(context, "cluster, " + name, reducers, edges)
        .set(conf -> ColumnPartition.setColumns(conf, columns))
        .readLines(numberOfEdges * LINE_BYTES, edges)
        .map(mapper, ColumnPairKey.class, NullWritable.class)
        .partition(FirstColumnPartitioner.class)
        .group(ColumnPairKey.First.class)
        .reduce(reducer)
        .writeLines(output)
        .run();
  }

  private static long count(Counters counters, Enum<?> counter) {
    return counters.findCounter(counter).getValue();
  }
}
