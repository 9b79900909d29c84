package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.config.Keys;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.output.PartFiles;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.stage5cluster.components.VerifiedPairs;
import io.neardup.hadoop.stage5cluster.keep.Partner;
import io.neardup.hadoop.table.ColumnPair;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.hadoop.table.NamedLinesOutputFormat;
import io.neardup.hadoop.table.NumberParser;
import io.neardup.similarity.Measure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * Finds for every column of a pair which column is kept in its place, and why. Writes part files
 * sorted by column, with a line {@code column<TAB>kept cluster} for a kept column and {@code
 * column<TAB>kept cluster other similarity} for a removed one. {@code cluster} is the smallest
 * column of the cluster. {@code other} is the kept column, if both make a pair; else the column
 * that makes the most similar pair with the removed one, of equally similar ones the smallest. The
 * similarity, in millionths, is that of the pair. Also writes, for the next stage, a folder of part
 * files {@code column<TAB>kept cluster}.
 */
public final class DecisionJob {

  /** The name of the part files of decisions. */
  static final Text DECISIONS = new Text("part");

  /** The folder of the part files {@code column<TAB>kept cluster}. */
  public static final String COLUMNS_FOLDER = "columns";

  /** The name of those part files. */
  static final Text COLUMNS = new Text(COLUMNS_FOLDER + "/part");

  private static final String FIRST = "neardup-internal.first-of-component-is-kept";

  /** Bytes of a shuffled record, about. */
  private static final long RECORD_BYTES = 30;

  // What the other column of a key is, in the order of the keys.
  private static final int COMPONENT = 0; // the smallest column of the component
  private static final int KEPT = 1; // kept in place of the column, which may be that column itself
  private static final int PARTNER = 2; // for which the column may be removed, if nothing is KEPT
  private static final int PAIR = 3; // the other column of a pair

  private DecisionJob() {}

  /**
   * Runs the job.
   *
   * @param pairs all pairs
   * @param columns how many columns the corpus has
   * @param components lines {@code column<TAB>smallest smallest}, by column
   * @param kept the lines that {@link io.neardup.hadoop.stage5cluster.keep.KeptDocuments#find}
   *     wrote, and others like them; no folder if the first document of each component is kept
   */
  public static void run(
      StageContext context,
      VerifiedPairs pairs,
      long columns,
      Path components,
      Optional<Path> kept,
      Path output)
      throws IOException {
    boolean direct = context.settings().get(Keys.LINKING).equals("direct");
    List<Path> input = new ArrayList<>(List.of(PartFiles.asInput(components)));
    kept.map(PartFiles::asInput).ifPresent(input::add);
    if (!direct) { // with direct linking, the partners have the similarities
      input.add(pairs.columns());
    }
    long records = 2 * pairs.number() + context.count(ClusterCounters.COLUMNS);
    int reducers = context.reducers(records * RECORD_BYTES);
    StageJob.of(context, "cluster, decisions", reducers, pairs.folder())
        .set(conf -> ColumnPartition.setColumns(conf, columns))
        .set(conf -> setFirstIsKept(conf, kept.isEmpty()))
        .set(conf -> NamedLinesOutputFormat.setAlwaysWritten(conf, COLUMNS.toString()))
        .readLines(pairs.bytes(), input.toArray(new Path[0]))
        .map(Lines.class, GroupedKey.class, Partner.class)
        .partition(FirstColumnPartitioner.class)
        .group(GroupedKey.Group.class)
        .reduce(Decisions.class)
        .write(NamedLinesOutputFormat.class, Text.class, Text.class, output)
        .run();
    if (!direct) {
      pairs.balance(context, "decided on", ClusterCounters.PAIRS_DECIDED);
    }
    context.balance(
        "columns of pairs and columns decided on",
        context.count(ClusterCounters.COLUMNS),
        context.count(ClusterCounters.COLUMNS_DECIDED));
  }

  /** Sets whether the smallest column of each component is the one that is kept. */
  static void setFirstIsKept(Configuration conf, boolean first) {
    conf.setBoolean(FIRST, first);
  }

  /**
   * A line → what it says of its columns:
   *
   * <pre>
   * column TAB first BLANK first         the smallest column of its component
   * column TAB kept                      the column that is kept in its place
   * column TAB kept TAB TAB partner      a {@link Partner} for which it may be removed
   * i TAB j TAB similarity TAB …         a pair, for both columns
   * </pre>
   */
  public static final class Lines extends Mapper<LongWritable, Text, GroupedKey, Partner> {
    private final NumberParser numbers = new NumberParser("a pair, a component or a kept column");
    private final ColumnPair edge = new ColumnPair();
    private final GroupedKey key = new GroupedKey();
    private final Partner partner = new Partner();
    private Measure measure;
    private boolean first;

    @Override
    protected void setup(Context context) {
      Configuration conf = context.getConfiguration();
      measure = HadoopSettings.measure(HadoopSettings.of(conf));
      first = conf.getBoolean(FIRST, false);
    }

    @Override
    protected void map(LongWritable position, Text line, Context context)
        throws IOException, InterruptedException {
      numbers.start(line);
      long column = numbers.number();
      numbers.expect('\t');
      long other = numbers.number();
      partner.set(0, 0, 0, 0, 0);
      if (numbers.accept(' ')) {
        context.write(key.set(column, COMPONENT, other), partner);
        if (first) {
          context.write(key.set(column, KEPT, other), partner);
        }
      } else if (!numbers.accept('\t')) {
        numbers.expectEnd();
        context.write(key.set(column, KEPT, other), partner);
      } else if (numbers.accept('\t')) {
        partner.parse(numbers);
        numbers.expectEnd();
        context.write(key.set(column, PARTNER, other), partner);
      } else {
        edge.parse(line);
        partner.set(0, edge.exact(measure), edge.similarity(), 0, 0);
        context.write(key.set(column, PAIR, other), partner);
        context.write(key.set(other, PAIR, column), partner);
        context.getCounter(ClusterCounters.PAIRS_DECIDED).increment(1);
      }
    }
  }

  /**
   * What decides on a column → a line {@code column<TAB>kept cluster}, and one that also has the
   * reason if the column is removed. Of several kept columns the smallest counts, of several
   * partners the best. A column with neither is kept.
   */
  public static final class Decisions extends Reducer<GroupedKey, Partner, Text, Text> {
    private static final long NONE = -1;
    private final LineBuilder line = new LineBuilder();
    private final Partner best = new Partner();

    @Override
    protected void reduce(GroupedKey key, Iterable<Partner> values, Context context)
        throws IOException, InterruptedException {
      long column = key.groupColumn();
      long component = NONE;
      long kept = NONE;
      long other = NONE; // of the best partner or pair
      for (Partner value : values) { // the key moves on with the values
        long next = key.column();
        switch (key.tag()) {
          case COMPONENT -> component = next;
          case KEPT -> kept = kept == NONE ? next : kept; // the smallest one comes first
          case PARTNER -> {
            if (kept == NONE || value.isBetter(best)) {
              kept = next;
              other = next;
              best.set(value);
            }
          }
          default -> { // PAIR
            if (other == NONE || next == kept || (other != kept && value.isBetter(best))) {
              other = next;
              best.set(value);
            }
          }
        }
      }
      write(column, component, kept == NONE ? column : kept, other, context);
    }

    private void write(long column, long component, long kept, long other, Context context)
        throws IOException, InterruptedException {
      if (component == NONE) {
        throw new IOException("column " + column + " is in no component");
      }
      line.clear().append(column).append('\t').append(kept).append(' ').append(component);
      context.write(COLUMNS, line.toText());
      if (kept != column) {
        if (other == NONE) {
          throw new IOException("column " + column + " is removed, but in no pair");
        }
        line.append(' ').append(other).append(' ').append(best.similarity());
        context.getCounter(ClusterCounters.SHINGLES_OF_REMOVED).increment(best.size());
        context.getCounter(ClusterCounters.SHINGLES_NOT_IN_KEPT).increment(best.missing());
      }
      context.write(DECISIONS, line.toText());
      context.getCounter(ClusterCounters.COLUMNS_DECIDED).increment(1);
    }
  }
}
