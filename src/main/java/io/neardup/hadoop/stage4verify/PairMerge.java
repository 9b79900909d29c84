package io.neardup.hadoop.stage4verify;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Stage;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.job.Fact;
import io.neardup.hadoop.job.Facts;
import io.neardup.hadoop.job.PartFiles;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.job.StageMetadata;
import io.neardup.hadoop.job.StageOutput;
import io.neardup.hadoop.job.TaskNotes;
import io.neardup.hadoop.table.ColumnBits;
import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import io.neardup.hadoop.table.PairsInputFormat;
import io.neardup.hadoop.table.PairsOutputFormat;
import io.neardup.hadoop.table.SignatureInputFormat;
import io.neardup.hadoop.table.TopNotes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;

/**
 * Merges the pairs of several outputs of stage 4, whose pairs are of one corpus, into one. Pairs of
 * documents that were dropped from the corpus are left out.
 */
public final class PairMerge {

  /** What stage 4 counts of candidates; the counts of the outputs are added. */
  private static final List<VerifyCounters> SUMS =
      List.of(
          VerifyCounters.CANDIDATES,
          VerifyCounters.IMPLAUSIBLE,
          VerifyCounters.PLAUSIBLE,
          VerifyCounters.BELOW_THRESHOLD,
          VerifyCounters.DOCUMENTS_SHUFFLED);

  private PairMerge() {}

  /**
   * Merges pairs. The counts of candidates are the sums of those of the outputs.
   *
   * @param corpus that the pairs are of
   * @param folders complete outputs of stage 4, one or more
   * @return the metadata of the merged pairs
   */
  public static StageMetadata run(
      StageContext context, Corpus corpus, List<Path> folders, Path output) throws IOException {
    return run(context, corpus, folders, null, null, output);
  }

  /**
   * Merges the pairs of all candidates. The candidates are filtered again, for their counts.
   *
   * @param input what the candidates were verified against
   * @param folders complete outputs of stage 4, one or more
   * @param candidates of all documents
   * @return the metadata of the merged pairs
   */
  public static StageMetadata run(
      StageContext context, VerifyInput input, List<Path> folders, Path candidates, Path output)
      throws IOException {
    return run(context, input.corpus(), folders, input, candidates, output);
  }

  private static StageMetadata run(
      StageContext context,
      Corpus corpus,
      List<Path> folders,
      VerifyInput input,
      Path candidates,
      Path outputPath)
      throws IOException {
    List<StageMetadata> parts = new ArrayList<>();
    for (Path folder : folders) {
      parts.add(context.inherit(folder, Stage.VERIFY));
    }
    StageOutput output = context.newOutput(outputPath, Stage.VERIFY);
    long bytes = 0;
    List<Path> files = new ArrayList<>();
    for (Path folder : folders) {
      bytes += PartFiles.bytes(context.conf(), folder);
      files.add(new Path(PartFiles.asInput(folder), PartFiles.PREFIX + "*"));
    }
    int slots = context.settings().getInt(Keys.BANDS) * context.settings().getInt(Keys.ROWS);
    StageJob.of(context, "verify, merge", context.reducers(bytes), folders.toArray(Path[]::new))
        .set(conf -> ColumnPartition.setColumns(conf, corpus.columns()))
        .set(conf -> SignatureInputFormat.setSlots(conf, slots))
        .set(conf -> corpus.dropped().ifPresent(d -> PairMergeMapper.setDropped(conf, d)))
        .readFiles(PairsInputFormat.class, bytes, files.toArray(Path[]::new))
        .map(PairMergeMapper.class, ColumnPairKey.class, Text.class)
        .partition(FirstColumnPartitioner.class)
        .reduce(PairMergeReducer.class)
        .write(PairsOutputFormat.class, ColumnPairKey.class, Text.class, output.path())
        .run();
    long written = context.count(PairMergeCounters.PAIRS_WRITTEN);
    context.balance(
        "pairs of all inputs and pairs read",
        sum(parts, VerifyCounters.PAIRS_KEPT),
        context.count(PairMergeCounters.PAIRS_READ));
    context.balance(
        "pairs read and pairs written, repeated or dropped",
        context.count(PairMergeCounters.PAIRS_READ),
        written
            + context.count(PairMergeCounters.PAIRS_REPEATED)
            + context.count(PairMergeCounters.PAIRS_DROPPED));
    if (input == null) {
      SUMS.forEach(counter -> context.add(counter, sum(parts, counter)));
    } else {
      VerifyStage.filter(context, input, candidates, output.work("plausible"));
      context.add(
          VerifyCounters.BELOW_THRESHOLD, context.count(VerifyCounters.PLAUSIBLE) - written);
    }
    context.add(VerifyCounters.PAIRS_KEPT, written);
    mergeJustBelow(context.conf(), folders, output.path(), dropped(context.conf(), corpus));
    return context.complete(
        output,
        Stage.VERIFY,
        corpus.identity(),
        Facts.none()
            .with(Fact.COLUMNS, corpus.columns())
            .with(Fact.BATCHES, corpus.batches().size())
            .with(Fact.SLOTS, slots),
        Quantity.of(written, "pair"));
  }

  private static void mergeJustBelow(
      Configuration conf, List<Path> folders, Path output, ColumnBits dropped) throws IOException {
    TopNotes<SampledPair> pairs = SampledPair.justBelow();
    for (Path folder : folders) {
      pairs.read(conf, folder, pair -> !dropped.contains(pair.i()) && !dropped.contains(pair.j()));
    }
    TaskNotes.write(conf, new Path(output, "_" + pairs.name() + "-r-00000"), pairs.lines());
  }

  private static ColumnBits dropped(Configuration conf, Corpus corpus) throws IOException {
    return corpus.dropped().isPresent()
        ? ColumnBits.read(conf, corpus.dropped().get().file())
        : new ColumnBits();
  }

  private static long sum(List<StageMetadata> parts, VerifyCounters counter) {
    return parts.stream().mapToLong(part -> part.count(counter)).sum();
  }
}
