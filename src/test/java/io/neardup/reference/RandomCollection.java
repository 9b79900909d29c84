package io.neardup.reference;

import io.neardup.config.Settings;
import io.neardup.gate.Gates;
import io.neardup.hadoop.collection.AdditionFigures;
import io.neardup.hadoop.collection.add.Addition;
import io.neardup.hadoop.collection.list.CollectionExport;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.generation.Generation;
import io.neardup.hadoop.generation.Generations;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.pipeline.Pipeline;
import io.neardup.hadoop.pipeline.Pipelines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;

/**
 * A collection of a test, and the batches that it grows by: those of a random corpus, of random
 * sizes.
 */
final class RandomCollection {

  /** What holds where a case says nothing: few slots and a low threshold, so that much is found. */
  static final String STANDARD =
      "banding.bands=8 banding.rows=2 similarity.threshold=0.4 verify.max-miss-rate=0.01"
          + " ingest.max-bad-records=100%";

  /** Stands for the list of the shingles of a document that many are alike. */
  private static final String STOP_LIST = "STOP";

  /** Options that differ in what decides the results. */
  static final List<String> CASES =
      """
      reducers=2 cluster.linking=components candidate.max-twins=2 bucket.max-columns=6
      reducers=5 cluster.linking=components cluster.keep=longest candidate.max-twins=3 STOP
      reducers=1 cluster.linking=direct bucket.max-columns=8
      reducers=3 cluster.linking=direct cluster.keep=longest signature.plan=local
      reducers=2 cluster.min-containment=0.8 similarity.threshold=0.5
      reducers=2 ingest.format=jsonl cluster.linking=components cluster.keep=priority \
      cluster.priority-field=weight cluster.source-field=site candidate.max-twins=1
      reducers=2 cluster.linking=direct cluster.keep=priority cluster.priority-prefixes=b1/,b0/
      reducers=3 ingest.format=sets verify=signature bucket.max-columns=5
      reducers=4 shingle.unit=word dedup.documents-without-shingles=remove \
      signature.scheme=universal cluster.max-memory-columns=3
      reducers=2 cluster.keep=last
      reducers=3 cluster.keep=longest,last bucket.max-columns=8
      reducers=2 cluster.keep=source,longest,first cluster.source-order=b2,b0
      reducers=2 ingest.format=jsonl cluster.keep=source,priority,last cluster.source-field=site \
      cluster.source-order=3,1 cluster.priority-field=weight
      reducers=2 cluster.linking=components cluster.keep=source,last cluster.source-order=b1,b4
      reducers=3 candidate.measure=containment candidate.min-shingles=16 bucket.max-columns=6 \
      candidate.max-twins=2 similarity.threshold=0.7
      reducers=2 candidate.measure=containment candidate.min-shingles=20 shingle.unit=word \
      similarity.threshold=0.8 cluster.keep=first
      reducers=1 candidate.measure=containment candidate.min-shingles=16 ingest.format=sets \
      bucket.max-columns=8 similarity.threshold=0.6
      """
          .lines()
          .toList();

  private final Path folder;
  private final String options;
  private final String format;
  private final List<Path> inputs = new ArrayList<>();

  /**
   * Writes the inputs of five batches, of which the second has one document and the fourth none.
   *
   * @param folder for everything
   * @param seed of the corpus and the sizes
   * @param options keys without their prefix, {@code key=value key=value …}, and {@code reducers=N}
   */
  RandomCollection(Path folder, long seed, String options) throws IOException {
    this(folder, seed, options, sizes(new Random(seed)));
  }

  /** Writes the inputs of batches of the given sizes. */
  RandomCollection(Path folder, long seed, String options, List<Integer> sizes) throws IOException {
    this.folder = folder;
    this.options = options;
    this.format = format(options);
    int documents = sizes.stream().mapToInt(size -> size).sum();
    RandomCorpus corpus = new RandomCorpus(seed, documents);
    if (options.contains(STOP_LIST)) {
      Configuration conf = configuration("");
      corpus.writeStopList(stopList(), Shinglers.ofOccurrences(conf, HadoopSettings.of(conf)));
    }
    corpus.shuffle();
    int from = 0;
    for (int batch = 0; batch < sizes.size(); batch++) {
      int to = from + sizes.get(batch);
      inputs.add(folder.resolve("input-" + batch));
      corpus.write(inputs.get(batch), format, List.of("one", "two"), from, to, null);
      from = to;
    }
  }

  /**
   * Divides documents, {@code id<TAB>text}, into four batches, of which the second has one document
   * and the third none.
   */
  RandomCollection(Path folder, Random random, String options, List<String> lines)
      throws IOException {
    this.folder = folder;
    this.options = options;
    this.format = "tsv";
    int one = random.nextInt(lines.size() - 1);
    int from = 0;
    for (int to : new int[] {one, one + 1, one + 1, lines.size()}) {
      Path input = Files.createDirectories(folder.resolve("input-" + inputs.size()));
      Files.write(input.resolve("one.tsv"), lines.subList(from, to));
      from = to;
      inputs.add(input);
    }
  }

  /** Returns the format of the input that options name. */
  static String format(String options) {
    return options.contains("=jsonl") ? "jsonl" : options.contains("=sets") ? "sets" : "tsv";
  }

  private Path stopList() {
    return folder.resolve("stop-list.tsv");
  }

  private static List<Integer> sizes(Random random) {
    int documents = 60 + random.nextInt(60);
    List<Integer> sizes =
        new ArrayList<>(List.of(20 + random.nextInt(20), 1, random.nextInt(30), 0));
    sizes.add(Math.max(0, documents - sizes.stream().mapToInt(size -> size).sum()));
    return sizes;
  }

  /** Returns how many batches there are. */
  int batches() {
    return inputs.size();
  }

  /** Returns the folder with the files of a batch. */
  Path input(int batch) {
    return inputs.get(batch);
  }

  /** Returns the configuration of the addition of a batch. */
  Configuration ofBatch(int batch) throws IOException {
    Configuration conf = configuration(batch == 0 ? STANDARD + " " + options : "");
    for (String option : options.split(" ", -1)) {
      if (option.startsWith("ingest.")) { // of each batch
        conf.set(Settings.PREFIX + option.split("=", -1)[0], option.split("=", -1)[1]);
      } else if (option.startsWith("reducers=") && batch % 2 == 1) {
        conf.set("mapreduce.job.reduces", option.split("=", -1)[1]);
      }
    }
    conf.set("neardup.ingest.format", format);
    conf.set("neardup.ingest.max-bad-records", "100%");
    return conf;
  }

  /** Adds a batch, with the name {@code b0}, {@code b1} …. */
  Addition.Result add(int batch) throws IOException {
    return add(batch, ofBatch(batch));
  }

  /** Adds a batch with a configuration. */
  Addition.Result add(int batch, Configuration conf) throws IOException {
    return Addition.run(
        conf,
        Pipelines.NOWHERE,
        List.of(hadoop(input(batch))),
        collection(),
        "b" + batch,
        Gates.of(List.of(), AdditionFigures.names()));
  }

  /** Returns the newest generation. */
  Generation newest() throws IOException {
    return Generations.of(configuration(""), collection()).newest().orElseThrow();
  }

  /** Exports the newest generation to a new folder beside the collection. */
  Path export(String name) throws IOException {
    return export(configuration(""), name);
  }

  /** Exports it with a configuration. */
  Path export(Configuration conf, String name) throws IOException {
    Path exported = folder.resolve(name);
    CollectionExport.of(conf, Pipelines.NOWHERE, collection().toString(), hadoop(exported))
        .run(Pipeline.Existing.REFUSE);
    return exported;
  }

  /** Runs a pipeline over the collection, whose settings it inherits, to a new folder beside it. */
  Path fromScratch(String name) throws IOException {
    return fromScratch(configuration(""), name);
  }

  /** Runs such a pipeline with a configuration. */
  Path fromScratch(Configuration conf, String name) throws IOException {
    Path scratch = folder.resolve(name);
    new Pipeline(new Configuration(conf), Pipelines.NOWHERE, List.of(collection()), hadoop(scratch))
        .run(Pipeline.Existing.REFUSE);
    return scratch;
  }

  org.apache.hadoop.fs.Path collection() {
    return hadoop(folder.resolve("collection"));
  }

  static org.apache.hadoop.fs.Path hadoop(Path path) {
    return new org.apache.hadoop.fs.Path(path.toUri().toString().replaceFirst("/$", ""));
  }

  Configuration configuration(String options) throws IOException {
    return conf(options.replace(STOP_LIST, "shingle.stop-list=" + stopList()));
  }

  /** Returns a configuration with options as {@link #RandomCollection} takes them. */
  static Configuration conf(String options) throws IOException {
    Configuration conf = Pipelines.conf();
    for (String option : options.strip().split(" +", -1)) {
      if (!option.isEmpty()) {
        String[] parts = option.split("=", 2);
        String key =
            switch (parts[0]) {
              case "reducers" -> "mapreduce.job.reduces";
              case "split" -> "mapreduce.input.fileinputformat.split.maxsize";
              default -> Settings.PREFIX + parts[0];
            };
        conf.set(key, parts[1]);
      }
    }
    return conf;
  }
}
