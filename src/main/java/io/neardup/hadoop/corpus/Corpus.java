package io.neardup.hadoop.corpus;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.neardup.config.Quantity;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.generation.CollectionPath;
import io.neardup.hadoop.generation.Generation;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.Fact;
import io.neardup.hadoop.output.Facts;
import io.neardup.hadoop.output.OutputPath;
import io.neardup.hadoop.output.OwnedFolder;
import io.neardup.hadoop.output.OwnerMark;
import io.neardup.hadoop.output.StageFolder;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.table.ColumnLines;
import io.neardup.hadoop.table.ColumnSet;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A corpus: batches, each in its own folder {@code batches/00000}, {@code 00001} …. A batch exists
 * once its folder has {@code _neardup.json}. Its columns follow those of the batch before it.
 *
 * @param path the full path, or what messages call it
 * @param batches in the order of their columns, one or more
 * @param dropped which documents were dropped, if any were
 * @param only the columns that jobs read, a folder of part files of lines {@code column<TAB>…}, by
 *     column; null for all
 * @param onlyBytes about how many bytes of texts jobs read of these
 * @param metadata the counts of all batches, and as facts {@code columns}, {@code files}, {@code
 *     bytes}, {@code formats} and {@link Fact#BATCHES}
 */
public record Corpus(
    Path path,
    List<Batch> batches,
    Optional<ColumnSet> dropped,
    Path only,
    long onlyBytes,
    StageMetadata metadata) {

  /** Sources of a batch that the client looks for; the tasks look for each that they read. */
  static final int MAX_CHECKED = 1_000;

  private static final String BATCHES = "batches";
  private static final String DOCUMENTS = "DOCUMENTS"; // counters of ingest
  private static final String TEXT_BYTES = "TEXT_BYTES";

  /** The count of a generation that says how many bytes the dropped texts have. */
  public static final String DROPPED_TEXT_BYTES = "DROPPED_TEXT_BYTES";

  /**
   * A batch of a corpus: its folder, what {@code ingest} wrote of it, and its first document's
   * column. Tasks have it without what they do not need of the metadata.
   */
  public record Batch(
      @JsonSerialize(using = ToStringSerializer.class) Path folder,
      @JsonIgnoreProperties({"configuration", "counts", "provenance", "versions", "work"})
          StageMetadata metadata,
      long firstColumn) {

    public Path manifest() {
      return new Path(folder, CorpusManifest.FILE);
    }

    public String name() {
      return metadata.text(Fact.BATCH);
    }

    public SourceFormat format() {
      return SourceFormat.of(metadata.text(Fact.FORMAT));
    }

    /** Returns the fields whose values its catalog has. */
    public List<String> fields() {
      return CorpusInput.parse(metadata.text(Fact.FIELDS), new TypeReference<>() {});
    }

    /** Returns the column after that of its last document. */
    long end() {
      return firstColumn + metadata.columns();
    }

    /** Returns whether its documents are sets of elements, not text. */
    public boolean ofSets() {
      return metadata.text(Fact.CONTENT).equals("sets");
    }
  }

  /** Returns whether a path names a corpus, even one without batches, or a collection. */
  public static boolean isCorpus(Configuration conf, Path path) throws IOException {
    return CollectionPath.find(conf, path.toString()).isPresent()
        || !published(conf, path).isEmpty()
        || OwnerMark.isMadeBy(path.getFileSystem(conf), path, Stage.INGEST.verb());
  }

  /** Returns what to throw for a folder without batches; it may be results with a corpus inside. */
  public static UsageException noCorpus(Configuration conf, Path folder) throws IOException {
    Path inside = new Path(folder, Stage.INGEST.folder());
    return new UsageException(
        "%s is not a corpus: it has no batch; %s",
        folder,
        published(conf, inside).isEmpty() ? "run ingest to add one" : "its corpus is " + inside);
  }

  /**
   * Returns the batches of a corpus, none if it has none yet; UsageException if one is damaged,
   * missing before a later one, or of another version.
   */
  public static List<Batch> batches(Configuration conf, Path corpus) throws IOException {
    Optional<CollectionPath> collection = CollectionPath.find(conf, corpus.toString());
    return collection.isPresent()
        ? batches(conf, collection.get().path(), collection.get().read(conf))
        : publishedBatches(conf, corpus);
  }

  /** Returns the batches of a generation of a collection. */
  public static List<Batch> batches(Configuration conf, Path collection, Generation generation)
      throws IOException {
    List<Batch> batches = new ArrayList<>();
    for (Generation.Batch batch : generation.batches()) {
      Path folder = new Path(collection, batch.folder());
      batches.add(new Batch(folder, metadata(conf, folder), batch.firstColumn()));
    }
    return batches;
  }

  /** Returns the folder of the batch at a position, whether or not it exists. */
  public static Path folder(Path corpus, int ordinal) {
    return new Path(new Path(corpus, BATCHES), Quantity.format("%05d", ordinal));
  }

  /** Returns the folders of the published batches in their order. */
  private static List<Path> published(Configuration conf, Path corpus) throws IOException {
    List<Path> folders = new ArrayList<>();
    FileSystem fs = corpus.getFileSystem(conf);
    try {
      // HDFS reports a path below a file as an error of permissions, not as a missing file.
      if (!fs.getFileStatus(corpus).isDirectory()) {
        return List.of();
      }
      for (FileStatus child : fs.listStatus(new Path(corpus, BATCHES))) {
        Path folder = child.getPath();
        if (folder.getName().matches("\\d{5,}")
            && fs.exists(new Path(folder, StageFolder.METADATA))) {
          folders.add(folder);
        }
      }
    } catch (FileNotFoundException e) {
      return List.of();
    }
    folders.sort(Comparator.comparingLong(folder -> Long.parseLong(folder.getName())));
    return folders;
  }

  /** Reads the metadata of a batch of any corpus. */
  private static StageMetadata metadata(Configuration conf, Path batch) throws IOException {
    StageMetadata metadata = new StageFolder(conf, batch).require(Stage.INGEST);
    StageFolder.requireVersions(batch, metadata);
    return metadata;
  }

  /** Returns the published batches in their order. */
  private static List<Batch> publishedBatches(Configuration conf, Path corpus) throws IOException {
    List<Batch> batches = new ArrayList<>();
    for (Path folder : published(conf, corpus)) {
      StageMetadata metadata = metadata(conf, folder);
      if (metadata.number(Fact.POSITION) != batches.size()) {
        throw new UsageException(
            "%s: batch %d is missing, but %s exists: documents are numbered across all batches. Put"
                + " the missing batch back, or ingest the files into a new corpus",
            corpus, batches.size(), folder);
      }
      batches.add(new Batch(folder, metadata, columnsOf(batches)));
    }
    return batches;
  }

  /** Returns how many columns the first batches of a corpus have. */
  public static long columnsOf(List<Batch> batches) {
    if (batches.isEmpty()) {
      return 0;
    }
    return batches.get(batches.size() - 1).end();
  }

  /**
   * Opens a corpus with all its batches; UsageException if it is missing, has none, or was ingested
   * with another configuration.
   */
  public static Corpus open(StageContext context, Path path) throws IOException {
    return open(context, path, Integer.MAX_VALUE);
  }

  /**
   * Opens the batches of a corpus that an output was made from, without those added later;
   * UsageException also if the output was not made from this corpus.
   */
  public static Corpus open(StageContext context, Path path, Path output, StageMetadata made)
      throws IOException {
    Corpus corpus = open(context, path, Math.toIntExact(made.number(Fact.BATCHES)));
    StageContext.requireSameCorpus(path, corpus.metadata(), output, made);
    return corpus;
  }

  private static Corpus open(StageContext context, Path path, int mostBatches) throws IOException {
    Configuration conf = context.conf();
    Optional<CollectionPath> collection = CollectionPath.find(conf, path.toString());
    Corpus corpus;
    if (collection.isPresent()) {
      corpus = open(conf, collection.get().path(), collection.get().read(conf));
    } else {
      FileSystem fs = path.getFileSystem(conf);
      Path full = fs.makeQualified(path);
      UsageException.require(fs.exists(full), "%s does not exist; run ingest to make it", full);
      List<Batch> all = publishedBatches(conf, full);
      if (all.isEmpty()) {
        throw noCorpus(conf, full);
      }
      List<Batch> first = all.subList(0, Math.min(all.size(), mostBatches));
      corpus = of(conf, full, first, Optional.empty());
    }
    context.reads(output -> corpus.requireApart(conf, output));
    return corpus;
  }

  /**
   * Checks that neither this corpus nor a file that it reads lies in an output, nor this in the
   * corpus; UsageException naming both.
   */
  public void requireApart(Configuration conf, OutputPath output) throws IOException {
    output.requireApart(path);
    FileSystem fs = output.path().getFileSystem(conf);
    if (fs.exists(output.path()) && !OwnedFolder.isEmpty(fs, output.path())) {
      for (Batch batch : batches) {
        CorpusManifest.forFiles(
            conf,
            batch,
            Optional.empty(),
            Long.MAX_VALUE,
            file -> output.requireOutside(SourceReader.path(batch.folder(), file)));
      }
    }
  }

  /**
   * Makes sure that the lists of sources are those that were written (UsageException), and that the
   * first {@value #MAX_CHECKED} files that are read of each exist and have their length
   * (UnsupportedSourceException).
   */
  public void requireSources(Configuration conf) throws IOException {
    for (Batch batch : batches) {
      UsageException.require(
          StageMetadata.hash(conf, batch.manifest()).equals(batch.metadata().corpus()),
          "%s is not the manifest that ingest wrote; ingest again",
          batch.manifest());
      CorpusManifest.forFiles(
          conf,
          batch,
          dropped,
          MAX_CHECKED,
          range -> {
            Path file = SourceReader.path(batch.folder(), range);
            SourceReader.requireThere(file.getFileSystem(conf), file, range);
          });
    }
  }

  /** Opens the corpus of a generation of a collection. */
  public static Corpus open(Configuration conf, Path collection, Generation generation)
      throws IOException {
    List<Batch> batches = batches(conf, collection, generation);
    Corpus corpus = of(conf, collection, batches, dropped(collection, generation));
    long droppedBytes = generation.counts().getOrDefault(DROPPED_TEXT_BYTES, 0L);
    corpus.metadata.counts().computeIfPresent(TEXT_BYTES, (name, all) -> all - droppedBytes);
    return corpus;
  }

  /** Returns the columns of the documents that were dropped from a collection, if there are any. */
  public static Optional<ColumnSet> dropped(Path collection, Generation generation) {
    return Optional.ofNullable(generation.tombstones())
        .map(
            tombstones ->
                new ColumnSet(new Path(collection, tombstones.file()), tombstones.columns()));
  }

  /**
   * Returns a corpus of one or more consecutive batches, called by a path in messages;
   * UsageException if one was ingested with another configuration.
   */
  public static Corpus of(
      Configuration conf, Path path, List<Batch> batches, Optional<ColumnSet> dropped)
      throws IOException {
    for (Batch batch : batches) {
      StageFolder.requireSame(conf, batch.folder(), batch.metadata());
    }
    UsageException.require(
        batches.stream().map(Batch::ofSets).distinct().count() == 1,
        "%s has batches of sets and batches of texts",
        path);
    return new Corpus(
        path, List.copyOf(batches), dropped, null, 0, summarize(conf, batches, dropped));
  }

  /**
   * Returns this corpus, of which jobs read only the columns of a folder of part files of lines
   * {@code column<TAB>…}, by column.
   */
  public Corpus only(Configuration conf, Path columns) throws IOException {
    long bytes;
    try (ColumnLines some = new ColumnLines(conf, columns)) {
      bytes =
          CorpusInputFormat.splits(conf, batches, some, Double.MAX_VALUE).stream()
              .mapToLong(CorpusSplit::getLength)
              .sum();
    }
    return new Corpus(path, batches, dropped, columns, bytes, metadata);
  }

  /** Returns whether jobs read only parts of the corpus. */
  public boolean isPartial() {
    return only != null;
  }

  /** Returns a corpus of the last batch of this one alone, whose columns stay what they are. */
  public Corpus lastBatch(Configuration conf) throws IOException {
    return of(conf, path, batches.subList(batches.size() - 1, batches.size()), Optional.empty());
  }

  private static StageMetadata summarize(
      Configuration conf, List<Batch> batches, Optional<ColumnSet> dropped) throws IOException {
    TreeSet<String> formats = new TreeSet<>();
    Map<String, Long> counts = new TreeMap<>();
    StringBuilder identities = new StringBuilder();
    long files = 0;
    long bytes = 0;
    double seconds = 0;
    for (Batch batch : batches) {
      StageMetadata metadata = batch.metadata();
      formats.add(metadata.text(Fact.FORMAT));
      identities.append(metadata.fingerprint()).append('\n');
      metadata.counts().forEach((name, count) -> counts.merge(name, count, Long::sum));
      files += metadata.number(Fact.FILES);
      bytes += metadata.number(Fact.BYTES);
      seconds += metadata.seconds();
    }
    if (dropped.isPresent()) {
      identities.append(StageMetadata.hash(conf, dropped.get().file())).append('\n');
      counts.merge(DOCUMENTS, -dropped.get().columns(), Long::sum);
    }
    Facts facts =
        Facts.none()
            .with(Fact.COLUMNS, columnsOf(batches))
            .with(Fact.FILES, files)
            .with(Fact.BYTES, bytes)
            .with(Fact.FORMATS, String.join(",", formats))
            .with(Fact.BATCHES, batches.size());
    byte[] identity = identities.toString().getBytes(StandardCharsets.UTF_8);
    StageMetadata first = batches.get(0).metadata();
    return new StageMetadata(
        first.stage(),
        first.fingerprint(),
        StageMetadata.hash(identity),
        facts.byKey(),
        Map.of(),
        Map.of(),
        first.configuration(),
        counts,
        Map.of(),
        seconds,
        first.versions());
  }

  /** Sets this corpus as the input of a job. */
  public void configure(Configuration conf) {
    configure(conf, bytes());
  }

  /** Sets this corpus as the input of a job that reads only its catalog. */
  public void configureCatalog(Configuration conf) {
    configure(conf, CorpusInput.countEntries(conf, documents(), bytes()));
  }

  /** Sets this corpus as the input of a job that reads so many bytes of it. */
  public void configure(Configuration conf, long bytes) {
    CorpusInput.configure(conf, batches, bytes);
    Shinglers.setCorpusOfSets(conf, ofSets());
    dropped.ifPresent(columns -> CorpusInput.setDropped(conf, columns));
    if (only != null) {
      CorpusInput.readOnly(conf, only);
    }
  }

  /** Returns the formats that the metadata of a corpus name. */
  public static List<SourceFormat> formats(StageMetadata corpus) {
    return Stream.of(corpus.text(Fact.FORMATS).split(",", -1)).map(SourceFormat::of).toList();
  }

  /** Returns whether the documents are sets of elements, not text. */
  public boolean ofSets() {
    return batches.get(0).ofSets();
  }

  /** Returns the first column, 0 unless this is {@link #lastBatch} of another corpus. */
  public long firstColumn() {
    return batches.get(0).firstColumn();
  }

  /** Returns the column after the last one: if the first is 0, the number of columns. */
  public long columns() {
    return metadata.columns();
  }

  /** Returns the number of documents: of columns without those that were dropped. */
  public long documents() {
    return columns() - firstColumn() - dropped.map(ColumnSet::columns).orElse(0L);
  }

  /** Returns the bytes of the texts, or of those that are read. */
  public long bytes() {
    return only == null ? metadata.counts().getOrDefault(TEXT_BYTES, 0L) : onlyBytes;
  }

  /** Returns the total length in bytes of the sources. */
  public long sourceBytes() {
    return metadata.number(Fact.BYTES);
  }

  /** Returns the facts of the corpus that an output made from it records. */
  public Facts facts() {
    return Facts.none().with(Fact.COLUMNS, columns()).with(Fact.BATCHES, batches.size());
  }

  /** Returns an identifier of the corpus with exactly these batches. */
  public String identity() {
    return metadata.corpus();
  }
}
