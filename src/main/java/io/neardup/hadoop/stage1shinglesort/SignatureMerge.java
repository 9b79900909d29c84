package io.neardup.hadoop.stage1shinglesort;

import io.neardup.config.Quantity;
import io.neardup.config.Stage;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.output.Fact;
import io.neardup.hadoop.output.OwnedFolder;
import io.neardup.hadoop.output.PartFiles;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.ColumnSet;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import io.neardup.hadoop.table.RawOutputFormat;
import io.neardup.hadoop.table.SignatureInputFormat;
import io.neardup.minhash.SignatureColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** Puts the signatures of the batches of a corpus into one output of stage 1. */
public final class SignatureMerge {

  /** What stage 1 counts of the work on the batches; the counts of the batches are added. */
  private static final List<ShingleSortCounters> WORK =
      List.of(
          ShingleSortCounters.PAIRS_SORTED,
          ShingleSortCounters.PAIRS_REDUCED,
          ShingleSortCounters.ROWS);

  /** What it counts of the shingles of the corpus, in which documents may have been dropped. */
  private static final List<ShingleSortCounters> SHINGLES =
      List.of(
          ShingleSortCounters.SHINGLE_OCCURRENCES,
          ShingleSortCounters.STOP_SHINGLE_OCCURRENCES,
          ShingleSortCounters.DOCUMENTS_OF_STOP_SHINGLES,
          ShingleSortCounters.STOP_SHINGLES);

  private SignatureMerge() {}

  /**
   * Runs the job. The signatures of documents that were dropped from the corpus are left out.
   *
   * @param folders of the signatures of the batches, in the order of their columns
   * @param shingles what stage 1 counts of the shingles of the corpus
   * @return the metadata of all signatures
   */
  public static StageMetadata run(
      StageContext context,
      Corpus corpus,
      List<Path> folders,
      ToLongFunction<ShingleSortCounters> shingles,
      Path outputPath)
      throws IOException {
    int slots = context.settings().slots();
    List<StageMetadata> parts = new ArrayList<>();
    for (Path folder : folders) {
      parts.add(context.inherit(folder, Stage.SHINGLE_SORT));
    }
    long bytes = PartFiles.bytes(context.conf(), folders);
    OwnedFolder output = context.newOutput(outputPath, Stage.SHINGLE_SORT);
    Path[] read = folders.toArray(Path[]::new);
    StageJob.of(context, "signatures", context.reducers(bytes), read)
        .set(conf -> ColumnPartition.setColumns(conf, corpus.columns()))
        .set(conf -> SignatureInputFormat.setSlots(conf, slots))
        .set(conf -> corpus.dropped().ifPresent(set -> CorpusInput.setDropped(conf, set)))
        .readParts(SignatureInputFormat.class, bytes, read)
        .map(Kept.class, LongWritable.class, BytesWritable.class)
        .partition(FirstColumnPartitioner.class)
        .reduce(LocalSignatures.Writer.class)
        .write(RawOutputFormat.class, NullWritable.class, BytesWritable.class, output.result())
        .run();
    long signatures = context.count(ShingleSortCounters.SIGNATURES);
    context.add(ShingleSortCounters.DOCUMENTS, corpus.documents());
    context.add(ShingleSortCounters.DOCUMENTS_WITHOUT_SHINGLES, corpus.documents() - signatures);
    SHINGLES.forEach(counter -> context.add(counter, shingles.applyAsLong(counter)));
    for (ShingleSortCounters counter : WORK) {
      context.add(counter, parts.stream().mapToLong(part -> part.count(counter)).sum());
    }
    return context.complete(
        output,
        Stage.SHINGLE_SORT,
        corpus.identity(),
        corpus.facts().with(Fact.SLOTS, slots).with(Fact.SIGNATURES, signatures),
        Quantity.of(signatures, "stored signature") + " of " + Quantity.of(slots, "slot"));
  }

  /** Signature column → (column, the signature), unless its document was dropped. */
  public static final class Kept
      extends Mapper<LongWritable, BytesWritable, LongWritable, BytesWritable> {
    private final LongWritable key = new LongWritable();
    private ColumnSet.Cursor dropped; // null if no document was dropped

    @Override
    protected void setup(Context context) throws IOException {
      dropped = CorpusInput.dropped(context.getConfiguration());
    }

    @Override
    protected void map(LongWritable position, BytesWritable record, Context context)
        throws IOException, InterruptedException {
      long column = SignatureColumn.column(record.getBytes(), 0);
      if (dropped == null || !dropped.contains(column)) {
        key.set(column);
        context.write(key, record);
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException {
      IOUtils.closeStream(dropped);
    }
  }
}
