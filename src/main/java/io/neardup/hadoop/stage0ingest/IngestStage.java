package io.neardup.hadoop.stage0ingest;

import io.neardup.config.Key;
import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.corpus.RequestedField;
import io.neardup.hadoop.corpus.SourceInputFormat;
import io.neardup.hadoop.corpus.SourceName;
import io.neardup.hadoop.format.Compressions;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.Decoding;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.output.CopyPermission;
import io.neardup.hadoop.output.Fact;
import io.neardup.hadoop.output.Facts;
import io.neardup.hadoop.output.OutputPath;
import io.neardup.hadoop.output.PartFiles;
import io.neardup.hadoop.output.StageFailedException;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import io.neardup.hadoop.table.GroupedKey;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.io.NullWritable;

/**
 * Adds files to a corpus, as a new batch. A batch is a folder with the documents in {@code
 * documents-UUID/catalog/} and {@code texts/}, and {@code parts.tsv}, {@code sources.tsv}, {@code
 * skipped.tsv}, {@code malformed.tsv} and {@code repeated-ids.tsv}; for copies of local files also
 * {@code files/}. Its last file, {@code _neardup.json}, publishes it.
 */
public final class IngestStage {

  /** The file of a batch that lists the records set aside. */
  public static final String SKIPPED = "skipped.tsv";

  /** The file of a batch that lists the documents with bytes that are not of their charset. */
  public static final String MALFORMED = "malformed.tsv";

  /** The file of a batch that lists the ids of more than one document. */
  public static final String REPEATED_IDS = "repeated-ids.tsv";

  static final String FILES = "files";

  /** Bytes of input per byte shuffled, roughly. */
  private static final int INPUT_PER_SHUFFLED = 16;

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
    this.folder = batch.folder;
    this.fs = folder.getFileSystem(context.conf());
  }

  /** Ingests files; UsageException if a batch has that name or one of the files. */
  public static Corpus.Batch run(StageContext context, List<Path> inputs, BatchTarget target)
      throws IOException {
    OutputPath output = context.whole(target.corpus());
    InputFiles inputFiles = new InputFiles(context.conf(), inputs, output);
    try (BatchFolder batch = new BatchFolder(context, target)) {
      CorpusManifest files = inputFiles.list(batch.prefix(), batch.work("inputs"));
      batch.requireNew(files);
      Corpus.Batch like = target.like() == null ? batch.lastOther() : target.like();
      SourceFormat format = format(context, files, like);
      return new IngestStage(context, batch, inputFiles.permission()).ingest(inputs, files, format);
    }
  }

  /**
   * Returns the format: the one that is set, else that of an earlier batch (null if there is none),
   * else the one that is detected. Fields that are not set are also inherited. UsageException if
   * the files do not fit the format, or fields are set that it does not have.
   */
  static SourceFormat format(StageContext context, CorpusManifest files, Corpus.Batch like)
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
        RequestedField.requireFields(format, key, set);
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

  private Corpus.Batch ingest(List<Path> inputs, CorpusManifest files, SourceFormat format)
      throws IOException {
    boolean sets = format == SourceFormat.SETS;
    new FirstRecords(context, folder, sets ? SourceFormat.TSV : format).check(files);
    List<String> fields = fields(format);
    Path documents = batch.documents();
    if (sets) {
      CorpusManifest lines = plan(files, SourceFormat.TSV);
      Corpus.Batch batchOfLines = forTasks(SourceFormat.TSV, List.of());
      Path grouped = batch.work("grouped");
      int parts = SetJobs.run(context, batchOfLines, lines, batch.prefix(), grouped, documents);
      fs.delete(new Path(folder, FILES), true); // copies: the documents now hold their content
      finish(parts, documents, grouped);
      new BadRecords(context).refuseSetMembers(new Path(folder, SKIPPED));
    } else {
      CorpusManifest plan = plan(files, format);
      read(files.bytes(), format, fields, documents);
      finish(plan.ranges(), documents, documents);
    }
    return publish(inputs, files, format, fields);
  }

  /** Returns the fields that later stages need, and those of the previous batch. */
  private List<String> fields(SourceFormat format) {
    Set<String> fields = new LinkedHashSet<>();
    if (format.hasFields()) {
      fields.add(settings.get(Keys.SOURCE_FIELD));
      fields.add(settings.get(Keys.PRIORITY_FIELD));
      fields.remove("");
      if (batch.lastOther() != null) {
        fields.addAll(batch.lastOther().fields());
      }
    }
    return List.copyOf(fields);
  }

  /**
   * Plans files, cut into ranges where possible: the manifest, until their documents are counted.
   * Copies local ones that tasks cannot read.
   */
  private CorpusManifest plan(CorpusManifest files, SourceFormat format) throws IOException {
    Configuration conf = context.conf();
    Compressions compressions = new Compressions(conf);
    long rangeBytes = CorpusInput.rangeBytes(conf, files.bytes());
    Path list = new Path(folder, CorpusManifest.FILE);
    boolean copies = !"file".equals(folder.toUri().getScheme());
    try (CorpusManifest.Appender plan = new CorpusManifest.Appender(conf, list)) {
      CorpusManifest.forEach(
          conf,
          files.path(),
          listed -> {
            CorpusRange file = copies && listed.file().startsWith("file:") ? copy(listed) : listed;
            // A file that is compressed as a whole can only be read from its start.
            boolean whole = !format.isStructured() && compressions.of(file.name()) != null;
            boolean cut = format.splittable() && !whole;
            plan.addCut(relative(file), cut ? rangeBytes : Long.MAX_VALUE);
          });
      return plan.finish();
    }
  }

  /**
   * Copies a local file of the client to a file system that the tasks of a cluster can read;
   * returns the copy, which has been compared with the file.
   */
  private CorpusRange copy(CorpusRange file) throws IOException {
    Path path = new Path(file.file());
    Path target = SourceName.below(new Path(folder, FILES), file.name());
    FileSystem local = path.getFileSystem(context.conf());
    try (InputStream in = local.open(path);
        OutputStream out = fs.create(target, false)) {
      CopyPermission.of(local.getFileStatus(path)).restrict(fs, target);
      in.transferTo(out);
    }
    FileStatus copy = fs.getFileStatus(target);
    if (copy.getLen() != file.length()
        || !StageMetadata.hash(context.conf(), path)
            .equals(StageMetadata.hash(context.conf(), target))) {
      throw new StageFailedException(target + " differs from " + path + " after the copy");
    }
    return CorpusRange.of(target.toString(), file.name(), copy);
  }

  private Corpus.Batch publish(
      List<Path> inputs, CorpusManifest files, SourceFormat format, List<String> fields)
      throws IOException {
    Facts facts =
        Facts.none()
            .with(Fact.BATCH, batch.name)
            .with(Fact.POSITION, batch.others.size())
            .with(Fact.FORMAT, format.key())
            .with(Fact.FIELDS, CorpusInput.json(fields))
            .with(Fact.CONTENT, format == SourceFormat.SETS ? "sets" : "text")
            .with(Fact.INPUTS, inputs.toString())
            .with(Fact.FILES, files.ranges())
            .with(Fact.BYTES, files.bytes())
            .with(Fact.COLUMNS, context.count(IngestCounters.DOCUMENTS));
    String identity = StageMetadata.hash(context.conf(), new Path(folder, CorpusManifest.FILE));
    String closing = counted(IngestCounters.DOCUMENTS, "document");
    closing += ", " + counted(IngestCounters.SKIPPED, "record") + " set aside";
    if (context.count(IngestCounters.MALFORMED) > 0) {
      closing += "; " + counted(IngestCounters.MALFORMED, "document") + " with ";
      closing += BadRecords.malformed(settings) + ", see " + MALFORMED;
    }
    if (context.count(SkipReason.DAMAGED_FILE) > 0) {
      closing += "; " + counted(SkipReason.DAMAGED_FILE, "damaged file");
      closing += ": an unknown number of documents is lost, see " + SKIPPED;
    }
    return batch.publish(context, context.metadata(Stage.INGEST, identity, facts), closing);
  }

  private String counted(Enum<?> counter, String what) {
    return Quantity.of(context.count(counter), what);
  }

  /** Returns a file with its path relative to the batch if it is in it: a corpus may be moved. */
  private CorpusRange relative(CorpusRange file) {
    String below = folder + "/";
    String path = file.file();
    return file.at(path.startsWith(below) ? path.substring(below.length()) : path, file.name());
  }

  /** Returns the batch as those know it that read its sources. */
  private Corpus.Batch forTasks(SourceFormat format, List<String> fields) throws IOException {
    Facts facts =
        Facts.none()
            .with(Fact.FORMAT, format.key())
            .with(Fact.FIELDS, CorpusInput.json(fields))
            .with(Fact.COLUMNS, 0);
    return new Corpus.Batch(folder, context.metadata(Stage.INGEST, "", facts), 0);
  }

  /** Reads the planned ranges and writes the corpus. */
  private void read(long bytes, SourceFormat format, List<String> fields, Path documents)
      throws IOException {
    Corpus.Batch sources = forTasks(format, fields);
    StageJob.of(context, "ingest", context.reducers(bytes / INPUT_PER_SHUFFLED))
        .set(conf -> CorpusInput.configure(conf, List.of(sources), bytes))
        .set(conf -> CorpusInput.fitSortBuffer(conf, bytes / INPUT_PER_SHUFFLED))
        .set(conf -> ColumnPartition.setColumns(conf, ColumnPartition.MAX_COLUMNS))
        .read(SourceInputFormat.class)
        .map(IngestMapper.class, GroupedKey.class, NullWritable.class)
        .partition(FirstColumnPartitioner.class)
        .reduce(IngestReducer.class)
        .writeLines(documents)
        .run();
  }

  /**
   * Joins the lists that tasks wrote beside their documents, and in the folder of those that read
   * the sources, into those of the batch; fails unless all ranges were read.
   */
  private void finish(long ranges, Path documents, Path read) throws IOException {
    Path skipped = collect(read, PartOutput.SKIPPED, SKIPPED);
    Path malformed = collect(documents, PartOutput.MALFORMED, MALFORMED);
    collect(documents, "part", REPEATED_IDS);
    BadRecords bad = new BadRecords(context);
    bad.refuseDamaged(skipped);
    Path counted = batch.work("counted");
    PartFiles.concatenate(fs, documents, PartOutput.RANGES + "-", counted);
    ManifestWriter manifest = new ManifestWriter(context);
    context.add(IngestCounters.RANGES, manifest.write(counted, folder, documents.getName()));
    if (!manifest.badFiles().isEmpty()) {
      throw bad.tooMany(manifest.badFiles(), skipped, malformed);
    }
    context.balance("ranges planned and read", ranges, context.count(IngestCounters.RANGES));
    for (FileStatus child : fs.listStatus(documents)) {
      if (child.isFile()) {
        fs.delete(child.getPath(), false); // a list
      }
    }
    RemoteIterator<LocatedFileStatus> files = fs.listFiles(documents, true);
    while (files.hasNext()) {
      permission.restrict(fs, files.next().getPath());
    }
  }

  /** Puts the lines of a name, as written by all tasks, into one file of the batch. */
  private Path collect(Path documents, String name, String file) throws IOException {
    Path target = new Path(folder, file);
    PartFiles.concatenate(fs, documents, name + "-", target);
    return target;
  }
}
