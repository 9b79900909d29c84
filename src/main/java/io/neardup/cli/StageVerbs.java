package io.neardup.cli;

import io.neardup.api.Neardup;
import io.neardup.config.Stage;
import io.neardup.hadoop.stopshingles.StopShingleSearch;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verbs of the stages that read a corpus. */
final class StageVerbs {

  private StageVerbs() {}

  @Command(
      name = StopShingleSearch.VERB,
      description = {
        "Lists the shingles that more than the share neardup.shingle.max-document-share of the"
            + " documents have, such as those of a template.",
        "Other verbs leave them out if neardup.shingle.stop-list names the list. pipeline makes the"
            + " list itself."
      },
      footer = {
        "Example:",
        "  hadoop jar neardup.jar stop-shingles -Dneardup.shingle.max-document-share=0.2 corpus"
            + " stop-shingles"
      })
  static final class StopShingles extends StageCommand {

    @Parameters(index = "0", description = "The corpus, an output of ingest.")
    private Path corpus;

    @Parameters(index = "1", description = "Folder for the list, stop-shingles.tsv.")
    private Path output;

    @Override
    void run(Neardup neardup, boolean overwrite) throws IOException {
      neardup.stopShingles(corpus, output, overwrite);
    }
  }

  @Command(
      name = "shingle-sort",
      description = "Stage 1: computes the signatures of the documents.",
      footer = {
        "Example:",
        "  hadoop jar neardup.jar shingle-sort -Dneardup.shingle.size=5 corpus 1-signatures"
      })
  static final class ShingleSort extends StageCommand {

    @Parameters(index = "0", description = "The corpus, an output of ingest.")
    private Path corpus;

    @Parameters(index = "1", description = "Folder for the signatures.")
    private Path signatures;

    @Override
    void run(Neardup neardup, boolean overwrite) throws IOException {
      neardup.stage(Stage.SHINGLE_SORT, overwrite, corpus, signatures);
    }
  }

  @Command(
      name = "band-bucket",
      description = "Stage 2: finds the documents whose signatures agree in a band (buckets).",
      footer = {"Example:", "  hadoop jar neardup.jar band-bucket 1-signatures 2-buckets"})
  static final class BandBucket extends StageCommand {

    @Parameters(index = "0", description = "The signatures, an output of shingle-sort.")
    private Path signatures;

    @Parameters(index = "1", description = "Folder for the buckets.")
    private Path buckets;

    @Option(
        names = "--corpus",
        paramLabel = "CORPUS",
        description =
            "The corpus, an output of ingest: needed with neardup.candidate.measure=containment.")
    private Path corpus;

    @Override
    void run(Neardup neardup, boolean overwrite) throws IOException {
      if (corpus == null) {
        neardup.stage(Stage.BAND_BUCKET, overwrite, signatures, buckets);
      } else {
        neardup.stage(Stage.BAND_BUCKET, overwrite, corpus, signatures, buckets);
      }
    }
  }

  @Command(
      name = "candidate-list",
      description = "Stage 3: lists for each document the candidates from its buckets.",
      footer = {"Example:", "  hadoop jar neardup.jar candidate-list 2-buckets 3-candidates"})
  static final class CandidateList extends StageCommand {

    @Parameters(index = "0", description = "The buckets, an output of band-bucket.")
    private Path buckets;

    @Parameters(index = "1", description = "Folder for the candidate lists.")
    private Path candidates;

    @Override
    void run(Neardup neardup, boolean overwrite) throws IOException {
      neardup.stage(Stage.CANDIDATE_LIST, overwrite, buckets, candidates);
    }
  }

  @Command(
      name = "verify",
      description = "Stage 4: compares the candidates and keeps the pairs that are similar enough.",
      footer = {
        "Example:",
        "  hadoop jar neardup.jar verify corpus 1-signatures 3-candidates 4-pairs"
      })
  static final class Verify extends StageCommand {

    @Parameters(index = "0", description = "The corpus.")
    private Path corpus;

    @Parameters(index = "1", description = "Its signatures, an output of shingle-sort.")
    private Path signatures;

    @Parameters(index = "2", description = "Its candidate lists, an output of candidate-list.")
    private Path candidates;

    @Parameters(index = "3", description = "Folder for the pairs.")
    private Path pairs;

    @Override
    void run(Neardup neardup, boolean overwrite) throws IOException {
      neardup.stage(Stage.VERIFY, overwrite, corpus, signatures, candidates, pairs);
    }
  }

  @Command(
      name = "cluster",
      description =
          "Stage 5: groups the documents of pairs into clusters and decides which are removed.",
      footer = {"Example:", "  hadoop jar neardup.jar cluster corpus 4-pairs 5-clusters"})
  static final class Cluster extends StageCommand {

    @Parameters(index = "0", description = "The corpus.")
    private Path corpus;

    @Parameters(index = "1", description = "Its verified pairs, an output of verify.")
    private Path pairs;

    @Parameters(index = "2", description = "Folder for the clusters.")
    private Path clusters;

    @Override
    void run(Neardup neardup, boolean overwrite) throws IOException {
      neardup.stage(Stage.CLUSTER, overwrite, corpus, pairs, clusters);
    }
  }

  @Command(
      name = "dedup",
      description = "Stage 6: writes the collection without near-duplicates, in its own format.",
      footer = {"Example:", "  hadoop jar neardup.jar dedup corpus 5-clusters 6-dedup"})
  static final class Dedup extends StageCommand {

    @Option(
        names = "--annotate",
        description =
            "Add to each document its cluster, how many documents and sources that has, and whether"
                + " the document is kept. For JSON Lines, CSV, Parquet and Avro.")
    private boolean annotate;

    @Parameters(index = "0", description = "The corpus.")
    private Path corpus;

    @Parameters(index = "1", description = "Its clusters, an output of cluster.")
    private Path clusters;

    @Parameters(index = "2", description = "Folder for kept/, removed/ and skipped/.")
    private Path output;

    @Override
    void run(Neardup neardup, boolean overwrite) throws IOException {
      if (annotate) {
        neardup.annotate(corpus, clusters, output, overwrite);
      } else {
        neardup.stage(Stage.DEDUP, overwrite, corpus, clusters, output);
      }
    }
  }
}
