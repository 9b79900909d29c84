package io.neardup.hadoop.stage0ingest;

import io.neardup.hadoop.corpus.Addresses;
import io.neardup.hadoop.corpus.CorpusBatch;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.corpus.IngestInputFormat;
import io.neardup.hadoop.job.PartFiles;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.table.NamedLinesOutputFormat;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;

/**
 * The job that counts: it reads all ranges of a plan or of a manifest and counts the documents,
 * records and lines in each.
 */
final class CountJob {

  /** Bytes of input for each that is shuffled, about. */
  private static final int INPUT_PER_SHUFFLED = 16;

  private final StageContext context;
  private final FileSystem fs;
  private final Path output;

  /**
   * @param output a folder for what the job writes, which must not exist
   */
  CountJob(StageContext context, Path output) throws IOException {
    this.context = context;
    this.fs = output.getFileSystem(context.conf());
    this.output = output;
  }

  /**
   * Runs the job.
   *
   * @param batch its manifest is the plan
   * @param bytes of the files, together
   */
  void run(CorpusBatch batch, long bytes) throws IOException {
    StageJob.of(context, "ingest", reducers(context, bytes))
        .set(conf -> CorpusInput.configure(conf, List.of(batch), bytes))
        .set(conf -> CorpusInput.fitSortBuffer(conf, bytes / INPUT_PER_SHUFFLED))
        .set(conf -> Plan.setFile(conf, new Path(batch.manifest())))
        .read(IngestInputFormat.class)
        .map(IngestMapper.class, BytesWritable.class, Text.class)
        .partition(IngestPartitioner.class)
        .reduce(IngestReducer.class)
        .write(NamedLinesOutputFormat.class, Text.class, Text.class, output)
        .run();
  }

  /** Returns how many reduce tasks the job has for files of so many bytes. */
  static int reducers(StageContext context, long bytes) {
    return context.reducers(bytes / INPUT_PER_SHUFFLED);
  }

  /** Puts the addresses of documents into a file, if there are any. */
  void moveAddresses(Path target) throws IOException {
    Path addresses = new Path(output, Addresses.FILE);
    if (fs.exists(addresses) && !fs.rename(addresses, target)) {
      throw new IOException("cannot rename " + addresses);
    }
  }

  /** Puts the lines of a name, as written by all tasks, into one file. */
  void collect(Text name, Path target) throws IOException {
    PartFiles.concatenate(fs, output, name + "-", target);
  }
}
