package io.neardup.hadoop.stopshingles;

import io.neardup.config.Keys;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.job.PartFiles;
import io.neardup.hadoop.job.Utf8Lines;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.io.BufferedReader;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * A sample of each source of at least {@value #MIN_DOCUMENTS} documents: all of them, or, if there
 * are more than {@value #MAX_DOCUMENTS}, those of the smallest hashes, a half, a quarter, an eighth
 * … Sources are told apart by the hash of their name.
 *
 * <p>Memory: 12 to 24 bytes for each of at most {@value #MAX_SOURCES} sources.
 */
final class SourceSample implements ShingleSample {

  /** Fewer documents of a source say nothing about what it has everywhere. */
  static final int MIN_DOCUMENTS = 20;

  /** The most documents of a source that are sampled. */
  static final int MAX_DOCUMENTS = 128;

  /** The most sources. */
  static final int MAX_SOURCES = 1 << 20;

  private static final String SOURCES = "neardup-internal.sampled-sources";
  private static final int DOCUMENT_BITS = 24; // of a number of sampled documents

  private final SourceHashes hashes;
  private final double maxShare;
  private final Long2IntOpenHashMap sources = new Long2IntOpenHashMap();

  private SourceSample(Configuration conf) {
    hashes = new SourceHashes(conf);
    maxShare = HadoopSettings.of(conf).get(Keys.MAX_DOCUMENT_SHARE);
    sources.defaultReturnValue(-1);
  }

  /** Gives a job the sources that {@link SampledSourceReducer} has written. */
  static void configure(Configuration conf, Path written) {
    conf.set(SOURCES, written.toString());
  }

  static boolean isUsed(Configuration conf) {
    return conf.get(SOURCES) != null;
  }

  /** Returns the sample of a job. */
  static SourceSample of(Configuration conf) throws IOException {
    SourceSample sample = new SourceSample(conf);
    for (FileStatus part : PartFiles.of(conf, new Path(conf.get(SOURCES)))) {
      try (BufferedReader in = Utf8Lines.read(conf, part.getPath())) {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          String[] fields = line.split("\t", -1);
          sample.sources.put(
              Long.parseUnsignedLong(fields[0], 16),
              Integer.parseInt(fields[1]) << DOCUMENT_BITS | Integer.parseInt(fields[2]));
        }
      }
    }
    return sample;
  }

  /** Returns by how many halvings of its source a document is still in the sample, at most. */
  static int halvings(long column) {
    return Long.numberOfLeadingZeros(ShingleSample.hash(column));
  }

  @Override
  public long source(long column, DocumentWritable document) {
    long hash = hashes.of(document);
    int source = sources.get(hash);
    return source >= 0 && halvings(column) >= source >>> DOCUMENT_BITS ? hash : NO_SOURCE;
  }

  @Override
  public long minDocuments(long source) {
    int documents = sources.get(source) & (1 << DOCUMENT_BITS) - 1;
    return (long) (maxShare * documents) + 1;
  }
}
