package io.neardup.hadoop.audit;

import io.neardup.audit.SampledColumns;
import io.neardup.hadoop.audit.Finding.Kind;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.stage5cluster.removal.Removal;
import io.neardup.hadoop.table.GroupedKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.util.LineReader;

/** Reads removed-by.tsv and writes the lines of sampled documents. */
final class ReportedRemovals {

  private static final double MILLION = 1e6;

  private ReportedRemovals() {}

  static void read(
      Path file, Mapper<LongWritable, DocumentWritable, GroupedKey, Finding>.Context context)
      throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    SampledColumns sample = AuditTasks.sample(conf);
    Finding finding = new Finding();
    Text line = new Text();
    try (LineReader in = AuditMapper.open(context, file)) {
      while (in.readLine(line) > 0) {
        Removal removal = parse(file, line);
        if (!sample.contains(removal.column()) || removal.keptColumn() == Removal.NONE) {
          continue;
        }
        finding.ownId = removal.id().getBytes(StandardCharsets.UTF_8);
        finding.id = removal.keptId().getBytes(StandardCharsets.UTF_8);
        finding.similarity = millionths(removal.similarity());
        finding.isPair = removal.reason().equals(Removal.PAIR);
        finding.linkId = removal.linkId().getBytes(StandardCharsets.UTF_8);
        finding.linkColumn = removal.linkColumn();
        finding.linkSimilarity = millionths(removal.linkSimilarity());
        context.write(
            finding.about(Kind.REMOVED_BY, removal.column(), removal.keptColumn()), finding);
      }
    }
  }

  private static Removal parse(Path file, Text line) throws IOException {
    try {
      return Removal.parse(line.toString());
    } catch (IllegalArgumentException e) {
      throw new IOException("not a line of " + file + ": " + line, e);
    }
  }

  private static int millionths(double similarity) {
    return Double.isNaN(similarity)
        ? Finding.NO_SIMILARITY
        : (int) Math.round(similarity * MILLION);
  }
}
