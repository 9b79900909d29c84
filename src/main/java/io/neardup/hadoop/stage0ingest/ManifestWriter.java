package io.neardup.hadoop.stage0ingest;

import io.neardup.config.Allowance;
import io.neardup.config.Keys;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.corpus.CorpusPart;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.Utf8Lines;
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
 * from what the map tasks counted in each range of the plan. Memory: one line.
 */
final class ManifestWriter {

  /**
   * What a map task counted in one range.
   *
   * @param ordinal the position of the range in the plan
   * @param documents its documents
   * @param skipped its records set aside
   * @param records its records: documents, records set aside and lost ones; one record set aside
   *     can stand for several
   * @param bad the bad ones among them
   * @param lines its lines, 0 where there are none
   * @param checksum a hash of its documents, in hexadecimal digits
   * @param part the number of the part that has them
   * @param bytes of their texts
   */
  record RangeCounts(
      long ordinal,
      long documents,
      long skipped,
      long records,
      long bad,
      long lines,
      String checksum,
      long part,
      long bytes) {

    /** Returns the counts that {@link #toString} wrote. */
    static RangeCounts parse(String text) {
      String[] fields = text.split("\t", -1);
      return new RangeCounts(
          Long.parseLong(fields[0]),
          Long.parseLong(fields[1]),
          Long.parseLong(fields[2]),
          Long.parseLong(fields[3]),
          Long.parseLong(fields[4]),
          Long.parseLong(fields[5]),
          fields[6],
          Long.parseLong(fields[7]),
          Long.parseLong(fields[8]));
    }

    @Override
    public String toString() {
      return ordinal + "\t" + documents + "\t" + skipped + "\t" + records + "\t" + bad + "\t"
          + lines + "\t" + checksum + "\t" + part + "\t" + bytes;
    }
  }

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
   * Writes both.
   *
   * @param counted a file of {@link RangeCounts}, a line each
   * @param folder of the batch
   * @param documents the name of the folder of its documents
   * @return how many ranges there are
   * @throws IOException if they are not those of the plan
   */
  long write(InputList plan, Path counted, Path folder, String documents) throws IOException {
    long ranges = 0;
    try (CorpusManifest.Cursor planned = plan.read(conf);
        BufferedReader in = Utf8Lines.read(conf, counted);
        Writer manifest = Utf8Lines.write(conf, new Path(folder, CorpusManifest.FILE));
        Writer parts = Utf8Lines.write(conf, new Path(folder, CorpusPart.LIST))) {
      CorpusRange last = null;
      CorpusPart part = new CorpusPart(documents, -1, 0, 0, 0, 0);
      long column = 0;
      long lines = 0; // of the file, before the range
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        RangeCounts counts = RangeCounts.parse(line);
        CorpusRange range = planned.next();
        if (range == null || counts.ordinal != ranges) {
          throw new IOException("range " + ranges + " of the plan was not read");
        }
        if (last != null && !range.file().equals(last.file())) {
          lines = 0;
          if (!aRecordEach) {
            endFile(TsvEscapes.escape(last.file()));
          }
        }
        CorpusManifest.append(
            manifest,
            range.counted(column, counts.documents, counts.skipped, lines, counts.checksum));
        if (counts.part != part.number()) {
          write(parts, part);
          part = new CorpusPart(documents, counts.part, 0, 0, column, lines);
        }
        part = part.with(counts.documents, counts.bytes);
        column += counts.documents;
        lines += counts.lines;
        records += counts.records;
        bad += counts.bad;
        last = range;
        ranges++;
      }
      write(parts, part);
      if (last != null) {
        endFile(aRecordEach ? "all files" : TsvEscapes.escape(last.file()));
      }
    }
    return ranges;
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
