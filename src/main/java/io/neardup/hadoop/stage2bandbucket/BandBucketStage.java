package io.neardup.hadoop.stage2bandbucket;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.job.TaskNotes;
import io.neardup.hadoop.output.Fact;
import io.neardup.hadoop.output.Facts;
import io.neardup.hadoop.output.OwnedFolder;
import io.neardup.hadoop.output.PartFiles;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import io.neardup.hadoop.table.SignatureInputFormat;
import io.neardup.hadoop.table.TopNotes;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;

/** Runs stage 2: signature columns to buckets. */
public final class BandBucketStage {

  /** The file of an output that names the buckets not listed in full, if there are any. */
  public static final String LARGE_BUCKETS = "_large-buckets.tsv";

  private BandBucketStage() {}

  /**
   * Makes the buckets of the signatures in a folder and returns their metadata. Only a search for
   * containment needs the corpus of the documents.
   */
  public static StageMetadata run(
      StageContext context, Optional<Path> corpus, Path signaturesPath, Path outputPath)
      throws IOException {
    StageMetadata signatures = context.inherit(signaturesPath, Stage.SHINGLE_SORT);
    Settings settings = context.settings();
    if (settings.isOfContainment()) {
      Path path =
          corpus.orElseThrow(
              () ->
                  new UsageException(
                      Keys.MEASURE + "=containment needs the documents: name their corpus"));
      Corpus documents = Corpus.open(context, path, signaturesPath, signatures);
      List<Path> folders = List.of(signaturesPath);
      return run(context, documents, 0, folders, Optional.of(signatures), outputPath);
    }
    OwnedFolder output = context.newOutput(outputPath, Stage.BAND_BUCKET);
    int bands = settings.getInt(Keys.BANDS);
    int reducers = context.reducers(signatures.columns() * bands * BucketReducer.ENTRY_BYTES);
    int slots = Math.toIntExact(signatures.number(Fact.SLOTS));
    long bytes = PartFiles.bytes(context.conf(), signaturesPath);
    StageJob.of(context, "band-bucket", reducers, signaturesPath)
        .set(conf -> SignatureInputFormat.setSlots(conf, slots))
        .set(conf -> BucketRanges.setBands(conf, bands))
        .readParts(SignatureInputFormat.class, bytes, signaturesPath)
        .map(BandBucketReducer.Signatures.class, LongWritable.class, BytesWritable.class)
        .partition(FirstColumnPartitioner.class)
        .reduce(BandBucketReducer.class)
        .writeLines(output.result())
        .run();
    context.balance(
        "signatures times bands and members of buckets",
        context.count(BandBucketCounters.SIGNATURES) * bands,
        BandBucketCounters.BUCKET_MEMBERS);
    requireAll(context, signatures);
    return complete(context, signatures.corpus(), Facts.of(signatures), output);
  }

  private static void requireAll(StageContext context, StageMetadata signatures)
      throws IOException {
    context.balance(
        "signatures of stage 1 and signatures read",
        signatures.number(Fact.SIGNATURES),
        BandBucketCounters.SIGNATURES);
  }

  /**
   * Makes the buckets of a search for containment, from documents, and returns their metadata.
   *
   * @param firstNew the first column of a batch whose pairs are listed, or 0 for all pairs
   * @param folders of the signatures of all documents
   * @param signatures their metadata, or that of those of the batch, if they are known
   */
  public static StageMetadata run(
      StageContext context,
      Corpus corpus,
      long firstNew,
      List<Path> folders,
      Optional<StageMetadata> signatures,
      Path outputPath)
      throws IOException {
    OwnedFolder output = context.newOutput(outputPath, Stage.BAND_BUCKET);
    AnchorBuckets.run(context, corpus, firstNew, folders, output);
    if (signatures.isPresent()) {
      requireAll(context, signatures.get());
    }
    Facts facts =
        signatures
            .map(Facts::of)
            .orElse(Facts.none())
            .with(Fact.COLUMNS, corpus.columns())
            .with(Fact.BATCHES, corpus.batches().size())
            .with(Fact.SLOTS, context.settings().slots());
    return complete(context, corpus.identity(), facts, output);
  }

  private static StageMetadata complete(
      StageContext context, String corpus, Facts facts, OwnedFolder output) throws IOException {
    long largest =
        TaskNotes.read(context.conf(), output.result(), BucketOutput.LARGEST).stream()
            .mapToLong(Long::parseLong)
            .max()
            .orElse(0); // there is no bucket
    writeLargeBuckets(context, output.result());
    StageMetadata buckets =
        context.complete(
            output,
            Stage.BAND_BUCKET,
            corpus,
            facts.with(Fact.LARGEST_BUCKET, largest),
            Quantity.of(context.count(BandBucketCounters.NONTRIVIAL_BUCKETS), "bucket")
                + String.format(
                    Locale.ROOT, " of two documents or more, the largest of %,d", largest));
    SkippedPairs skipped = SkippedPairs.of(buckets);
    if (!skipped.isEmpty()) {
      long most = context.settings().get(Keys.MAX_BUCKET_COLUMNS);
      context.progress("warning: " + skipped.warning(most));
    }
    return buckets;
  }

  private static void writeLargeBuckets(StageContext context, Path output) throws IOException {
    TopNotes<LargeBucket> large = LargeBucket.notes();
    if (!large.read(context.conf(), output).isEmpty()) {
      TaskNotes.write(context.conf(), new Path(output, LARGE_BUCKETS), large.lines());
    }
  }
}
