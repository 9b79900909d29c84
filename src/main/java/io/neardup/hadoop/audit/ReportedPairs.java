package io.neardup.hadoop.audit;

import io.neardup.audit.SampledColumns;
import io.neardup.hadoop.audit.Finding.Kind;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.LineChecksum;
import io.neardup.hadoop.table.NumberParser;
import io.neardup.hadoop.table.PairLine;
import io.neardup.hadoop.table.PairsOutputFormat;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
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
    private Text line = new Text();
    private Text next = new Text();
    private boolean hasLine;
    private boolean hasNext;

    private Lines(
        Mapper<LongWritable, DocumentWritable, GroupedKey, Finding>.Context context, Path file)
        throws IOException {
      in = AuditMapper.open(context, file);
      hasNext = read();
      advance();
    }

    private boolean read() throws IOException {
      boolean found = in.readLine(next) > 0;
      if (found) {
        checksum.add(next);
      }
      return found;
    }

    private void advance() throws IOException {
      Text swap = line;
      line = next;
      next = swap;
      hasLine = hasNext;
      hasNext = hasNext && read();
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  private final Mapper<LongWritable, DocumentWritable, GroupedKey, Finding>.Context context;
  private final SampledColumns sample;
  private final Finding finding = new Finding();
  private final NumberParser numbers = new NumberParser("a pair of columns");
  private final PairLine fields;

  private ReportedPairs(
      Mapper<LongWritable, DocumentWritable, GroupedKey, Finding>.Context context) {
    this.context = context;
    Configuration conf = context.getConfiguration();
    sample = AuditTasks.sample(conf);
    fields = new PairLine(HadoopSettings.measure(HadoopSettings.of(conf)));
  }

  static void read(
      Path part, Mapper<LongWritable, DocumentWritable, GroupedKey, Finding>.Context context)
      throws IOException, InterruptedException {
    Path columns = PairsOutputFormat.columnsBeside(part);
    try (Lines pairs = new Lines(context, part);
        Lines beside = new Lines(context, columns)) {
      new ReportedPairs(context).read(pairs, beside);
      context.getCounter(AuditCounters.PAIRS_SUM).increment(pairs.checksum.sum());
      context.getCounter(AuditCounters.COLUMNS_SUM).increment(beside.checksum.sum());
    }
  }

  private void read(Lines pairs, Lines columns) throws IOException, InterruptedException {
    while (pairs.hasLine || columns.hasLine) {
      if (pairs.hasLine && columns.hasLine && isSame(pairs.line, columns.line)) {
        write(pairs.line, columns.line);
        pairs.advance();
        columns.advance();
      } else if (pairs.hasNext && columns.hasLine && isSame(pairs.next, columns.line)) {
        pairs.advance();
      } else if (columns.hasNext && pairs.hasLine && isSame(pairs.line, columns.next)) {
        columns.advance();
      } else {
        pairs.advance();
        columns.advance();
      }
    }
  }

  /** Returns whether two lines may be of the same pair: by the intersection, or the agreement. */
  private boolean isSame(Text pair, Text columns) throws IOException {
    fields.read(pair);
    numbers.start(columns);
    numbers.skipField();
    numbers.skipField();
    int similarity = numbers.millionths();
    numbers.expect('\t');
    return fields.isExact()
        ? !numbers.accept('\t') && numbers.number() == fields.intersection()
        : similarity == fields.agreement();
  }

  private void write(Text pair, Text columns) throws IOException, InterruptedException {
    numbers.start(columns);
    long i = numbers.number();
    numbers.expect('\t');
    long j = numbers.number();
    boolean first = sample.contains(i);
    boolean second = sample.contains(j);
    if (!first && !second) {
      return;
    }
    int tab = pair.find("\t");
    int end = pair.find("\t", tab + 1);
    byte[] a = Arrays.copyOf(pair.getBytes(), tab);
    byte[] b = Arrays.copyOfRange(pair.getBytes(), tab + 1, end);
    fields.read(pair);
    finding.agreement = fields.agreement();
    numbers.expect('\t');
    finding.similarity = fields.isExact() ? numbers.millionths() : Finding.NO_SIMILARITY;
    finding.jaccard = fields.jaccard();
    finding.intersection = fields.intersection();
    finding.union = fields.union();
    int sizeA = fields.sizeA();
    int sizeB = fields.sizeB();
    if (first) {
      finding.ownId = a;
      finding.ownSize = sizeA;
      finding.id = b;
      finding.size = sizeB;
      context.write(finding.about(Kind.REPORTED, i, j), finding);
    }
    if (second) {
      finding.ownId = b;
      finding.ownSize = sizeB;
      finding.id = a;
      finding.size = sizeA;
      context.write(finding.about(Kind.REPORTED, j, i), finding);
    }
  }
}
