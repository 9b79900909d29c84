package io.neardup.hadoop.stage5cluster.keep;

import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.output.PartFiles;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.stage5cluster.components.VerifiedPairs;
import io.neardup.hadoop.table.ColumnLists;
import io.neardup.hadoop.table.ColumnPair;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.NamedLinesOutputFormat;
import io.neardup.hadoop.table.NumberParser;
import io.neardup.similarity.Measure;
import java.io.IOException;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * Makes the {@linkplain DecisionWriter decisions} where one column of each component is kept, or
 * columns removed for it are named.
 */
public final class DecisionJob {

  /** Read beside: lines {@code column<TAB>smallest smallest}, by column. */
  static final String COMPONENTS = "components";

  /** Whether the smallest column of each component is the one that is kept. */
  static final String FIRST = "neardup-internal.first-of-component-is-kept";

  /** Bytes of a shuffled record, about. */
  private static final long RECORD_BYTES = 30;

  // What the other column of a key is, in the order of the keys.
  private static final int KEPT = 0; // kept in place of the column, which may be that column itself
  private static final int PAIR = 1; // the other column of a pair

  private DecisionJob() {}

  /**
   * Runs the job.
   *
   * @param pairs all pairs
   * @param columns how many columns the corpus has
   * @param components lines {@code column<TAB>smallest smallest}, by column
   * @param kept a folder of lines {@code column<TAB>kept column} of every removed column, and
   *     perhaps of kept ones, in any order; no folder if the first document of each component is
   *     kept
   */
  public static void run(
      StageContext context,
      VerifiedPairs pairs,
      long columns,
      Path components,
      Optional<Path> kept,
      Path output)
      throws IOException {
    Path[] input =
        Stream.concat(Stream.of(pairs.columns()), kept.stream().map(PartFiles::asInput))
            .toArray(Path[]::new);
    long records = 2 * pairs.number() + context.count(ClusterCounters.COLUMNS);
    int reducers = context.reducers(records * RECORD_BYTES);
    StageJob<?, ?> job =
        StageJob.of(context, "cluster, decisions", reducers)
            .readBeside(COMPONENTS, components)
            .set(conf -> ColumnPartition.setColumns(conf, columns))
            .set(conf -> conf.setBoolean(FIRST, kept.isEmpty()))
            .readLines(pairs.bytes(), input)
            .map(Lines.class, GroupedKey.class, ColumnPair.class)
            .partition(FirstColumnPartitioner.class)
            .group(GroupedKey.Group.class)
            .reduce(Columns.class);
    NamedLinesOutputFormat.writeTo(job, DecisionWriter.COLUMNS, output).run();
    pairs.balance(context, "decided on", ClusterCounters.PAIRS_DECIDED);
  }

  /**
   * A line → what it says of its columns:
   *
   * <pre>
   * column TAB kept                      the column that is kept in its place
   * i TAB j TAB similarity TAB …         a pair, for both columns
   * </pre>
   */
  public static final class Lines extends Mapper<LongWritable, Text, GroupedKey, ColumnPair> {
    private final NumberParser numbers = new NumberParser("a pair or a kept column");
    private final ColumnPair pair = new ColumnPair();
    private final ColumnPair nothing = new ColumnPair();
    private final GroupedKey key = new GroupedKey();

    @Override
    protected void map(LongWritable position, Text line, Context context)
        throws IOException, InterruptedException {
      numbers.start(line);
      long column = numbers.numberField();
      long other = numbers.number();
      if (!numbers.accept('\t')) {
        numbers.expectEnd();
        context.write(key.set(column, KEPT, other), nothing);
      } else {
        pair.parse(line);
        context.write(key.set(column, PAIR, other), pair);
        context.write(key.set(other, PAIR, column), pair);
        context.getCounter(ClusterCounters.PAIRS_DECIDED).increment(1);
      }
    }
  }

  /**
   * What decides on a column → its decision. Of several kept columns the smallest counts, of
   * several pairs the most similar one. A column without kept column is kept. The components are
   * read beside the groups, which are sorted by column, too.
   */
  public static final class Columns extends Reducer<GroupedKey, ColumnPair, Text, Text> {
    private static final long NONE = -1;
    private final DecisionWriter decisions = new DecisionWriter();
    private ColumnLists components;
    private Measure measure;
    private boolean first;

    @Override
    protected void setup(Context context) throws IOException {
      Configuration conf = context.getConfiguration();
      components = new ColumnLists(conf, StageJob.beside(conf, COMPONENTS));
      measure = HadoopSettings.measure(HadoopSettings.of(conf));
      first = conf.getBoolean(FIRST, false);
    }

    @Override
    protected void reduce(GroupedKey key, Iterable<ColumnPair> values, Context context)
        throws IOException, InterruptedException {
      long column = key.groupColumn();
      if (!components.seek(column) || !components.nextEntry()) {
        throw new IOException("column " + column + " is in no component");
      }
      long component = components.entry();
      long kept = first ? component : NONE;
      long other = NONE; // of the pair
      long exact = NONE;
      int similarity = 0;
      for (ColumnPair pair : values) { // the key moves on with the values
        long next = key.column();
        if (key.tag() == KEPT) {
          kept = kept == NONE ? next : kept; // the smallest one comes first
        } else if (next == kept || (other != kept && pair.exact(measure) > exact)) {
          other = next;
          exact = pair.exact(measure);
          similarity = pair.similarity();
        }
      }
      kept = kept == NONE ? column : kept;
      if (kept != column && other == NONE) {
        throw new IOException("column " + column + " is removed, but in no pair");
      }
      decisions.write(column, kept, component, other, similarity, context);
    }

    @Override
    protected void cleanup(Context context) throws IOException {
      components.close();
    }
  }
}
