package io.neardup.hadoop.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.neardup.config.UsageException;
import io.neardup.hadoop.job.OwnedFolder;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The file {@code audit.json} beside the results. */
public final class AuditFile {

  /** Its name. */
  public static final String NAME = "audit.json";

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private AuditFile() {}

  /**
   * Returns what the last audit of results found; empty if there was none.
   *
   * @throws UsageException if the file is damaged
   */
  public static Optional<AuditFigures> read(Configuration conf, Path results) throws IOException {
    Path file = new Path(results, NAME);
    try (InputStream in = file.getFileSystem(conf).open(file)) {
      return Optional.of(JSON.readValue(in, AuditFigures.class));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    } catch (JsonProcessingException e) {
      throw new UsageException(file + " is damaged: " + e.getOriginalMessage());
    }
  }

  /** Deletes the file: the results that it is about are no longer there. */
  public static void delete(FileSystem fs, OwnedFolder results) throws IOException {
    fs.delete(new Path(results.path(), NAME), false);
  }

  /** Writes the file, which replaces that of an earlier audit. */
  static void write(Configuration conf, OwnedFolder folder, AuditFigures figures)
      throws IOException {
    FileSystem fs = folder.path().getFileSystem(conf);
    Path whole = folder.work(NAME);
    try (OutputStream out = fs.create(whole, true)) {
      out.write(JSON.writeValueAsBytes(figures));
      out.write('\n');
    }
    Path file = new Path(folder.path(), NAME);
    fs.delete(file, false);
    if (!fs.rename(whole, file)) {
      throw new IOException("cannot move " + whole + " to " + file);
    }
  }
}
