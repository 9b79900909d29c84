package io.neardup.hadoop.audit;

import io.neardup.audit.SampledColumns;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.util.LineReader;

/** Reads removed-by.tsv and writes the lines of sampled documents. */
final class ReportedRemovals {

  private static final int SIMILARITY = 2;
  private static final int REASON = 3;
  private static final int REMOVED = 4;
  private static final int KEPT = 7;
  private static final int MILLION_DIGITS = 6;

  private ReportedRemovals() {}

  static void read(Path file, Mapper<?, ?, AuditKey, Finding>.Context context)
      throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    SampledColumns sample = AuditTasks.sample(conf);
    AuditKey key = new AuditKey();
    Finding finding = new Finding();
    Text line = new Text();
    try (LineReader in = new LineReader(ResultFiles.open(conf, file), 1 << 16)) {
      while (in.readLine(line) > 0) {
        String[] fields = line.toString().split("\t", -1);
        if (fields.length <= KEPT) {
          throw new IOException("not a line of " + file + ": " + line);
        }
        long removed = Long.parseLong(fields[REMOVED]);
        if (!sample.contains(removed) || fields[KEPT].isEmpty()) {
          continue;
        }
        finding.ownId = fields[0].getBytes(StandardCharsets.UTF_8);
        finding.id = fields[1].getBytes(StandardCharsets.UTF_8);
        finding.similarity =
            fields[SIMILARITY].isEmpty()
                ? Finding.NO_SIMILARITY
                : new BigDecimal(fields[SIMILARITY]).movePointRight(MILLION_DIGITS).intValueExact();
        finding.isPair = fields[REASON].equals("pair");
        context.write(
            key.set(AuditKey.Kind.REMOVED_BY, removed, Long.parseLong(fields[KEPT])), finding);
      }
    }
  }
}
