package io.neardup.hadoop.stage0ingest;

import io.neardup.config.Allowance;
import io.neardup.config.Keys;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.corpus.CorpusPart;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.Utf8Lines;
import io.neardup.hadoop.table.TsvEscapes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Makes the manifest of a batch, which gives each document its column, and the list of its parts,
 * from what tasks counted in each range. Memory: one line.
 */
final class ManifestWriter {

  private final Configuration conf;
  private final Allowance allowedBad; // of each file, or of all if they are of a record each
  private final boolean aRecordEach;
  private final List<String[]> badFiles = new ArrayList<>();
  private long records; // of the file of the range
  private long bad;

  ManifestWriter(StageContext context) {
    conf = context.conf();
    allowedBad = context.settings().get(Keys.MAX_BAD_RECORDS);
    aRecordEach = context.settings().get(Keys.INGEST_FORMAT).equals("files");
  }

  /**
   * Writes both from lines of {@link PartOutput#endRange} into the folder of the batch; returns how
   * many ranges there are. IOException if these are not consecutive.
   */
  long write(Path counted, Path folder, String documents) throws IOException {
    Path file = new Path(folder, CorpusManifest.FILE);
    try (BufferedReader in = Utf8Lines.read(conf, counted);
        CorpusManifest.Appender manifest = new CorpusManifest.Appender(conf, file);
        Writer parts = Utf8Lines.write(conf, new Path(folder, CorpusPart.LIST))) {
      CorpusRange last = null;
      CorpusPart part = new CorpusPart(documents, -1, 0, 0, 0, 0);
      long ranges = 0;
      long column = 0;
      long lines = 0; // of the file, before the range
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String[] fields = line.split("\t", 6);
        CorpusRange range = CorpusManifest.parse(fields[5]);
        if (Long.parseLong(fields[0]) != ranges) {
          throw new IOException("range " + ranges + " of the plan was not read");
        }
        if (last != null && !range.file().equals(last.file())) {
          lines = 0;
          if (!aRecordEach) {
            endFile(TsvEscapes.escape(last.file()));
          }
        }
        manifest.add(
            range.counted(column, range.documents(), range.skipped(), lines, range.checksum()));
        long number = Long.parseLong(fields[1]);
        if (number != part.number()) {
          write(parts, part);
          part = new CorpusPart(documents, number, 0, 0, column, lines);
        }
        part = part.with(range.documents(), Long.parseLong(fields[2]));
        records += Long.parseLong(fields[3]);
        bad += Long.parseLong(fields[4]);
        column += range.documents();
        lines += range.firstLine();
        last = range;
        ranges++;
      }
      write(parts, part);
      if (last != null) {
        endFile(aRecordEach ? "all files" : TsvEscapes.escape(last.file()));
      }
      return ranges;
    }
  }

  private static void write(Writer parts, CorpusPart part) throws IOException {
    if (part.documents() > 0) {
      parts.write(part.line() + "\n");
    }
  }

  private void endFile(String file) {
    if (bad > allowedBad.of(records) && badFiles.size() <= BadRecords.MAX_NAMED) {
      badFiles.add(new String[] {file, Long.toString(bad), Long.toString(records)});
    }
    records = 0;
    bad = 0;
  }

  /**
   * Returns the first files with more bad records than are allowed, one more than messages name:
   * file, bad records, records.
   */
  List<String[]> badFiles() {
    return badFiles;
  }
}
