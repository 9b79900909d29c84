package io.neardup.hadoop.audit;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.neardup.hadoop.job.OwnedFolder;
import java.io.IOException;
import java.io.OutputStream;
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
