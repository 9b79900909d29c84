package io.neardup.hadoop.stage0ingest;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.hadoop.io.CorpusInput;
import io.neardup.hadoop.io.CorpusManifest;
import io.neardup.hadoop.io.CorpusRange;
import io.neardup.hadoop.io.DocumentWritable;
import io.neardup.hadoop.io.IngestInputFormat;
import io.neardup.hadoop.io.NamedLinesOutputFormat;
import io.neardup.hadoop.io.PartFiles;
import io.neardup.hadoop.io.SourceFormat;
import io.neardup.hadoop.stage.StageContext;
import io.neardup.hadoop.stage.StageFolder;
import io.neardup.hadoop.stage.StageMetadata;
import io.neardup.hadoop.stage0ingest.InputFiles.InputFile;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;

/**
 * Registers files as a corpus: a folder with {@code manifest.jsonl}, {@code skipped.tsv} and {@code
 * repeated-ids.tsv} (and {@code documents/}, for sets), made aside and published by one rename.
 */
public final class IngestStage {

  /** The file of a corpus that lists the records set aside. */
  public static final String SKIPPED = "skipped.tsv";

  /** The file of a corpus that lists the ids of more than one document. */
  public static final String REPEATED_IDS = "repeated-ids.tsv";

  private static final String PLAN = "_plan.jsonl";

  private final StageContext context;
  private final Settings settings;

  private IngestStage(StageContext context) {
    this.context = context;
    this.settings = context.settings();
  }

  /** Ingests files into a new corpus and returns its metadata. */
  public static StageMetadata run(StageContext context, List<Path> inputs, Path corpus)
      throws IOException {
    return new IngestStage(context).ingest(inputs, corpus);
  }

  private StageMetadata ingest(List<Path> inputs, Path corpus) throws IOException {
    List<InputFile> files = InputFiles.find(context.conf(), inputs);
    StageFolder output = context.newOutput(corpus);
    FileSystem fs = output.path().getFileSystem(context.conf());
    Path aside =
        new Path(
            output.path().getParent(),
            "_ingest-" + output.path().getName() + "-" + UUID.randomUUID());
    fs.mkdirs(aside);
    try {
      String form = settings.get(Keys.INGEST_FORMAT);
      if (form.equals("auto")) {
        form = FormatFinder.find(context.conf(), files);
        context.progress("input has the form " + form);
        context.conf().set(Keys.INGEST_FORMAT.name(), form);
      }
      boolean sets = form.equals("sets");
      SourceFormat format = sets ? SourceFormat.PACKED : SourceFormat.of(form);
      long ranges = sets ? packSets(fs, files, aside) : writePlan(fs, aside, files, format);
      countRanges(fs, aside, format, totalBytes(files), sets);
      context.balance("ranges planned and counted", ranges, context.count(IngestCounters.RANGES));
      Map<String, String> facts = new TreeMap<>();
      facts.put("format", format.key());
      facts.put("content", sets ? "sets" : "text");
      facts.put("inputs", inputs.toString());
      facts.put("files", String.valueOf(files.size()));
      facts.put("bytes", String.valueOf(totalBytes(files)));
      facts.put("columns", String.valueOf(context.count(IngestCounters.DOCUMENTS)));
      String identity;
      try (InputStream in = fs.open(new Path(aside, CorpusManifest.FILE))) {
        identity = StageMetadata.hash(in);
      }
      StageMetadata metadata =
          context.complete(
              new StageFolder(context.conf(), aside),
              Stage.INGEST,
              identity,
              facts,
              String.format(
                  Locale.ROOT,
                  "%,d documents, %,d records set aside",
                  context.count(IngestCounters.DOCUMENTS),
                  context.count(IngestCounters.SKIPPED)));
      if (!fs.rename(aside, output.path())) {
        throw new IOException("cannot publish " + output.path() + ": rename failed");
      }
      return metadata;
    } finally {
      fs.delete(aside, true); // gone already if all went well
    }
  }

  private static long totalBytes(List<InputFile> files) {
    return files.stream().mapToLong(InputFile::length).sum();
  }

  private long writePlan(FileSystem fs, Path aside, List<InputFile> files, SourceFormat format)
      throws IOException {
    CompressionCodecFactory codecs = new CompressionCodecFactory(context.conf());
    long rangeBytes = settings.get(Keys.RANGE_BYTES);
    long ranges = 0;
    try (Writer out = writer(fs, new Path(aside, PLAN))) {
      for (InputFile file : files) {
        long length = file.length();
        boolean whole = !format.splittable() || codecs.getCodec(file.path()) != null;
        long step = whole ? Math.max(1, length) : rangeBytes;
        long start = 0;
        do {
          long end = Math.min(length, start + step);
          CorpusManifest.append(
              out,
              CorpusRange.uncounted(
                  file.path().toString(), file.name(), start, end, length, file.modified()));
          ranges++;
          start = end;
        } while (start < length);
      }
    }
    return ranges;
  }

  private static Writer writer(FileSystem fs, Path file) throws IOException {
    return new BufferedWriter(
        new OutputStreamWriter(fs.create(file, true), StandardCharsets.UTF_8));
  }

  /** Runs the counting job over the plan and puts its files in their places. */
  private void countRanges(
      FileSystem fs, Path aside, SourceFormat format, long bytes, boolean skippedAlready)
      throws IOException {
    Path plan = new Path(aside, PLAN);
    Path counted = new Path(aside, "counted");
    Job job = context.newJob("ingest", context.reducers(bytes / 16));
    CorpusInput.configure(job, plan, format);
    IngestReducer.setPlan(job.getConfiguration(), plan);
    job.setInputFormatClass(IngestInputFormat.class);
    job.setMapperClass(IngestMapper.class);
    job.setMapOutputKeyClass(BytesWritable.class);
    job.setMapOutputValueClass(Text.class);
    job.setPartitionerClass(IngestPartitioner.class);
    job.setReducerClass(IngestReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(Text.class);
    job.setOutputFormatClass(NamedLinesOutputFormat.class);
    FileOutputFormat.setOutputPath(job, counted);
    context.run(job);
    concatenate(fs, counted, "manifest-", new Path(aside, CorpusManifest.FILE));
    if (!skippedAlready) {
      concatenate(fs, counted, "skipped-", new Path(aside, SKIPPED));
    }
    concatenate(fs, counted, "repeated-ids-", new Path(aside, REPEATED_IDS));
    fs.delete(counted, true);
    fs.delete(plan, false);
  }

  private static void concatenate(FileSystem fs, Path folder, String prefix, Path target)
      throws IOException {
    FileStatus[] parts = PartFiles.named(fs, folder, prefix);
    try (OutputStream out = fs.create(target, true)) {
      for (FileStatus part : parts) {
        try (InputStream in = fs.open(part.getPath())) {
          IOUtils.copyBytes(in, out, 1 << 16);
        }
      }
    }
  }

  /** Groups set members into documents; leaves a plan over the files that hold them. */
  private long packSets(FileSystem fs, List<InputFile> files, Path aside) throws IOException {
    long bytes = totalBytes(files);
    long memberRanges = writePlan(fs, aside, files, SourceFormat.TSV);
    Path plan = new Path(aside, PLAN);
    Path grouped = new Path(aside, "grouped");
    Path ordered = new Path(aside, "ordered");

    Job group = context.newJob("ingest, grouping of sets", context.reducers(bytes));
    CorpusInput.configure(group, plan, SourceFormat.TSV);
    group.setInputFormatClass(IngestInputFormat.class);
    group.setMapperClass(SetMemberMapper.class);
    group.setMapOutputKeyClass(SetMemberKey.class);
    group.setMapOutputValueClass(BytesWritable.class);
    group.setPartitionerClass(SetMemberPartitioner.class);
    group.setGroupingComparatorClass(SetMemberKey.Set.class);
    group.setReducerClass(SetGroupReducer.class);
    group.setOutputKeyClass(PlaceKey.class);
    group.setOutputValueClass(DocumentWritable.class);
    group.setOutputFormatClass(SequenceFileOutputFormat.class);
    FileOutputFormat.setOutputPath(group, grouped);
    context.run(group);

    Job order = context.newJob("ingest, order of sets", context.reducers(bytes));
    order.setInputFormatClass(SequenceFileInputFormat.class);
    SequenceFileInputFormat.setInputPaths(order, grouped);
    order.setMapOutputKeyClass(PlaceKey.class);
    order.setMapOutputValueClass(DocumentWritable.class);
    PlacePartitioner.setRanges(order.getConfiguration(), memberRanges);
    order.setPartitionerClass(PlacePartitioner.class);
    SetOrderReducer.setPlan(order.getConfiguration(), plan);
    order.setReducerClass(SetOrderReducer.class);
    order.setOutputKeyClass(Text.class);
    order.setOutputValueClass(BytesWritable.class);
    order.setOutputFormatClass(SetOutputFormat.class);
    FileOutputFormat.setOutputPath(order, ordered);
    context.run(order);

    concatenate(fs, ordered, "skipped-", new Path(aside, SKIPPED));
    Path documents = new Path(aside, "documents");
    fs.mkdirs(documents);
    FileStatus[] parts = PartFiles.named(fs, ordered, "documents-");
    long ranges = 0;
    try (Writer out = writer(fs, plan)) {
      for (FileStatus part : parts) {
        Path file = new Path(documents, part.getPath().getName());
        if (!fs.rename(part.getPath(), file)) {
          throw new IOException("cannot rename " + part.getPath());
        }
        // Relative to the manifest, which moves with the corpus.
        String relative = documents.getName() + "/" + file.getName();
        long modified = fs.getFileStatus(file).getModificationTime();
        long step = settings.get(Keys.RANGE_BYTES);
        for (long start = 0; start < part.getLen(); start += step) {
          long end = Math.min(part.getLen(), start + step);
          CorpusManifest.append(
              out,
              CorpusRange.uncounted(relative, file.getName(), start, end, part.getLen(), modified));
          ranges++;
        }
      }
    }
    fs.delete(grouped, true);
    fs.delete(ordered, true);
    return ranges;
  }
}
