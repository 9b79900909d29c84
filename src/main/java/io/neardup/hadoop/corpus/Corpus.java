package io.neardup.hadoop.corpus;

import io.neardup.config.Key;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.generation.CollectionPath;
import io.neardup.hadoop.generation.Generation;
import io.neardup.hadoop.job.Fact;
import io.neardup.hadoop.job.Facts;
import io.neardup.hadoop.job.OutputPath;
import io.neardup.hadoop.job.OwnedFolder;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageFolder;
import io.neardup.hadoop.job.StageMetadata;
import io.neardup.hadoop.table.ColumnLines;
import io.neardup.hadoop.table.ColumnSet;
import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
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
 * A corpus: a sequence of batches, each in its own folder {@code batches/00000}, {@code 00001} …. A
 * batch exists as soon as its folder has {@code _neardup.json}. The columns of a batch follow those
 * of the batch before it.
 */
public final class Corpus {

  /** Sources of a batch that the client looks for; the tasks look for each that they read. */
  static final int MAX_CHECKED = 1_000;

  private static final String BATCHES = "batches";
  private static final String DOCUMENTS = "DOCUMENTS"; // counters of ingest
  private static final String TEXT_BYTES = "TEXT_BYTES";

  /** The count of a generation that says how many bytes the dropped texts have. */
  public static final String DROPPED_TEXT_BYTES = "DROPPED_TEXT_BYTES";

  /**
   * A batch of a corpus.
   *
   * @param folder its folder
   * @param metadata the metadata that {@code ingest} wrote
   * @param firstColumn the column of its first document
   */
  public record Batch(Path folder, StageMetadata metadata, long firstColumn) {

    /** Returns the path of its manifest. */
    public Path manifest() {
      return new Path(folder, CorpusManifest.FILE);
    }

    /** Returns whether its manifest is the one that was written. */
    boolean hasItsManifest(Configuration conf) throws IOException {
      try (InputStream in = manifest().getFileSystem(conf).open(manifest())) {
        return StageMetadata.hash(in).equals(metadata.corpus());
      }
    }

    /** Returns its name. */
    public String name() {
      return metadata.text(Fact.BATCH);
    }

    /** Returns what tasks need to know to read it. */
    public CorpusBatch forTasks() {
      return new CorpusBatch(
          folder.toString(),
          manifest().toString(),
          firstColumn,
          metadata.columns(),
          SourceFormat.of(metadata.text(Fact.FORMAT)),
          metadata.deciding(),
          CorpusBatch.fields(metadata));
    }

    /** Returns whether its documents are sets of elements, not text. */
    public boolean ofSets() {
      return metadata.text(Fact.CONTENT).equals("sets");
    }
  }

  /**
   * Some of the documents.
   *
   * @param columns a folder of part files of lines {@code column<TAB>…}, by column
   * @param bytes about how many bytes jobs read of them
   */
  private record Part(Path columns, long bytes) {}

  private final Path path;
  private final List<Batch> batches;
  private final Optional<ColumnSet> dropped;
  private final Optional<Part> only; // what is of interest
  private final StageMetadata metadata;

  private Corpus(Configuration conf, Path path, List<Batch> batches, Optional<ColumnSet> dropped)
      throws IOException {
    this(path, batches, dropped, Optional.empty(), summarize(conf, batches, dropped));
  }

  private Corpus(
      Path path,
      List<Batch> batches,
      Optional<ColumnSet> dropped,
      Optional<Part> only,
      StageMetadata metadata) {
    this.path = path;
    this.batches = batches;
    this.dropped = dropped;
    this.only = only;
    this.metadata = metadata;
  }

  /** Returns whether a path names a corpus, even one without batches, or a collection. */
  public static boolean isCorpus(Configuration conf, Path path) throws IOException {
    return CollectionPath.find(conf, path.toString()).isPresent()
        || !batchFolders(conf, path).isEmpty()
        || OwnedFolder.isMadeBy(path.getFileSystem(conf), path, Stage.INGEST.verb());
  }

  /** Returns the path of the batch at a position, whether or not it exists. */
  public static Path batchFolder(Path corpus, int ordinal) {
    return new Path(new Path(corpus, BATCHES), String.format(Locale.ROOT, "%05d", ordinal));
  }

  /**
   * Returns the batches of a corpus, none if it has none yet.
   *
   * @throws UsageException if one is damaged, missing before a later one, or of another version
   */
  public static List<Batch> batches(Configuration conf, Path corpus) throws IOException {
    Optional<CollectionPath> collection = CollectionPath.find(conf, corpus.toString());
    return collection.isPresent()
        ? batches(conf, collection.get().path(), collection.get().read(conf))
        : batchesOf(conf, corpus);
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

  private static StageMetadata metadata(Configuration conf, Path batch) throws IOException {
    StageMetadata metadata = new StageFolder(conf, batch).require(Stage.INGEST);
    StageFolder.requireVersions(batch, metadata);
    return metadata;
  }

  private static List<Batch> batchesOf(Configuration conf, Path corpus) throws IOException {
    List<Batch> batches = new ArrayList<>();
    for (Path folder : batchFolders(conf, corpus)) {
      StageMetadata metadata = metadata(conf, folder);
      if (metadata.number(Fact.POSITION) != batches.size()) {
        throw new UsageException(
            String.format(
                Locale.ROOT,
                "%s: batch %d is missing, but %s exists: documents are numbered across all"
                    + " batches. Put the missing batch back, or ingest the files into a new corpus",
                corpus,
                batches.size(),
                folder));
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
    Batch last = batches.get(batches.size() - 1);
    return last.firstColumn() + last.metadata().columns();
  }

  /** Returns the folders of the published batches in their order. */
  private static List<Path> batchFolders(Configuration conf, Path corpus) throws IOException {
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

  /**
   * Opens a corpus with all its batches.
   *
   * @throws UsageException if it is missing or has no batch, or was ingested with another
   *     configuration
   */
  public static Corpus open(StageContext context, Path path) throws IOException {
    return open(context, path, Integer.MAX_VALUE);
  }

  /**
   * Opens the batches of a corpus that an output was made from, without batches added later.
   *
   * @throws UsageException also if the output was not made from this corpus
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
    if (collection.isPresent()) {
      Corpus corpus = open(conf, collection.get().path(), collection.get().read(conf));
      context.reads(output -> corpus.requireApart(conf, output));
      return corpus;
    }
    FileSystem fs = path.getFileSystem(conf);
    Path full = fs.makeQualified(path);
    if (!fs.exists(full)) {
      throw new UsageException(full + " does not exist; run ingest to make it");
    }
    List<Batch> all = batchesOf(conf, full);
    if (all.isEmpty()) {
      throw new UsageException(full + " is not a corpus: it has no batch; run ingest to add one");
    }
    List<Batch> batches = all.subList(0, Math.min(all.size(), mostBatches));
    Corpus corpus = of(conf, full, batches, Optional.empty());
    context.reads(output -> corpus.requireApart(conf, output));
    return corpus;
  }

  /**
   * Checks that this corpus and an output are apart, and that no file that the corpus reads lies in
   * the output.
   *
   * @throws UsageException naming both, if one lies in the other
   */
  public void requireApart(Configuration conf, OutputPath output) throws IOException {
    output.requireApart(path);
    FileSystem fs = output.path().getFileSystem(conf);
    if (!fs.exists(output.path()) || OwnedFolder.isEmpty(fs, output.path())) {
      return;
    }
    for (Batch batch : batches) {
      try (CorpusManifest.Cursor ranges = new CorpusManifest.Cursor(conf, batch.manifest())) {
        for (CorpusRange file = ranges.nextFile(); file != null; file = ranges.nextFile()) {
          output.requireOutside(RangeReaders.path(batch.folder(), file));
        }
      }
    }
  }

  /** Opens the corpus of a generation of a collection. */
  public static Corpus open(Configuration conf, Path collection, Generation generation)
      throws IOException {
    Corpus corpus =
        of(
            conf,
            collection,
            batches(conf, collection, generation),
            dropped(collection, generation));
    corpus
        .metadata
        .counts()
        .computeIfPresent(
            TEXT_BYTES,
            (name, bytes) -> bytes - generation.counts().getOrDefault(DROPPED_TEXT_BYTES, 0L));
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
   * Returns a corpus of some batches.
   *
   * @param path what messages call it
   * @param batches consecutive ones, one or more
   * @param dropped which documents were dropped
   * @throws UsageException if a batch was ingested with another configuration
   */
  public static Corpus of(
      Configuration conf, Path path, List<Batch> batches, Optional<ColumnSet> dropped)
      throws IOException {
    for (Batch batch : batches) {
      StageFolder.requireSame(conf, batch.folder(), batch.metadata());
    }
    if (batches.stream().anyMatch(batch -> batch.ofSets() != batches.get(0).ofSets())) {
      throw new UsageException(path + " has batches of sets and batches of texts");
    }
    return new Corpus(conf, path, List.copyOf(batches), dropped);
  }

  /**
   * Returns this corpus, of which jobs read only certain columns.
   *
   * @param columns a folder of part files of lines {@code column<TAB>…}, by column
   */
  public Corpus only(Configuration conf, Path columns) throws IOException {
    long bytes;
    try (ColumnLines some = new ColumnLines(conf, columns)) {
      bytes =
          CorpusInputFormat.splits(conf, forTasks(), some, Double.MAX_VALUE).stream()
              .mapToLong(CorpusSplit::getLength)
              .sum();
    }
    return new Corpus(path, batches, dropped, Optional.of(new Part(columns, bytes)), metadata);
  }

  private List<CorpusBatch> forTasks() {
    return batches.stream().map(Batch::forTasks).toList();
  }

  /** Returns whether jobs read only parts of the corpus. */
  public boolean isPartial() {
    return only.isPresent();
  }

  /** Returns a corpus of the last batch of this one alone, whose columns stay what they are. */
  public Corpus lastBatch(Configuration conf) throws IOException {
    return new Corpus(
        conf, path, batches.subList(batches.size() - 1, batches.size()), Optional.empty());
  }

  /**
   * Makes sure that the sources of the batches are there: that the lists of sources are those that
   * were written, and that the first {@value #MAX_CHECKED} files of each have their length.
   *
   * @throws UsageException if a list has changed
   * @throws CorpusChangedException if a file is missing or has another length
   */
  public void requireSources(Configuration conf) throws IOException {
    for (Batch batch : batches) {
      Path manifest = batch.manifest();
      if (!batch.hasItsManifest(conf)) {
        throw new UsageException(manifest + " is not the manifest that ingest wrote; ingest again");
      }
      try (CorpusManifest.Cursor ranges = new CorpusManifest.Cursor(conf, manifest)) {
        CorpusRange file = ranges.nextFile();
        for (int checked = 0; file != null && checked < MAX_CHECKED; checked++) {
          RangeReaders.requireThere(conf, batch.folder(), file);
          file = ranges.nextFile();
        }
      }
    }
  }

  /**
   * Makes sure that the catalog has the values of a field.
   *
   * @param key names the field
   * @throws UsageException if a batch was ingested without it
   */
  void requireField(Key<String> key, String field) {
    for (CorpusBatch batch : forTasks()) {
      if (!batch.format().hasFields()) {
        throw new UsageException(
            key + "=" + field + ": " + CorpusInput.withoutFields(batch.format()));
      }
      if (!batch.fields().contains(field)) {
        throw new UsageException(
            String.format(
                Locale.ROOT,
                "%s was ingested without the field %s; ingest again with -D%s=%s",
                batch.folder(),
                field,
                key,
                field));
      }
    }
  }

  private static StageMetadata summarize(
      Configuration conf, List<Batch> batches, Optional<ColumnSet> dropped) throws IOException {
    Facts facts = Facts.none();
    Map<String, Long> counts = new TreeMap<>();
    StringBuilder identities = new StringBuilder();
    double seconds = 0;
    facts.with(Fact.COLUMNS, columnsOf(batches));
    for (Fact fact : List.of(Fact.FILES, Fact.BYTES)) {
      facts.with(fact, batches.stream().mapToLong(batch -> batch.metadata().number(fact)).sum());
    }
    facts.with(
        Fact.FORMATS,
        String.join(
            ",",
            new TreeSet<>(
                batches.stream().map(batch -> batch.metadata().text(Fact.FORMAT)).toList())));
    facts.with(Fact.BATCHES, batches.size());
    for (Batch batch : batches) {
      identities.append(batch.metadata().fingerprint()).append('\n');
      batch.metadata().counts().forEach((name, count) -> counts.merge(name, count, Long::sum));
      seconds += batch.metadata().seconds();
    }
    if (dropped.isPresent()) {
      identities.append(dropped.get().hash(conf)).append('\n');
      counts.merge(DOCUMENTS, -dropped.get().columns(), Long::sum);
    }
    String identity =
        StageMetadata.hash(
            new ByteArrayInputStream(identities.toString().getBytes(StandardCharsets.UTF_8)));
    StageMetadata first = batches.get(0).metadata();
    return new StageMetadata(
        first.stage(),
        first.fingerprint(),
        identity,
        facts.byKey(),
        Map.of(),
        Map.of(),
        first.configuration(),
        counts,
        Map.of(),
        seconds,
        first.versions());
  }

  /** Sets the sources of this corpus as the input of a job. */
  public void configureSources(Configuration conf) {
    configure(conf, sourceBytes());
  }

  /** Sets this corpus as the input of a job. */
  public void configure(Configuration conf) {
    configure(conf, bytes());
  }

  private void configure(Configuration conf, long bytes) {
    CorpusInput.configure(conf, forTasks(), bytes);
    Shinglers.setCorpusOfSets(conf, ofSets());
    dropped.ifPresent(columns -> CorpusInput.setDropped(conf, columns));
    only.ifPresent(part -> CorpusInput.readOnly(conf, part.columns()));
  }

  /** Returns the full path. */
  public Path path() {
    return path;
  }

  /** Returns the batches in the order of their columns, one or more. */
  public List<Batch> batches() {
    return batches;
  }

  /** Returns the formats of the batches. */
  public List<SourceFormat> formats() {
    return formats(metadata);
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

  /** Returns which documents were dropped, if any were. */
  public Optional<ColumnSet> dropped() {
    return dropped;
  }

  /** Returns the bytes of the texts, or of those that are read. */
  public long bytes() {
    return only.map(Part::bytes).orElseGet(() -> metadata.counts().getOrDefault(TEXT_BYTES, 0L));
  }

  /** Returns the total length in bytes of the sources. */
  public long sourceBytes() {
    return metadata.number(Fact.BYTES);
  }

  /** Returns an identifier of the corpus with exactly these batches. */
  public String identity() {
    return metadata.corpus();
  }

  /**
   * Returns the metadata: the counts of all batches, and as facts {@code columns}, {@code files},
   * {@code bytes}, {@code formats} and {@link Fact#BATCHES}.
   */
  public StageMetadata metadata() {
    return metadata;
  }
}
