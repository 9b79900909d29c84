package io.neardup.hadoop.stage0ingest;

import io.neardup.config.Key;
import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.Addresses;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusBatch;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.format.Decoding;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.format.compression.Compressions;
import io.neardup.hadoop.job.CopyPermission;
import io.neardup.hadoop.job.Fact;
import io.neardup.hadoop.job.Facts;
import io.neardup.hadoop.job.OutputPath;
import io.neardup.hadoop.job.PartFiles;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageMetadata;
import io.neardup.hadoop.job.Utf8Lines;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Adds files to a corpus, as a new batch. A batch is a folder with {@code manifest.jsonl}, {@code
 * addresses}, {@code skipped.tsv}, {@code malformed.tsv} and {@code repeated-ids.tsv}; for sets and
 * packed sources also {@code documents/}, for copies of local files also {@code files/} and {@code
 * checksums.tsv}. It is written in a temporary folder and published with one rename.
 */
public final class IngestStage {

  /** The file of a batch that lists the records set aside. */
  public static final String SKIPPED = "skipped.tsv";

  /** The file of a batch that lists the documents with bytes that are not of their charset. */
  public static final String MALFORMED = "malformed.tsv";

  /** The file of a batch that lists the ids of more than one document. */
  public static final String REPEATED_IDS = "repeated-ids.tsv";

  /** The file of a batch that lists the hashes of copied files. */
  public static final String CHECKSUMS = "checksums.tsv";

  static final String FILES = "files";
  private static final String DOCUMENTS = "documents";
  private static final String PLAN = "_plan.jsonl";
  private static final String INPUTS = "_inputs";

  /**
   * A plan: the ranges to be read, of which nothing has been counted.
   *
   * @param batch its manifest is the plan
   * @param ranges how many there are
   * @param bytes of the files, together
   */
  private record Planned(CorpusBatch batch, long ranges, long bytes) {}

  private final StageContext context;
  private final Settings settings;
  private final BatchFolder batch;
  private final CopyPermission permission; // of files of documents
  private final FileSystem fs;
  private final Path folder;

  private IngestStage(StageContext context, BatchFolder batch, CopyPermission permission)
      throws IOException {
    this.permission = permission;
    this.context = context;
    this.settings = context.settings();
    this.batch = batch;
    this.folder = batch.path();
    this.fs = folder.getFileSystem(context.conf());
  }

  /**
   * Ingests files into a corpus, which is made if it does not exist.
   *
   * @param batchName the name of the batch, null for {@code batch-} and its position
   * @return the metadata of the batch
   * @throws UsageException if there is a batch of that name or with one of the files
   */
  public static StageMetadata run(
      StageContext context, List<Path> inputs, Path corpus, String batchName) throws IOException {
    return run(context, inputs, corpus, batchName, null, null, null);
  }

  /**
   * Ingests files as a batch of a collection.
   *
   * @param corpus the folder below which the batch is made, at the place of its position
   * @param collection its full path
   * @param earlier the batches of the collection
   * @param batchName the name of the batch, null for {@code batch-} and its position
   * @return the batch
   * @throws UsageException if there is a batch of that name or with one of the files
   */
  public static Corpus.Batch run(
      StageContext context,
      List<Path> inputs,
      Path corpus,
      Path collection,
      List<Corpus.Batch> earlier,
      String batchName)
      throws IOException {
    StageMetadata metadata = run(context, inputs, corpus, batchName, collection, earlier, null);
    Path folder = Corpus.batchFolder(corpus, earlier.size());
    return new Corpus.Batch(earlier.size(), folder, metadata, Corpus.columnsOf(earlier));
  }

  /**
   * Ingests files into a corpus of their own, in the format and with the fields of a batch of
   * another.
   *
   * @return the metadata of the batch
   */
  public static StageMetadata runLike(
      StageContext context, List<Path> inputs, Path corpus, Corpus.Batch like) throws IOException {
    return run(context, inputs, corpus, null, null, null, like);
  }

  private static StageMetadata run(
      StageContext context,
      List<Path> inputs,
      Path corpus,
      String batchName,
      Path collection,
      List<Corpus.Batch> earlier,
      Corpus.Batch like)
      throws IOException {
    InputFiles inputFiles = new InputFiles(context.conf(), inputs);
    OutputPath output = context.whole(corpus);
    inputFiles.requireApart(output);
    try (BatchFolder batch = new BatchFolder(context, corpus, batchName, collection, earlier)) {
      batch.create();
      InputList files = inputFiles.list(batch.prefix(), new Path(batch.path(), INPUTS), output);
      batch.requireNew(files);
      SourceFormat format = format(context, files, like == null ? batch.lastOther() : like);
      return new IngestStage(context, batch, inputFiles.permission())
          .ingest(inputs, files, format, inputFiles.anyLocal());
    }
  }

  /**
   * Returns the format: the one that is set, else that of an earlier batch, else the one that is
   * detected. The fields that are read are also those of the earlier batch, where none are set.
   *
   * @param like the batch; null if there is none
   * @throws UsageException if the files do not fit the format, or fields are set that it does not
   *     have
   */
  private static SourceFormat format(StageContext context, InputList files, Corpus.Batch like)
      throws IOException {
    Settings set = context.settings();
    inherit(
        context,
        like,
        List.of(Keys.ID_FIELD, Keys.TEXT_FIELD, Keys.CSV_DELIMITER, Keys.CHARSET, Keys.WARC_ID));
    boolean inherited = like != null && set.explicit(Keys.INGEST_FORMAT).isEmpty();
    if (inherited) {
      inherit(context, like, List.of(Keys.INGEST_FORMAT));
    }
    String given = context.settings().get(Keys.INGEST_FORMAT);
    boolean detect = given.equals("auto");
    SourceFormat format = SourceFormat.of(detect ? "lines" : given);
    if (detect || inherited || format.isText()) {
      FormatFinder finder = new FormatFinder(context.conf(), context.settings(), files, !detect);
      if (detect) {
        format = SourceFormat.of(finder.format());
        context.progress("format " + format.key() + ": " + finder.evidence());
        context.conf().set(Keys.INGEST_FORMAT.name(), format.key());
      } else if (inherited) {
        finder.requireLike(given, like.name());
      } else {
        finder.requireText(given);
      }
    }
    Decoding.require(context.settings().get(Keys.CHARSET), format);
    for (Key<String> key : List.of(Keys.ID_FIELD, Keys.TEXT_FIELD)) {
      if (set.explicit(key).isPresent()) {
        FirstRecords.requireFields(format, key, set.get(key));
      }
    }
    return format;
  }

  /** Sets keys as an earlier batch has them, where the user does not. */
  private static void inherit(StageContext context, Corpus.Batch like, List<Key<?>> keys) {
    for (Key<?> key : keys) {
      String value = like == null ? null : like.metadata().deciding().get(key.name());
      if (value != null
          && !value.equals(String.valueOf(key.defaultValue()))
          && context.settings().explicit(key).isEmpty()) {
        context.conf().set(key.name(), value);
        context.progress(key + "=" + value + ", as in batch " + like.name());
      }
    }
  }

  private StageMetadata ingest(
      List<Path> inputs, InputList found, SourceFormat format, boolean anyLocal)
      throws IOException {
    boolean sets = format == SourceFormat.SETS;
    boolean packed = settings.get(Keys.PACK) && !sets;
    if (packed && !format.packable()) {
      throw new UsageException(
          Keys.PACK
              + ": files of the format "
              + format.key()
              + " are never packed, because they can be split as they are");
    }
    new FirstRecords(context, batch.corpus(), sets ? SourceFormat.TSV : format).check(found);
    InputList files = anyLocal && !LocalCopy.isLocal(folder) ? copy(found) : found;
    Planned plan =
        sets ? groupSets(files) : packed ? pack(files, format) : plan(files, format, true);
    count(plan, sets, packed);
    return publish(inputs, files, format, packed);
  }

  /** Copies local files to where the tasks of a cluster can read them. */
  private InputList copy(InputList files) throws IOException {
    InputList copies = new InputList(context.conf(), new Path(folder, INPUTS + "/copies.jsonl"));
    try (Writer checksums = Utf8Lines.write(context.conf(), new Path(folder, CHECKSUMS))) {
      new LocalCopy(context.conf(), new Path(folder, FILES)).copy(files, copies, checksums);
    }
    return copies;
  }

  /** Plans files as they are; they are cut into ranges where that can be done. */
  private Planned plan(InputList files, SourceFormat format, boolean mayCut) throws IOException {
    Compressions compressions = new Compressions(context.conf());
    Path path = new Path(folder, PLAN);
    try (Plan plan = newPlan(path, files.bytes());
        InputList.Cursor in = files.read()) {
      for (InputFile file = in.next(); file != null; file = in.next()) {
        boolean cut =
            mayCut && format.splittable() && !format.isCompressed(compressions, file.name());
        plan.add(relative(file.uri()), file.name(), file.length(), file.modified(), cut);
      }
      return new Planned(forTasks(path, format, false), plan.ranges(), files.bytes());
    }
  }

  /** Groups lines of set and element into files of sets, and plans those. */
  private Planned groupSets(InputList files) throws IOException {
    Planned lines = plan(files, SourceFormat.TSV, true);
    Path ordered = new Path(folder, "ordered");
    new SetPacking(context, lines.batch(), lines.ranges(), lines.bytes()).run(ordered);
    PartFiles.concatenate(fs, ordered, "skipped-", new Path(folder, SKIPPED));
    return planDocuments(ordered, "documents-", lines, SourceFormat.SETS, false);
  }

  /** Copies the records of the files into packed files, and plans those. */
  private Planned pack(InputList files, SourceFormat format) throws IOException {
    // What is packed is read from its beginning, which numbers its lines.
    Planned whole = plan(files, format, false);
    Path packing = new Path(folder, "packed");
    new Packing(context).run(whole.batch(), whole.bytes(), packing);
    return planDocuments(packing, PackMapper.PREFIX, whole, format, true);
  }

  private StageMetadata publish(
      List<Path> inputs, InputList files, SourceFormat format, boolean packed) throws IOException {
    Facts facts =
        Facts.none()
            .with(Fact.BATCH, batch.name())
            .with(Fact.FORMAT, format.key())
            .with(Fact.PACKED, String.valueOf(packed))
            .with(Fact.CONTENT, format == SourceFormat.SETS ? "sets" : "text")
            .with(Fact.INPUTS, inputs.toString())
            .with(Fact.FILES, files.files())
            .with(Fact.BYTES, files.bytes())
            .with(Fact.COLUMNS, context.count(IngestCounters.DOCUMENTS));
    String identity;
    try (InputStream in = fs.open(new Path(folder, CorpusManifest.FILE))) {
      identity = StageMetadata.hash(in);
    }
    StageMetadata metadata =
        context.complete(
            batch.stageFolder(),
            Stage.INGEST,
            identity,
            facts,
            Quantity.of(context.count(IngestCounters.DOCUMENTS), "document")
                + ", "
                + Quantity.of(context.count(IngestCounters.SKIPPED), "record")
                + " set aside"
                + malformed(context.count(IngestCounters.MALFORMED))
                + lost(context.count(SkipReason.DAMAGED_FILE)));
    batch.publish();
    return metadata;
  }

  private String malformed(long documents) {
    return documents == 0
        ? ""
        : "; "
            + Quantity.of(documents, "document")
            + " with "
            + BadRecords.malformed(settings)
            + ", see "
            + MALFORMED;
  }

  /** Returns what is said of files that are damaged; empty if there are none. */
  private static String lost(long damaged) {
    return damaged == 0
        ? ""
        : "; "
            + Quantity.of(damaged, "damaged file")
            + ": an unknown number of documents is lost, see "
            + SKIPPED;
  }

  private Plan newPlan(Path file, long inputBytes) throws IOException {
    return new Plan(context.conf(), file, CorpusInput.rangeBytes(context.conf(), inputBytes));
  }

  /** Returns a file's path below the batch, which moves when it is published, or its full URI. */
  private String relative(String file) {
    String below = folder + "/";
    return file.startsWith(below) ? file.substring(below.length()) : file;
  }

  private CorpusBatch forTasks(Path plan, SourceFormat format, boolean packed) {
    return new CorpusBatch(
        plan.toString(), 0, format, packed, context.settings().deciding(Stage.INGEST));
  }

  /**
   * Moves files of documents into the batch and plans them.
   *
   * @param sources the plan they were made from, which is replaced
   */
  private Planned planDocuments(
      Path from, String prefix, Planned sources, SourceFormat format, boolean packed)
      throws IOException {
    Path documents = new Path(folder, DOCUMENTS);
    fs.mkdirs(documents);
    FileStatus[] parts = PartFiles.named(fs, from, prefix);
    long bytes = Arrays.stream(parts).mapToLong(FileStatus::getLen).sum();
    Path path = new Path(folder, PLAN);
    try (Plan plan = newPlan(path, bytes)) {
      for (FileStatus part : parts) {
        Path file = new Path(documents, part.getPath().getName());
        if (!fs.rename(part.getPath(), file)) {
          throw new IOException("cannot rename " + part.getPath());
        }
        permission.restrict(fs, file);
        if (!file.getName().endsWith(".jsonl")) { // the list of sources beside a packed file
          long modified = fs.getFileStatus(file).getModificationTime();
          // A packed record has the name of its source.
          String name = batch.prefix() + file.getName();
          plan.add(relative(file.toString()), name, part.getLen(), modified, true);
        }
      }
      fs.delete(from, true);
      fs.delete(new Path(folder, FILES), true); // copies, all of which is in the documents now
      return new Planned(forTasks(path, format, packed), plan.ranges(), sources.bytes());
    }
  }

  /** Runs the counting job over the plan and puts its files in their places. */
  private void count(Planned plan, boolean sets, boolean packed) throws IOException {
    Path counted = new Path(folder, "counted");
    CountJob job = new CountJob(context, counted);
    job.run(plan.batch(), plan.bytes());
    job.collect(IngestReducer.MANIFEST, new Path(folder, CorpusManifest.FILE));
    job.moveAddresses(new Path(folder, Addresses.FILE));
    Path skipped = new Path(folder, SKIPPED);
    if (!sets) { // of which the grouping has set aside what is bad
      job.collect(IngestReducer.SKIPPED, skipped);
    }
    Path malformed = new Path(folder, MALFORMED);
    job.collect(IngestReducer.MALFORMED, malformed);
    job.collect(IngestReducer.REPEATED, new Path(folder, REPEATED_IDS));
    BadRecords bad = new BadRecords(context);
    bad.refuseDamaged(skipped);
    bad.warnOfTrailingBytes(skipped);
    if (context.count(IngestCounters.BAD_FILES) > 0) {
      Path files = new Path(folder, "bad-files.tsv");
      job.collect(IngestReducer.BAD_FILES, files);
      throw bad.tooMany(files, skipped, malformed);
    }
    if (sets) {
      bad.refuseSetMembers(skipped);
    }
    balance(plan, packed);
    fs.delete(counted, true);
    fs.delete(new Path(folder, PLAN), false);
    fs.delete(new Path(folder, INPUTS), true);
  }

  private void balance(Planned plan, boolean packed) throws IOException {
    context.balance(
        "ranges planned and counted", plan.ranges(), context.count(IngestCounters.RANGES));
    if (packed) {
      context.balance(
          "records packed and counted",
          context.count(IngestCounters.RECORDS_PACKED),
          context.count(IngestCounters.RECORDS));
    }
  }
}
