package io.neardup.hadoop.audit;

import io.neardup.audit.SampledColumns;
import io.neardup.hadoop.audit.Finding.Kind;
import io.neardup.hadoop.table.ColumnPair;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.LineChecksum;
import io.neardup.hadoop.table.NumberParser;
import io.neardup.hadoop.table.PairsOutputFormat;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.util.LineReader;

/**
 * Reads a part file of pairs beside the file of their columns, and writes the pairs of sampled
 * documents. A pair that only one of the two files has was not reported. Sums the checksums of all
 * lines.
 */
final class ReportedPairs {

  /** Lines of one file, with the next line at hand. */
  private static final class Lines implements Closeable {
    private final LineReader in;
    private final LineChecksum checksum = new LineChecksum();
    private Text line; // null at the end
    private Text next = new Text(); // likewise

    private Lines(TaskInputOutputContext<?, ?, GroupedKey, Finding> context, Path file)
        throws IOException {
      in = AuditMapper.open(context, file);
      advance();
      advance();
    }

    private void advance() throws IOException {
      line = next;
      Text read = new Text();
      next = next != null && in.readLine(read) > 0 ? read : null;
      if (next != null) {
        checksum.add(next);
      }
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  private final TaskInputOutputContext<?, ?, GroupedKey, Finding> context;
  private final SampledColumns sample;
  private final Finding finding = new Finding();
  private final ColumnPair columnPair = new ColumnPair();
  private final NumberParser numbers = new NumberParser("a pair");

  private ReportedPairs(TaskInputOutputContext<?, ?, GroupedKey, Finding> context)
      throws IOException {
    this.context = context;
    sample = AuditTasks.of(context.getConfiguration()).sample();
  }

  static void read(Path part, TaskInputOutputContext<?, ?, GroupedKey, Finding> context)
      throws IOException, InterruptedException {
    try (Lines pairs = new Lines(context, part);
        Lines columns = new Lines(context, PairsOutputFormat.columnsBeside(part))) {
      new ReportedPairs(context).read(pairs, columns);
      context.getCounter(AuditCounters.PAIRS_SUM).increment(pairs.checksum.sum());
      context.getCounter(AuditCounters.COLUMNS_SUM).increment(columns.checksum.sum());
    }
  }

  private void read(Lines pairs, Lines columns) throws IOException, InterruptedException {
    while (pairs.line != null || columns.line != null) {
      if (isSame(pairs.line, columns.line)) {
        write(pairs.line, columns.line);
        pairs.advance();
        columns.advance();
      } else if (isSame(pairs.next, columns.line)) {
        pairs.advance();
      } else if (isSame(pairs.line, columns.next)) {
        columns.advance();
      } else {
        pairs.advance();
        columns.advance();
      }
    }
  }

  /** Returns whether two lines may be of the same pair: by the intersection, or the agreement. */
  private boolean isSame(Text pair, Text columns) throws IOException {
    if (pair == null || columns == null) {
      return false;
    }
    columnPair.parse(columns);
    numbers.start(pair);
    numbers.skipField(); // ids
    numbers.skipField();
    int agreement = numbers.millionths();
    numbers.expect('\t');
    if (numbers.accept('\t')) { // verified by signature
      return columnPair.similarity() == agreement;
    }
    numbers.skipField(); // the Jaccard similarity
    return columnPair.intersection() == numbers.number();
  }

  private void write(Text pair, Text columns) throws IOException, InterruptedException {
    long i = columnPair.smaller();
    long j = columnPair.larger();
    finding.line.set(pair);
    finding.columns.set(columns);
    if (sample.contains(i)) {
      context.write(finding.about(Kind.REPORTED, i, j), finding);
    }
    if (sample.contains(j)) {
      context.write(finding.about(Kind.REPORTED, j, i), finding);
    }
  }
}
