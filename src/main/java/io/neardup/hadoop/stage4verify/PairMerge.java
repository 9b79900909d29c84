package io.neardup.hadoop.stage4verify;

import io.neardup.config.Quantity;
import io.neardup.config.Stage;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.job.TaskNotes;
import io.neardup.hadoop.output.Fact;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.output.OwnedFolder;
import io.neardup.hadoop.output.PartFiles;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.stage4verify.compare.PairNotes;
import io.neardup.hadoop.stage4verify.compare.SampledPair;
import io.neardup.hadoop.stage4verify.compare.VerifyCounters;
import io.neardup.hadoop.table.ColumnBits;
import io.neardup.hadoop.table.ColumnPair;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.NumberParser;
import io.neardup.hadoop.table.PairsInputFormat;
import io.neardup.hadoop.table.PairsOutputFormat;
import io.neardup.hadoop.table.SignatureInputFormat;
import io.neardup.hadoop.table.TopNotes;
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

  /** What the merge of pairs counts: read = written + repeated + dropped. */
  public enum PairMergeCounters {
    /** Pairs read from all inputs. */
    PAIRS_READ,
    /** Pairs that several inputs have, beyond the first. */
    PAIRS_REPEATED,
    /** Pairs of a document that was dropped. */
    PAIRS_DROPPED,
    /** Pairs written. */
    PAIRS_WRITTEN
  }

  private PairMerge() {}

  /**
   * Merges pairs.
   *
   * @param corpus that the pairs are of
   * @param folders complete outputs of stage 4, one or more
   * @param candidates all of the corpus, which are filtered again for their counts; if they are not
   *     given, the counts are the sums of those of the outputs
   * @return the metadata of the merged pairs
   */
  public static StageMetadata run(
      StageContext context,
      Corpus corpus,
      List<Path> folders,
      Optional<VerifyInput> candidates,
      Path outputPath)
      throws IOException {
    List<StageMetadata> merged = new ArrayList<>();
    for (Path folder : folders) {
      merged.add(context.inherit(folder, Stage.VERIFY));
    }
    OwnedFolder output = context.newOutput(outputPath, Stage.VERIFY);
    long bytes = PartFiles.bytes(context.conf(), folders);
    Path[] parts = folders.stream().map(PairsInputFormat::parts).toArray(Path[]::new);
    int slots = context.settings().slots();
    StageJob.of(context, "verify, merge", context.reducers(bytes), folders.toArray(Path[]::new))
        .set(conf -> ColumnPartition.setColumns(conf, corpus.columns()))
        .set(conf -> SignatureInputFormat.setSlots(conf, slots))
        .set(conf -> corpus.dropped().ifPresent(d -> CorpusInput.setDropped(conf, d)))
        .readFiles(PairsInputFormat.class, bytes, parts)
        .map(Lines.class, GroupedKey.class, Text.class)
        .partition(FirstColumnPartitioner.class)
        .reduce(Distinct.class)
        .write(PairsOutputFormat.class, GroupedKey.class, Text.class, output.result())
        .run();
    long written = context.count(PairMergeCounters.PAIRS_WRITTEN);
    context.balance(
        "pairs of all inputs and pairs read",
        sum(merged, VerifyCounters.PAIRS_KEPT),
        PairMergeCounters.PAIRS_READ);
    context.balance(
        "pairs read and pairs written, repeated or dropped",
        PairMergeCounters.PAIRS_READ,
        PairMergeCounters.PAIRS_WRITTEN,
        PairMergeCounters.PAIRS_REPEATED,
        PairMergeCounters.PAIRS_DROPPED);
    if (candidates.isEmpty()) {
      SUMS.forEach(counter -> context.add(counter, sum(merged, counter)));
    } else {
      VerifyStage.filter(context, candidates.get(), output.work("plausible"));
      context.add(
          VerifyCounters.BELOW_THRESHOLD, context.count(VerifyCounters.PLAUSIBLE) - written);
    }
    context.add(VerifyCounters.PAIRS_KEPT, written);
    ColumnBits dropped = ColumnBits.read(context.conf(), corpus.dropped());
    mergeJustBelow(context.conf(), folders, output.result(), dropped);
    return context.complete(
        output,
        Stage.VERIFY,
        corpus.identity(),
        corpus.facts().with(Fact.SLOTS, slots),
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

  private static long sum(List<StageMetadata> parts, VerifyCounters counter) {
    return parts.stream().mapToLong(part -> part.count(counter)).sum();
  }

  /**
   * A record of {@link PairsInputFormat} → ((i, j), the rest of it), unless a document of the pair
   * was dropped. Memory: {@link ColumnBits} of the dropped columns.
   */
  public static final class Lines extends Mapper<LongWritable, Text, GroupedKey, Text> {
    private final NumberParser numbers = new NumberParser("a pair with its columns");
    private final GroupedKey key = new GroupedKey();
    private final Text value = new Text();
    private ColumnBits dropped;

    @Override
    protected void setup(Context context) throws IOException {
      dropped = ColumnBits.read(CorpusInput.dropped(context.getConfiguration()));
    }

    @Override
    protected void map(LongWritable number, Text record, Context context)
        throws IOException, InterruptedException {
      numbers.start(record);
      long i = numbers.number();
      numbers.expect('\t');
      long j = numbers.number();
      numbers.expect('\t');
      int at = numbers.position();
      value.set(record.getBytes(), at, record.getLength() - at);
      context.getCounter(PairMergeCounters.PAIRS_READ).increment(1);
      if (dropped.contains(i) || dropped.contains(j)) {
        context.getCounter(PairMergeCounters.PAIRS_DROPPED).increment(1);
        return;
      }
      context.write(key.set(i, j), value);
    }
  }

  /** The values of a pair, which are all the same → one of them. Leaves {@link PairNotes}. */
  public static final class Distinct extends Reducer<GroupedKey, Text, GroupedKey, Text> {
    private final PairNotes notes = new PairNotes();
    private final ColumnPair numbers = new ColumnPair();
    private final Text line = new Text();
    private int slots;
    private Measure measure;

    @Override
    protected void setup(Context context) {
      slots = SignatureInputFormat.slots(context.getConfiguration());
      measure = HadoopSettings.measure(HadoopSettings.of(context.getConfiguration()));
    }

    @Override
    protected void reduce(GroupedKey pair, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      boolean isFirst = true;
      for (Text value : values) {
        if (isFirst) {
          context.write(pair, value);
          note(pair, value);
          context.getCounter(PairMergeCounters.PAIRS_WRITTEN).increment(1);
        } else {
          context.getCounter(PairMergeCounters.PAIRS_REPEATED).increment(1);
        }
        isFirst = false;
      }
    }

    private void note(GroupedKey pair, Text value) throws IOException {
      int start = numbers.parseNumbers(value);
      line.set(value.getBytes(), start, value.getLength() - start);
      int sizeA = numbers.sizeOfSmaller();
      int sizeB = numbers.sizeOfLarger();
      int part = numbers.intersection();
      int whole = measure.whole(part, sizeA, sizeB);
      if (sizeA == 0) { // verified by signature
        part = (int) Math.round(numbers.similarity() / 1e6 * slots);
        whole = slots;
      }
      notes.add(pair.leadingColumn(), pair.column(), part, whole, line);
    }

    @Override
    protected void cleanup(Context context) throws IOException {
      notes.write(context);
    }
  }
}
