package io.neardup.hadoop.audit;

import io.neardup.hadoop.job.FiguresFile;
import io.neardup.hadoop.job.OwnedFolder;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** The file {@code audit.json} beside the results. */
public final class AuditFile {

  /** Its name. */
  public static final String NAME = "audit.json";

  private static final FiguresFile<AuditFigures> FILE = new FiguresFile<>(NAME, AuditFigures.class);

  private AuditFile() {}

  /**
   * Returns what the last audit of results found; empty if there was none.
   *
   * @throws io.neardup.config.UsageException if the file is damaged
   */
  public static Optional<AuditFigures> read(Configuration conf, Path results) throws IOException {
    return FILE.read(conf, results);
  }

  /** Deletes the file: the results that it is about are no longer there. */
  public static void delete(OwnedFolder results) throws IOException {
    results.delete(NAME);
  }

  /** Writes the file, which replaces that of an earlier audit. */
  static void write(OwnedFolder results, AuditFigures figures) throws IOException {
    FILE.write(results, figures);
  }
}
