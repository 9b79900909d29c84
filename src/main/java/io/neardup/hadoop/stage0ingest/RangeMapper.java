package io.neardup.hadoop.stage0ingest;

import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.corpus.SourceReader;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.SourceRecord;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Reads the records of ranges. Counts and lists those set aside.
 *
 * @param <K> the key that is shuffled
 * @param <V> its value
 */
abstract class RangeMapper<K, V> extends Mapper<LongWritable, CorpusRange, K, V> {

  SourceReader sources;
  PartOutput output; // null before the first range
  long ordinal; // of the range, in the plan
  CorpusRange range;

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    Corpus.Batch batch = CorpusInput.batchOfSources(context);
    sources = SourceReader.of(conf, batch, batch.fields());
  }

  @Override
  protected void map(LongWritable place, CorpusRange itsRange, Context context)
      throws IOException, InterruptedException {
    ordinal = place.get();
    range = itsRange;
    if (output == null) {
      output = new PartOutput(context, ordinal);
    }
    long all = 0; // records; one set aside may stand for several
    long bad = 0;
    sources.begin(range);
    while (sources.next()) {
      context.progress();
      SourceRecord record = sources.record();
      int itsBad = record.bad();
      bad += itsBad;
      if (record.isSkipped()) {
        all += Math.max(1, itsBad);
        output.skip(range.file(), record);
      } else {
        all++;
        context.getCounter(IngestCounters.MALFORMED).increment(itsBad);
        document(record, itsBad > 0, context);
      }
    }
    end(all, bad);
  }

  /** Takes a document of the range; malformed if bytes are not of its charset. */
  abstract void document(SourceRecord document, boolean malformed, Context context)
      throws IOException, InterruptedException;

  /** Ends the range of so many records, of which so many are bad. */
  void end(long all, long bad) throws IOException {}

  @Override
  protected void cleanup(Context context) throws IOException {
    sources.close();
    if (output != null) {
      output.close();
    }
  }
}
