package io.neardup.hadoop.collection.list;

import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.collection.CollectionIndex;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.format.UnsupportedSourceException;
import io.neardup.hadoop.generation.CollectionPath;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.pipeline.Pipeline;
import io.neardup.hadoop.stage1shinglesort.ShingleSortCounters;
import io.neardup.hadoop.stage1shinglesort.SignatureMerge;
import io.neardup.hadoop.stage4verify.PairMerge;
import io.neardup.hadoop.stage4verify.VerifyInput;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Writes the results of a generation as a run from scratch writes them. The signatures and pairs
 * are those that are stored; everything else is made from these by the stages of a pipeline. So
 * report, audit and the Parquet tables work on it.
 */
public final class CollectionExport implements Pipeline.StoredStages {

  private final CollectionIndex index;
  private final Corpus corpus;

  private CollectionExport(Configuration conf, CollectionIndex index) throws IOException {
    this.index = index;
    this.corpus = Corpus.open(conf, index.collection(), index.generation());
    corpus.requireSources(conf);
  }

  /**
   * Returns a pipeline that exports a generation.
   *
   * @param collection {@code COLLECTION} or {@code COLLECTION@N}
   * @throws UsageException if there is no such collection, or if it has changed or was made with
   *     another configuration
   * @throws UnsupportedSourceException if a file of its input is missing
   */
  public static Pipeline of(
      Configuration conf, PrintStream progress, String collection, Path output) throws IOException {
    CollectionPath path = CollectionPath.of(conf, collection);
    CollectionIndex index = CollectionIndex.of(conf, path);
    Configuration inherited = index.use(conf);
    return new Pipeline(
        inherited,
        progress,
        List.of(new Path(path.toString())),
        output,
        new CollectionExport(inherited, index));
  }

  @Override
  public Optional<StageMetadata> make(Stage stage, StageContext context, Path output)
      throws IOException {
    Path folder = new Path(output, stage.folder());
    return switch (stage) {
      case SHINGLE_SORT ->
          Optional.of(
              SignatureMerge.run(context, corpus, index.signatures(), index::count, folder));
      case VERIFY ->
          Optional.of(
              PairMerge.run(
                  context,
                  corpus,
                  index.pairs(),
                  Optional.of(
                      new VerifyInput(
                          corpus,
                          index.signatures(),
                          new Path(output, Stage.CANDIDATE_LIST.folder()),
                          index.count(ShingleSortCounters.SHINGLE_OCCURRENCES),
                          0)),
                  folder));
      default -> Optional.empty();
    };
  }
}
