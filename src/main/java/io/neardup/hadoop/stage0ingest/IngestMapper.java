package io.neardup.hadoop.stage0ingest;

import io.neardup.hadoop.corpus.CatalogEntry;
import io.neardup.hadoop.corpus.CorpusBatch;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.corpus.RangeRecords;
import io.neardup.hadoop.corpus.SourceRange;
import io.neardup.hadoop.corpus.SourceRanges;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.hadoop.format.Tolerance;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/**
 * Ranges of sources → the ids of their documents. The documents of all ranges of a task become a
 * part of the corpus; see {@link PartOutput}.
 */
public class IngestMapper extends Mapper<LongWritable, SourceRange, BytesWritable, NullWritable> {

  private final BytesWritable key = new BytesWritable();
  private final CatalogEntry entry = new CatalogEntry();
  private SourceRanges sources;
  private boolean idsArePlaces; // whose numbers are not known yet, and never repeated
  private PartOutput output; // null before the first range
  private String file; // null before the first range
  private boolean isFirst; // whether it is the file of the first range
  private long linesBefore; // of the file, in the part before the range

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    sources = new SourceRanges(conf, CorpusInput.fields(conf));
    idsArePlaces = CorpusBatch.get(conf).get(0).idsArePlaces();
  }

  @Override
  protected void map(LongWritable ordinal, SourceRange source, Context context)
      throws IOException, InterruptedException {
    CorpusRange range = source.range();
    if (output == null) {
      output = newOutput(ordinal.get(), context);
    }
    if (!range.file().equals(file)) {
      isFirst = file == null;
      file = range.file();
      linesBefore = 0;
    }
    long all = 0; // records; one set aside may stand for several
    long bad = 0;
    long bytes = 0;
    try (RangeRecords records = sources.open(source)) {
      while (records.next()) {
        context.progress();
        SourceRecord record = records.record();
        int itsBad = record.bad();
        bad += itsBad;
        if (record.isSkipped()) {
          all += Math.max(1, itsBad);
          output.skip(file, record);
        } else {
          all++;
          bytes += record.textLength();
          write(range, record, itsBad > 0, context);
        }
      }
      output.list(
          PartOutput.RANGES,
          new ManifestWriter.RangeCounts(
                  ordinal.get(),
                  records.documents(),
                  records.skipped(),
                  all,
                  bad,
                  records.lines(),
                  records.checksum(),
                  output.number(),
                  bytes)
              .toString());
      linesBefore += records.lines();
    }
  }

  PartOutput newOutput(long number, TaskInputOutputContext<?, ?, ?, ?> context) throws IOException {
    return new PartOutput(context, number);
  }

  private void write(CorpusRange range, SourceRecord record, boolean malformed, Context context)
      throws IOException, InterruptedException {
    if (malformed) {
      context.getCounter(IngestCounters.MALFORMED).increment(1);
      output.list(PartOutput.MALFORMED, file, record.position(), malformed(record));
    }
    for (Tolerance tolerated : record.tolerated()) {
      context.getCounter(tolerated).increment(1);
    }
    entry.setOrigin(range.name(), file, record.position(), record.fields());
    if (idsArePlaces) {
      // How many lines a file has before the part is not known yet.
      long line = linesBefore + entry.numberIn(record);
      entry.setLine(isFirst ? -line : line);
    } else {
      entry.setId(record.idBytes(), record.idLength());
      IngestReducer.setKey(key, record.idBytes(), record.idLength());
      context.write(key, NullWritable.get());
    }
    output.append(entry, record.textBytes(), record.textOffset(), record.textLength());
  }

  private String malformed(SourceRecord record) {
    Charset charset = record.likelyCharset();
    String id =
        idsArePlaces
            ? ""
            : new String(record.idBytes(), 0, record.idLength(), StandardCharsets.UTF_8);
    return id + "\t" + (charset == null ? "" : charset);
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    if (output != null) {
      output.close();
    }
  }
}
