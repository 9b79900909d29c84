package io.neardup.hadoop.stage5cluster.against;

import io.neardup.graph.ContainmentRule;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.output.PartFiles;
import io.neardup.hadoop.stage5cluster.components.VerifiedPairs;
import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.ColumnPair;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.ForestWriter;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.hadoop.table.PairColumns;
import io.neardup.hadoop.table.PairsOutputFormat;
import io.neardup.hadoop.table.RecordSort;
import io.neardup.similarity.Measure;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * The pairs of an input, divided into those of two documents of the input and those with a document
 * of a collection. The columns of the collection are smaller than those of the input.
 *
 * @param own the pairs of two documents of the input
 * @param partners a folder of lines {@code column<TAB>partner exact similarity size missing}, by
 *     column, one for each document of the input that makes a pair with one of the collection for
 *     which it may be removed ({@link ContainmentRule}): the most similar one, of equally similar
 *     ones the one with the smallest column. Size is how many shingles the document of the input
 *     has, missing how many of these the partner lacks
 */
record InputPairs(VerifiedPairs own, Path partners) {

  private static final int BYTES_IN_MEMORY = 32 << 20;

  /**
   * Divides pairs.
   *
   * <p>Memory: {@value #BYTES_IN_MEMORY} bytes, the rest on the local disk, and a {@link
   * ForestWriter}.
   *
   * @param pairs the output of stage 4, in which each pair has a document of the input
   * @param firstInput the first column of the input
   * @param folder for what is written
   */
  static InputPairs divide(StageContext context, VerifiedPairs pairs, long firstInput, Path folder)
      throws IOException {
    Configuration conf = context.conf();
    Path own = new Path(folder, "pairs");
    Path partners = new Path(folder, "partners");
    ContainmentRule rule = ContainmentRule.againstCollection(context.settings());
    Measure measure = HadoopSettings.measure(context.settings());
    long numberOfOwn = 0;
    long numberOfOthers = 0;
    ForestWriter forest =
        new ForestWriter(
            PartFiles.create(conf, PairsOutputFormat.forestFile(own)), ForestWriter.IN_MEMORY);
    try (forest;
        RecordSort others = new RecordSort(Disk.ofClient(conf), BYTES_IN_MEMORY);
        OutputStream columns = PartFiles.create(conf, PairsOutputFormat.columnsFile(own));
        PairColumns all = new PairColumns(conf, pairs.folder())) {
      LineBuilder line = new LineBuilder();
      ColumnPair pair = all.pair();
      while (all.nextOfAll()) {
        if (pair.smaller() < firstInput) {
          if (rule.allows(pair.intersection(), pair.sizeOfLarger())) {
            others.add(record(pair, measure));
          }
          numberOfOthers++;
          continue;
        }
        pair.appendTo(line.clear());
        line.writeTo(columns);
        forest.add(pair.smaller(), pair.larger());
        numberOfOwn++;
      }
      context.add(AgainstCounters.IN_COLLECTION, writePartners(conf, others, partners));
    }
    context.add(AgainstCounters.PAIRS_OF_INPUT, numberOfOwn);
    context.add(AgainstCounters.PAIRS_WITH_COLLECTION, numberOfOthers);
    context.balance(
        "pairs kept by stage 4 and pairs of the input",
        pairs.number(),
        numberOfOwn + numberOfOthers);
    return new InputPairs(new VerifiedPairs(own, numberOfOwn, forest.edges()), partners);
  }

  /** Returns a record that sorts by column, then from the most to the least similar partner. */
  private static byte[] record(ColumnPair pair, Measure measure) {
    boolean hasSize = pair.sizeOfLarger() > 0;
    return BigEndian.record(
        pair.larger(),
        Measure.EXACT_ONE - pair.exact(measure),
        pair.smaller(),
        pair.similarity(),
        hasSize ? pair.sizeOfLarger() : 0,
        hasSize ? pair.sizeOfLarger() - pair.intersection() : 0);
  }

  /** Writes the best partner of each column and returns how many columns have one. */
  private static long writePartners(Configuration conf, RecordSort sorted, Path folder)
      throws IOException {
    LineBuilder line = new LineBuilder();
    long[] last = {-1};
    long[] number = {0};
    try (OutputStream out = PartFiles.createOnly(conf, folder)) {
      sorted.drainTo(
          (record, length) -> {
            long column = BigEndian.number(record, 0);
            if (column == last[0]) {
              return;
            }
            last[0] = column;
            number[0]++;
            line.clear().append(column).append('\t');
            line.append(BigEndian.number(record, 2)).append(' ');
            line.append(Measure.EXACT_ONE - BigEndian.number(record, 1));
            for (int place = 3; place < 6; place++) {
              line.append(' ').append(BigEndian.number(record, place));
            }
            line.writeTo(out);
          });
    }
    return number[0];
  }
}
