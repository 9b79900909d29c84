package io.neardup.hadoop.stage5cluster.components;

import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.output.PartFiles;
import io.neardup.hadoop.table.ColumnPair;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.LineBuilder;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * Finds the components of a graph of any size. Large-star and small-star operations alternate
 * (Kiveris et al., SoCC 2014) until a round changes no edge. Then each component is a star around
 * its smallest column. An operation preserves the components and never writes more edges than it
 * reads. A task holds one edge at a time.
 */
final class StarRounds {

  /** What a job does with the edges of each column. */
  enum Operation {
    LARGE_STAR,
    SMALL_STAR,
    LABELS
  }

  static final String OPERATION = "neardup-internal.star-operation";
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
        operation(Operation.LARGE_STAR, "large-star", round);
        operation(Operation.SMALL_STAR, "small-star", round);
        context.progress("round %d: %,d changes to %,d edges", round, changed, numberOfEdges);
      } while (changed > 0);
      label(output);
    } finally {
      fs.delete(folder, true);
    }
  }

  private void operation(Operation operation, String name, int round) throws IOException {
    Path output = new Path(folder, name + "-" + round);
    String what = name + " " + round;
    Counters counters = run(what, operation, Stars.class, output);
    long read = count(counters, StarCounters.EDGES_READ);
    long written = count(counters, StarCounters.EDGES_WRITTEN);
    long repeated = count(counters, StarCounters.EDGES_REPEATED);
    context.balance(what + ", edges written before and read", numberOfEdges, read);
    context.balance(what + ", edges read and written or repeated", read, written + repeated);
    if (operation == Operation.LARGE_STAR) {
      long met = count(counters, StarCounters.STAR_COLUMNS);
      starColumns = starColumns < 0 ? met : starColumns;
      context.balance(what + ", columns of the first round and met", starColumns, met);
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
    run("stars", Operation.LABELS, Labels.class, output);
    long stars = context.count(ClusterCounters.COLUMNS);
    context.balance("columns of the first round and of the stars", starColumns, stars);
    context.balance(
        "columns of stars, and centres and edges",
        stars,
        context.count(ClusterCounters.COMPONENTS) + numberOfEdges);
  }

  private Counters run(
      String name,
      Operation operation,
      Class<? extends Reducer<GroupedKey, NullWritable, NullWritable, Text>> reducer,
      Path output)
      throws IOException {
    int reducers = context.reducers(numberOfEdges * 2 * SHUFFLED_BYTES);
    return StageJob.of(context, "cluster, " + name, reducers, edges)
        .set(conf -> ColumnPartition.setColumns(conf, columns))
        .readLines(numberOfEdges * LINE_BYTES, edges)
        .set(conf -> conf.setEnum(OPERATION, operation))
        .map(Edges.class, GroupedKey.class, NullWritable.class)
        .partition(FirstColumnPartitioner.class)
        .group(GroupedKey.Group.class)
        .reduce(reducer)
        .writeLines(output)
        .run();
  }

  private static long count(Counters counters, Enum<?> counter) {
    return counters.findCounter(counter).getValue();
  }

  private static Operation operation(JobContext context) {
    return context.getConfiguration().getEnum(OPERATION, Operation.LARGE_STAR);
  }

  /**
   * Edge {u, v} → (the larger, the smaller) and, but for small stars, (the smaller, the larger).
   */
  public static final class Edges extends Mapper<LongWritable, Text, GroupedKey, NullWritable> {
    private final ColumnPair edge = new ColumnPair();
    private final GroupedKey key = new GroupedKey();
    private Operation operation;

    @Override
    protected void setup(Context context) {
      operation = operation(context);
    }

    @Override
    protected void map(LongWritable position, Text line, Context context)
        throws IOException, InterruptedException {
      edge.parse(line);
      context.write(key.set(edge.larger(), edge.smaller()), NullWritable.get());
      if (operation != Operation.SMALL_STAR) {
        context.write(key.set(edge.smaller(), edge.larger()), NullWritable.get());
      }
      if (operation != Operation.LABELS) {
        context.getCounter(StarCounters.EDGES_READ).increment(1);
      }
    }
  }

  /**
   * The neighbours of u, ascending → edges between m, the smallest of u and its neighbours, and
   * others. Large-star: and each larger neighbour, so that every edge is written once, by its
   * smaller column. Small-star, where only smaller neighbours come: and u and each of the others.
   */
  public static final class Stars extends Reducer<GroupedKey, NullWritable, NullWritable, Text> {
    private final LineBuilder line = new LineBuilder();
    private boolean large;

    @Override
    protected void setup(Context context) {
      large = operation(context) == Operation.LARGE_STAR;
    }

    @Override
    protected void reduce(GroupedKey key, Iterable<NullWritable> neighbours, Context context)
        throws IOException, InterruptedException {
      long u = key.leadingColumn();
      long m = Math.min(u, key.column()); // the first neighbour is the smallest
      long last = -1;
      long repeated = 0;
      long written = 0;
      for (NullWritable unused : neighbours) { // the key moves on with the values
        long v = key.column();
        if (v == last && (!large || v > u)) {
          repeated++;
        } else if (!large || v > u) {
          line.clear().append(m).append('\t').append(v == m ? u : v);
          context.write(NullWritable.get(), line.toText());
          written++;
        }
        last = v;
      }
      if (large) {
        context.getCounter(StarCounters.STAR_COLUMNS).increment(1);
      }
      context.getCounter(StarCounters.EDGES_REPEATED).increment(repeated);
      context.getCounter(StarCounters.EDGES_WRITTEN).increment(written);
      long unchanged = large ? (m == u ? written : 0) : 1;
      context.getCounter(StarCounters.EDGES_CHANGED).increment(written - unchanged);
    }
  }

  /**
   * The neighbours of a column in a star → one line {@code column<TAB>centre centre}. Fails if a
   * column has two centres, because the edges are then not stars.
   */
  public static final class Labels extends Reducer<GroupedKey, NullWritable, NullWritable, Text> {
    private final LineBuilder line = new LineBuilder();

    @Override
    protected void reduce(GroupedKey key, Iterable<NullWritable> neighbours, Context context)
        throws IOException, InterruptedException {
      long column = key.leadingColumn();
      long centre = Math.min(column, key.column()); // the first neighbour is the smallest
      for (NullWritable unused : neighbours) { // the key moves on with the values
        long other = Math.min(column, key.column());
        if (other != centre) {
          throw new IOException("column " + column + " belongs to " + centre + " and to " + other);
        }
      }
      line.clear().append(column).append('\t').append(centre).append(' ').append(centre);
      context.write(NullWritable.get(), line.toText());
      context.getCounter(ClusterCounters.COLUMNS).increment(1);
      if (column == centre) {
        context.getCounter(ClusterCounters.COMPONENTS).increment(1);
      }
    }
  }
}
