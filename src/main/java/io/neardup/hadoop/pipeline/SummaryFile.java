package io.neardup.hadoop.pipeline;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.neardup.config.UsageException;
import io.neardup.hadoop.job.OwnedFolder;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The file {@code summary.json} in the output of a pipeline: its {@link SummaryFigures}. */
public final class SummaryFile {

  /** The name of the file. */
  public static final String NAME = "summary.json";

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private SummaryFile() {}

  /**
   * Returns the figures of a pipeline's output.
   *
   * @throws UsageException if there is no such file, or it is damaged
   */
  public static SummaryFigures read(Configuration conf, Path output) throws IOException {
    Path file = new Path(output, NAME);
    try (InputStream in = file.getFileSystem(conf).open(file)) {
      return JSON.readValue(in, SummaryFigures.class);
    } catch (FileNotFoundException e) {
      throw new UsageException(
          file + " does not exist; pipeline --resume writes it once all stages are complete");
    } catch (JsonProcessingException e) {
      throw new UsageException(file + " is damaged: " + e.getOriginalMessage());
    }
  }

  /** Deletes the figures of an earlier run, which are no longer those of the output. */
  static void delete(FileSystem fs, OwnedFolder output) throws IOException {
    fs.delete(new Path(output.path(), NAME), false);
  }

  /** Writes the figures, in place of earlier ones; the file is never there in part. */
  static void write(FileSystem fs, OwnedFolder output, SummaryFigures figures) throws IOException {
    Path written = output.work(NAME);
    try (OutputStream out = fs.create(written, true)) {
      out.write(JSON.writeValueAsBytes(figures));
      out.write('\n');
    }
    delete(fs, output);
    Path file = new Path(output.path(), NAME);
    if (!fs.rename(written, file)) {
      throw new IOException("cannot make " + file + ": rename failed");
    }
  }
}
