package io.neardup.hadoop.stage0ingest;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusBatch;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.corpus.SourceInputFormat;
import io.neardup.hadoop.job.PartFiles;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageFailedException;
import io.neardup.hadoop.job.StageFolder;
import io.neardup.hadoop.job.StageMetadata;
import io.neardup.hadoop.job.TaskNotes;
import io.neardup.hadoop.source.Compressions;
import io.neardup.hadoop.source.CorpusRange;
import io.neardup.hadoop.source.MissingFieldException;
import io.neardup.hadoop.source.RangeReaders;
import io.neardup.hadoop.source.SkipReason;
import io.neardup.hadoop.source.SourceFormat;
import io.neardup.hadoop.source.UnsupportedSourceException;
import io.neardup.hadoop.stage0ingest.InputFiles.InputFile;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.LazyOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;

/**
 * Registers files as a batch of a corpus: a folder with {@code manifest.jsonl}, {@code skipped.tsv}
 * and {@code repeated-ids.tsv} ({@code documents/}, for sets and packed sources; {@code files/} and
 * {@code checksums.tsv} for copies of local files), made aside and published by one rename.
 */
public final class IngestStage {

  /** The file of a batch that lists the records set aside. */
  public static final String SKIPPED = "skipped.tsv";

  /** The file of a batch that lists the ids of more than one document. */
  public static final String REPEATED_IDS = "repeated-ids.tsv";

  /** The file of a batch that lists the hashes of copied files. */
  public static final String CHECKSUMS = "checksums.tsv";

  static final String FILES = "files";
  private static final String DOCUMENTS = "documents";
  private static final String PLAN = "_plan.jsonl";
  private static final int MOST_NAMED = 10;
  private static final int MOST_OPENED = 10;

  private final StageContext context;
  private final Settings settings;
  private final BatchFolder batch;
  private final FileSystem fs;
  private final Path aside;

  private IngestStage(StageContext context, BatchFolder batch) throws IOException {
    this.context = context;
    this.settings = context.settings();
    this.batch = batch;
    this.aside = batch.path();
    this.fs = aside.getFileSystem(context.conf());
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
    BatchFolder batch = new BatchFolder(context.conf(), corpus, batchName);
    for (Path input : inputs) {
      Path full = input.getFileSystem(context.conf()).makeQualified(new Path(input.toString()));
      if (StageFolder.isWithin(batch.corpus(), full)) {
        throw new UsageException(batch.corpus() + " is inside the input " + full);
      }
    }
    List<InputFile> files = InputFiles.find(context.conf(), inputs, batch.prefix());
    for (InputFile file : files) {
      if (StageFolder.isWithin(file.path(), batch.corpus())) { // by a pattern
        throw new UsageException(file.path() + " belongs to the corpus itself");
      }
    }
    batch.setFiles(files);
    try {
      batch.create();
      return new IngestStage(context, batch).ingest(inputs, files);
    } finally {
      batch.discard(); // of a published batch, nothing is left to remove
    }
  }

  private StageMetadata ingest(List<Path> inputs, List<InputFile> found) throws IOException {
    String form = settings.get(Keys.INGEST_FORMAT);
    if (form.equals("auto")) {
      form = FormatFinder.find(context.conf(), settings, found);
      context.progress("input has the form " + form);
      context.conf().set(Keys.INGEST_FORMAT.name(), form);
    }
    boolean sets = form.equals("sets");
    SourceFormat format = SourceFormat.of(form);
    boolean packed = settings.get(Keys.PACK) && !sets;
    if (packed && !format.packable()) {
      throw new UsageException(
          Keys.PACK + ": sources of the form " + form + " are not packed; they can be split as is");
    }
    if (!sets) {
      openSome(found, format);
    }
    List<InputFile> files = found;
    if (LocalCopy.isNeeded(context.conf(), batch.corpus(), found)) {
      try (Writer checksums = writer(new Path(aside, CHECKSUMS))) {
        files = new LocalCopy(context.conf(), new Path(aside, FILES)).copy(found, checksums);
      }
    }
    Path plan = new Path(aside, PLAN);
    long bytes = files.stream().mapToLong(InputFile::length).sum();
    long ranges;
    try (Plan out = newPlan(plan, bytes)) {
      SourceFormat lines = sets ? SourceFormat.TSV : format;
      Compressions compressions = new Compressions(context.conf());
      for (InputFile file : files) {
        // What is packed is read from its beginning, which numbers its lines.
        boolean mayCut =
            !packed && lines.splittable() && !lines.isCompressed(compressions, file.name());
        out.add(relative(file.path()), file.name(), file.length(), file.modified(), mayCut);
      }
      ranges = out.ranges();
    }
    if (sets) {
      Path ordered = new Path(aside, "ordered");
      CorpusBatch lines = forTasks(plan, SourceFormat.TSV, false);
      new SetPacking(context, lines, ranges, bytes).run(ordered);
      PartFiles.concatenate(fs, ordered, "skipped-", new Path(aside, SKIPPED));
      ranges = planDocuments(ordered, "documents-", plan);
    } else if (packed) {
      Path packing = new Path(aside, "packed");
      pack(forTasks(plan, format, false), bytes, packing);
      ranges = planDocuments(packing, PackMapper.PREFIX, plan);
    }
    if (sets || packed) {
      fs.delete(new Path(aside, FILES), true); // all that is in them has been packed
    }
    count(forTasks(plan, format, packed), bytes, sets);
    context.balance("ranges planned and counted", ranges, context.count(IngestCounters.RANGES));
    if (packed) {
      context.balance(
          "records packed and counted",
          context.count(IngestCounters.RECORDS_PACKED),
          context.count(IngestCounters.RECORDS));
    }
    fs.delete(plan, false);
    return publish(inputs, files.size(), bytes, format, packed, sets);
  }

  /** Opens the first few files, to say what is wrong with all of them before any task does. */
  private void openSome(List<InputFile> files, SourceFormat format) throws IOException {
    RangeReaders readers =
        new RangeReaders(
            context.conf(), batch.corpus(), format, false, context.settings(), List.of());
    List<InputFile> some =
        files.stream().filter(file -> file.length() > 0).limit(MOST_OPENED).toList();
    for (InputFile file : some) {
      CorpusRange whole =
          CorpusRange.uncounted(
              file.path().toString(),
              file.name(),
              0,
              file.length(),
              file.length(),
              file.modified());
      try {
        readers.open(whole).close();
      } catch (MissingFieldException | UnsupportedSourceException e) {
        throw new UsageException(e.getMessage());
      } catch (IOException | RuntimeException e) {
        context.progress(file.path() + " may be damaged: " + e.getMessage());
      }
    }
  }

  private StageMetadata publish(
      List<Path> inputs, int files, long bytes, SourceFormat format, boolean packed, boolean sets)
      throws IOException {
    Map<String, String> facts = new TreeMap<>();
    facts.put(Corpus.NAME, batch.name());
    facts.put("format", format.key());
    facts.put("packed", String.valueOf(packed));
    facts.put("content", sets ? "sets" : "text");
    facts.put("inputs", inputs.toString());
    facts.put("files", String.valueOf(files));
    facts.put("bytes", String.valueOf(bytes));
    facts.put("columns", String.valueOf(context.count(IngestCounters.DOCUMENTS)));
    String identity;
    try (InputStream in = fs.open(new Path(aside, CorpusManifest.FILE))) {
      identity = StageMetadata.hash(in);
    }
    batch.complete();
    StageMetadata metadata =
        context.complete(
            batch.stageFolder(),
            Stage.INGEST,
            identity,
            facts,
            String.format(
                Locale.ROOT,
                "%,d documents, %,d records set aside",
                context.count(IngestCounters.DOCUMENTS),
                context.count(IngestCounters.SKIPPED)));
    batch.publish();
    return metadata;
  }

  private Plan newPlan(Path file, long inputBytes) throws IOException {
    return new Plan(context.conf(), file, CorpusInput.rangeBytes(context.conf(), inputBytes));
  }

  /** Returns a file's path below the batch, which moves when it is published, or its full URI. */
  private String relative(Path file) {
    String folder = aside + "/";
    String full = file.toString();
    return full.startsWith(folder) ? full.substring(folder.length()) : full;
  }

  private CorpusBatch forTasks(Path plan, SourceFormat format, boolean packed) {
    return new CorpusBatch(
        plan.toString(), 0, format, packed, context.settings().deciding(Stage.INGEST));
  }

  private Writer writer(Path file) throws IOException {
    return new BufferedWriter(
        new OutputStreamWriter(fs.create(file, true), StandardCharsets.UTF_8));
  }

  /** Copies the records of the planned files into packed files of a folder. */
  private void pack(CorpusBatch plan, long bytes, Path output) throws IOException {
    Job job = context.newJob("ingest, packing", 0);
    job.getConfiguration()
        .setLong(Keys.SPLIT_BYTES.name(), settings.get(Keys.PACK_BYTES)); // one file a task
    job.getConfiguration().setBoolean("mapreduce.map.speculative", false);
    CorpusInput.configure(job, List.of(plan), bytes);
    job.setInputFormatClass(SourceInputFormat.class);
    job.setMapperClass(PackMapper.class);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(NullWritable.class);
    // The mapper writes its files itself, through the committer.
    LazyOutputFormat.setOutputFormatClass(job, TextOutputFormat.class);
    FileOutputFormat.setOutputPath(job, output);
    context.run(job);
    if (context.count(IngestCounters.BAD_FILES) > 0) {
      try (Stream<String> bad =
          TaskNotes.read(context.conf(), output, PackMapper.BAD_FILES).stream()) {
        throw tooManyBad(bad);
      }
    }
  }

  /** Moves files of documents into the batch and plans their ranges; returns how many. */
  private long planDocuments(Path from, String prefix, Path plan) throws IOException {
    Path documents = new Path(aside, DOCUMENTS);
    fs.mkdirs(documents);
    FileStatus[] parts = PartFiles.named(fs, from, prefix);
    try (Plan out = newPlan(plan, Arrays.stream(parts).mapToLong(FileStatus::getLen).sum())) {
      for (FileStatus part : parts) {
        Path file = new Path(documents, part.getPath().getName());
        if (!fs.rename(part.getPath(), file)) {
          throw new IOException("cannot rename " + part.getPath());
        }
        if (!file.getName().endsWith(".jsonl")) { // the list of sources beside a packed file
          long modified = fs.getFileStatus(file).getModificationTime();
          out.add(relative(file), file.getName(), part.getLen(), modified, true);
        }
      }
      fs.delete(from, true);
      return out.ranges();
    }
  }

  /** Runs the counting job over the plan and puts its files in their places. */
  private void count(CorpusBatch plan, long bytes, boolean skippedAlready) throws IOException {
    Path counted = new Path(aside, "counted");
    CountJob job = new CountJob(context, counted);
    job.run(plan, bytes);
    job.collect(IngestReducer.MANIFEST, new Path(aside, CorpusManifest.FILE));
    if (!skippedAlready) {
      job.collect(IngestReducer.SKIPPED, new Path(aside, SKIPPED));
    }
    job.collect(IngestReducer.REPEATED, new Path(aside, REPEATED_IDS));
    refuseDamaged();
    if (context.count(IngestCounters.BAD_FILES) > 0) {
      Path bad = new Path(aside, "bad-files.tsv");
      job.collect(IngestReducer.BAD_FILES, bad);
      try (BufferedReader in = reader(bad)) {
        throw tooManyBad(in.lines());
      }
    }
    long badMembers = skippedAlready ? badRecords() : 0;
    long records = context.count(IngestCounters.SET_MEMBERS) + badMembers;
    if (badMembers > settings.get(Keys.MAX_BAD_RECORDS).of(records)) {
      throw tooManyBad(Stream.of("the input\t" + badMembers + "\t" + records));
    }
    fs.delete(counted, true);
  }

  private long badRecords() {
    long bad = 0;
    for (SkipReason reason : SkipReason.values()) {
      bad += reason.isBad() ? context.count(reason) : 0;
    }
    return bad;
  }

  private BufferedReader reader(Path file) throws IOException {
    return new BufferedReader(new InputStreamReader(fs.open(file), StandardCharsets.UTF_8));
  }

  private void refuseDamaged() throws IOException {
    long damaged = context.count(SkipReason.DAMAGED_FILE);
    if (damaged == 0 || settings.get(Keys.DAMAGED_FILES).equals("set-aside")) {
      return;
    }
    try (BufferedReader in = reader(new Path(aside, SKIPPED))) {
      String named =
          named(
              in.lines()
                  .map(line -> line.split("\t", -1))
                  .filter(fields -> fields[2].equals(SkipReason.DAMAGED_FILE.name()))
                  .map(fields -> fields[0] + ", byte " + fields[1] + ": " + fields[3]));
      throw new StageFailedException(
          String.format(
              Locale.ROOT,
              "files that cannot be read to their ends: %,d\n%s\nmend them, or take what can be read"
                  + " with -D%s=set-aside",
              damaged,
              named,
              Keys.DAMAGED_FILES));
    }
  }

  private StageFailedException tooManyBad(Stream<String> files) {
    return new StageFailedException(
        String.format(
            Locale.ROOT,
            "files with more bad records than %s=%s allows:\n%s\nis %s=%s right? The reasons were %s",
            Keys.MAX_BAD_RECORDS,
            settings.get(Keys.MAX_BAD_RECORDS),
            named(
                files
                    .map(line -> line.split("\t", -1))
                    .map(fields -> fields[0] + ": " + fields[1] + " of " + fields[2] + " records")),
            Keys.INGEST_FORMAT,
            context.conf().get(Keys.INGEST_FORMAT.name()),
            reasons()));
  }

  private String reasons() {
    StringBuilder reasons = new StringBuilder();
    for (SkipReason reason : SkipReason.values()) {
      if (reason.isBad() && context.count(reason) > 0) {
        reasons.append(reasons.length() == 0 ? "" : ", ").append(reason).append(' ');
        reasons.append(context.count(reason));
      }
    }
    return reasons.length() == 0 ? "not counted" : reasons.toString();
  }

  /** Returns the first few of many, a line each. */
  private static String named(Stream<String> all) {
    List<String> some = all.limit(MOST_NAMED + 1L).toList();
    String lines = String.join("\n  ", some.subList(0, Math.min(MOST_NAMED, some.size())));
    return "  " + lines + (some.size() > MOST_NAMED ? "\n  and others" : "");
  }
}
