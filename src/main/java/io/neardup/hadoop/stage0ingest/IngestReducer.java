package io.neardup.hadoop.stage0ingest;

import io.neardup.config.Allowance;
import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.corpus.CorpusBatch;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.corpus.CorpusPart;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.table.TsvEscapes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * Writes six lists:
 *
 * <ul>
 *   <li>the manifest: the planned ranges with their counts and first columns,
 *   <li>the parts of the corpus, as {@link CorpusPart} reads them,
 *   <li>the records set aside: {@code file<TAB>position<TAB>reason<TAB>detail},
 *   <li>the documents with bytes that are not of their charset: {@code
 *       file<TAB>position<TAB>id<TAB>charset that they look like},
 *   <li>the ids of more than one document: {@code id<TAB>documents},
 *   <li>the files with more bad records than are allowed: {@code file<TAB>bad records<TAB>records};
 *       files of a record each are counted together.
 * </ul>
 */
public final class IngestReducer extends Reducer<BytesWritable, Text, Text, Text> {

  static final Text MANIFEST = new Text("manifest");
  static final Text PARTS = new Text("parts");
  static final Text SKIPPED = new Text("skipped");
  static final Text MALFORMED = new Text("malformed");
  static final Text REPEATED = new Text("repeated-ids");
  static final Text BAD_FILES = new Text("bad-files");

  /** How many kinds of records that are no documents are counted, and how many are reported. */
  private static final int MAX_COUNTED = 1_000;

  private static final int MAX_NAMED = 10;

  /**
   * What a map task counted in one range.
   *
   * @param documents its documents
   * @param skipped its records set aside
   * @param records its records: documents, records set aside and lost ones; one record set aside can
   *     stand for several
   * @param bad the bad ones among them
   * @param lines its lines, 0 where there are none
   * @param checksum a hash of its documents, in hexadecimal digits
   * @param part the number of the part that has them
   * @param bytes of their texts
   */
  record RangeCounts(
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
          fields[5],
          Long.parseLong(fields[6]),
          Long.parseLong(fields[7]));
    }

    @Override
    public String toString() {
      return documents + "\t" + skipped + "\t" + records + "\t" + bad + "\t" + lines + "\t" + checksum
          + "\t" + part + "\t" + bytes;
    }
  }

  private final Map<String, Long> noDocuments = new HashMap<>();
  private final Text line = new Text();
  private Allowance allowedBad;
  private boolean aRecordEach; // of the files: the limit is one of all files
  private CorpusManifest.Cursor plan;
  private CorpusRange range;
  private long ranges;
  private long nextColumn;
  private CorpusPart part = new CorpusPart(-1, 0, 0, 0, 0); // of the ranges before
  private long linesBefore;
  private long records; // of the file of the range
  private long bad;

  @Override
  protected void setup(Context context) {
    Settings settings = HadoopSettings.of(context.getConfiguration());
    allowedBad = settings.get(Keys.MAX_BAD_RECORDS);
    aRecordEach = settings.get(Keys.INGEST_FORMAT).equals("files");
  }

  @Override
  protected void reduce(BytesWritable key, Iterable<Text> values, Context context)
      throws IOException, InterruptedException {
    switch (IngestKey.kind(key)) {
      case IngestKey.RANGE -> writeRange(key, values.iterator().next(), context);
      case IngestKey.SKIPPED -> {
        for (Text skipped : values) {
          context.write(SKIPPED, skipped);
          countIfNoDocument(skipped);
        }
      }
      case IngestKey.MALFORMED -> {
        for (Text malformed : values) {
          context.write(MALFORMED, malformed);
        }
      }
      default -> writeIfRepeated(key, values, context);
    }
  }

  private void writeRange(BytesWritable key, Text counted, Context context)
      throws IOException, InterruptedException {
    if (plan == null) {
      Configuration conf = context.getConfiguration();
      plan = new CorpusManifest.Cursor(conf, CorpusBatch.get(conf).get(0).manifestPath());
    }
    if (IngestKey.ordinal(key) != ranges) {
      throw new IOException("range " + ranges + " of the plan was not read");
    }
    ranges++;
    CorpusRange next = plan.next();
    if (range != null && !next.file().equals(range.file())) {
      linesBefore = 0;
      if (!aRecordEach) {
        refuseTooManyBad(TsvEscapes.escape(range.file()), context);
      }
    }
    range = next;
    RangeCounts counts = RangeCounts.parse(counted.toString());
    line.set(
        CorpusManifest.line(
            range.counted(
                nextColumn, counts.documents(), counts.skipped(), linesBefore, counts.checksum())));
    context.write(MANIFEST, line);
    context.getCounter(IngestCounters.RANGES).increment(1);
    addToPart(counts, context);
    nextColumn += counts.documents();
    linesBefore += counts.lines();
    records += counts.records();
    bad += counts.bad();
  }

  private void countIfNoDocument(Text skipped) {
    String[] fields = skipped.toString().split("\t", -1);
    if (fields[2].equals(SkipReason.NO_DOCUMENT.name())) {
      boolean known = noDocuments.size() < MAX_COUNTED || noDocuments.containsKey(fields[3]);
      noDocuments.merge(known ? fields[3] : "others", 1L, Long::sum);
    }
  }

  private void addToPart(RangeCounts counts, Context context)
      throws IOException, InterruptedException {
    if (counts.part() != part.number()) {
      endPart(context);
      part = new CorpusPart(counts.part(), 0, 0, nextColumn, linesBefore);
    }
    part = part.with(counts.documents(), counts.bytes());
  }

  private void endPart(Context context) throws IOException, InterruptedException {
    if (part.documents() > 0) {
      line.set(part.line());
      context.write(PARTS, line);
    }
  }

  private void refuseTooManyBad(String where, Context context)
      throws IOException, InterruptedException {
    if (bad > allowedBad.of(records)) {
      line.set(where + "\t" + bad + "\t" + records);
      context.write(BAD_FILES, line);
      context.getCounter(IngestCounters.BAD_FILES).increment(1);
    }
    records = 0;
    bad = 0;
  }

  private void writeIfRepeated(BytesWritable key, Iterable<Text> places, Context context)
      throws IOException, InterruptedException {
    long documents = 0;
    for (Text ignored : places) {
      documents++;
    }
    if (documents > 1) {
      String id =
          new String(
              key.getBytes(),
              IngestKey.idOffset(),
              key.getLength() - IngestKey.idOffset(),
              StandardCharsets.UTF_8);
      line.set(id + "\t" + documents);
      context.write(REPEATED, line);
      context.getCounter(IngestCounters.REPEATED_IDS).increment(1);
    }
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    if (range != null) {
      refuseTooManyBad(aRecordEach ? "all files" : TsvEscapes.escape(range.file()), context);
    }
    noDocuments.entrySet().stream()
        .sorted(
            Map.Entry.<String, Long>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(MAX_NAMED)
        .forEach(
            kind ->
                context
                    .getCounter(
                        IngestCounters.NO_DOCUMENTS, IngestCounters.noDocument(kind.getKey()))
                    .increment(kind.getValue()));
    endPart(context);
    if (plan != null) {
      plan.close();
    }
  }
}
