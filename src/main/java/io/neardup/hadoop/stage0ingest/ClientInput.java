package io.neardup.hadoop.stage0ingest;

import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.corpus.SourceReader;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.OutputPath;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.ConsumerRaisingIOE;

/** Reads files in this process as ingest reads them. For a few documents, and not for sets. */
public final class ClientInput {

  private ClientInput() {}

  /**
   * Reads all records of files, in the order of ingest.
   *
   * @param like the batch that decides what is not set: format, charset and fields
   * @param documents takes a document, which is valid during the call
   * @param setAside takes the file of a record that is no document, and the record
   * @throws io.neardup.config.UsageException if an input is missing, or its content does not fit
   * @throws IOException also if a file is damaged
   */
  public static void forEach(
      StageContext context,
      List<Path> inputs,
      Corpus.Batch like,
      ConsumerRaisingIOE<SourceRecord> documents,
      BiConsumer<String, SourceRecord> setAside)
      throws IOException {
    Configuration conf = context.conf();
    File temporary = Files.createTempDirectory("neardup").toFile();
    FileSystem local = FileSystem.getLocal(conf);
    Path folder = new Path(temporary.toURI());
    local.deleteOnExit(folder); // if this process is ended before
    try {
      CorpusManifest files =
          new InputFiles(conf, inputs, new OutputPath(conf, folder))
              .list("", new Path(folder, "inputs"));
      SourceFormat format = IngestStage.format(context, files, like);
      new FirstRecords(context, folder, format).check(files);
      try (SourceReader records =
          new SourceReader(conf, folder, format, context.settings(), List.of())) {
        CorpusManifest.forEach(
            conf,
            files.path(),
            file -> {
              records.begin(file);
              while (records.next()) {
                SourceRecord record = records.record();
                if (record.skipReason() == SkipReason.DAMAGED_FILE) {
                  throw new IOException(file.file() + " is damaged: " + record.detail());
                }
                if (record.isSkipped()) {
                  setAside.accept(file.file(), record);
                } else {
                  documents.accept(record);
                }
              }
            });
      }
    } finally {
      local.cancelDeleteOnExit(folder);
      FileUtils.deleteDirectory(temporary);
    }
  }
}
