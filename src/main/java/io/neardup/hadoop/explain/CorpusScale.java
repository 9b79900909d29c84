package io.neardup.hadoop.explain;

import io.neardup.hadoop.corpus.CompressionCost;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.cost.CorpusLoad;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.job.Fact;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/** Scales a corpus, with the means of a sample, to a number of documents. */
final class CorpusScale {

  private final Corpus corpus;
  private final Sample sample;
  private final CompressionCost compression;
  private double nameBytes;

  /** Reads the manifest. */
  CorpusScale(Configuration conf, Corpus corpus, Sample sample) throws IOException {
    this.corpus = corpus;
    this.sample = sample;
    this.compression = new CompressionCost(conf);
    double bytesOfDocument = mean(sample.idBytes() + sample.textBytes());
    for (Corpus.Batch batch : corpus.batches()) {
      SourceFormat format = batch.forTasks().format();
      boolean packed = batch.forTasks().packed();
      try (CorpusManifest.Cursor ranges = new CorpusManifest.Cursor(conf, batch.manifest())) {
        for (CorpusRange range = ranges.next(); range != null; range = ranges.next()) {
          nameBytes += (double) range.documents() * range.name().length();
          compression.add(
              batch.folder(), format, packed, range, range.documents() * bytesOfDocument);
        }
      }
    }
  }

  private double mean(long sampled) {
    return (double) sampled / Math.max(1, sample.documents());
  }

  /** Returns the load of a number of documents like the sample's, in files like the corpus's. */
  CorpusLoad load(long documents) {
    double growth = documents / (double) Math.max(1, corpus.columns());
    long files = corpus.metadata().number(Fact.FILES);
    return new CorpusLoad(
        documents,
        Math.max(1, files), // as many, but larger
        corpus.bytes() * growth,
        compression.plainBytes() * growth,
        mean(sample.textBytes()) * documents,
        mean(sample.idBytes()) * documents,
        nameBytes * growth,
        mean(sample.signed()) * documents,
        mean(sample.shingles()) * documents,
        mean(sample.pairs()) * documents,
        compression.decompression() * growth,
        compression.compression() * growth);
  }
}
