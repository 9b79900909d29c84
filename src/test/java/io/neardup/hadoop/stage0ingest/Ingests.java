package io.neardup.hadoop.stage0ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.Docs;
import io.neardup.hadoop.Mr;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusInputFormat;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.embedded.EmbeddedDefaults;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.format.Sources;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.StageMetadata;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;

/** Ingests, and reads what was ingested. */
public final class Ingests {

  private Ingests() {}

  /** Returns a path of Hadoop's. */
  public static Path path(java.nio.file.Path file) {
    return new Path(file.toUri());
  }

  /** Returns a context whose progress lines are lost. */
  public static StageContext context(String... entries) throws IOException {
    Configuration conf = Mr.conf(entries);
    EmbeddedDefaults.apply(conf);
    return context(conf);
  }

  /** Returns a context with a configuration as it is. */
  public static StageContext context(Configuration conf) {
    PrintStream nowhere =
        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    return new StageContext(conf, nowhere, "test:", false);
  }

  /**
   * Writes files, compressed as their names say.
   *
   * @param files {@code name=content & name=content …}; the content with escapes, a byte each
   */
  public static void write(java.nio.file.Path folder, String files) throws IOException {
    for (String file : files.split(" & ", -1)) {
      String name = file.substring(0, file.indexOf('='));
      String content = file.substring(file.indexOf('=') + 1).translateEscapes();
      byte[] bytes = content.getBytes(StandardCharsets.ISO_8859_1);
      write(folder, name, new Sources(folder, SourceFormat.FILES).compressed(name, bytes));
    }
  }

  /** Writes a file. */
  public static void write(java.nio.file.Path folder, String name, byte[] content)
      throws IOException {
    java.nio.file.Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, content);
  }

  /** Ingests into a batch of its own. */
  public static StageMetadata ingest(
      java.nio.file.Path input, java.nio.file.Path corpus, String batch, String... entries)
      throws IOException {
    return IngestStage.run(
            context(entries), List.of(path(input)), BatchTarget.of(path(corpus), batch))
        .metadata();
  }

  /** Returns the folder of the catalog and the texts of a batch. */
  public static java.nio.file.Path documentsFolder(java.nio.file.Path batch) throws IOException {
    try (DirectoryStream<java.nio.file.Path> found =
        Files.newDirectoryStream(batch, "documents*")) {
      return found.iterator().next();
    }
  }

  /** Returns the documents of a corpus as {@code column id=text}. */
  public static List<String> documents(java.nio.file.Path corpus, String... entries)
      throws IOException, InterruptedException {
    StageContext context = context(entries);
    Job job = Job.getInstance(context.conf());
    Corpus.open(context, path(corpus)).configure(job.getConfiguration());
    return documents(job);
  }

  /** Returns the documents that a job reads as {@code column id=text}. */
  public static List<String> documents(Job job) throws IOException, InterruptedException {
    return documents(
        job,
        new CorpusInputFormat(),
        (column, document) -> column + " " + Docs.id(document) + "=" + Docs.text(document));
  }

  /** Returns what a job reads in a format of columns and documents. */
  public static List<String> documents(
      Job job, CorpusInputFormat format, BiFunction<LongWritable, DocumentWritable, String> shown)
      throws IOException, InterruptedException {
    TaskAttemptContextImpl task =
        new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID());
    List<String> documents = new ArrayList<>();
    for (InputSplit split : format.getSplits(job)) {
      try (RecordReader<LongWritable, DocumentWritable> reader =
          format.createRecordReader(split, task)) {
        reader.initialize(split, task);
        assertThat(reader.getProgress()).isZero();
        while (reader.nextKeyValue()) {
          documents.add(shown.apply(reader.getCurrentKey(), reader.getCurrentValue()));
          assertThat(reader.getProgress()).isBetween(0f, 1f);
        }
        assertThat(reader.nextKeyValue()).isFalse();
        assertThat(reader.getProgress()).isEqualTo(1);
      }
    }
    return documents;
  }
}
