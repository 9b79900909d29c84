package io.neardup.hadoop.stopshingles;

import com.dynatrace.hash4j.hashing.Hashing;
import io.neardup.audit.SampledColumns;
import io.neardup.config.Keys;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.corpus.SourceLabels;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.output.Utf8Lines;
import io.neardup.lsh.HashShare;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * The documents whose shingles are counted, by source. If the corpus is the only source, these are
 * about {@value #CORPUS_DOCUMENTS}, or all if there are fewer. Else they are those of each source
 * of at least {@value #MIN_DOCUMENTS}: all of them, or, if there are more than {@value
 * #MAX_DOCUMENTS}, those of the smallest hashes, a half, a quarter, an eighth …
 *
 * <p>The hash of its column decides whether a document is in the sample, so that this is the same
 * however the work is divided. Sources are told apart by the hash of their name.
 *
 * <p>Memory: 12 to 24 bytes for each of at most {@value #MAX_SOURCES} sources.
 */
final class ShingleSample {

  /** What is returned for a document that is not in the sample. */
  static final long NO_SOURCE = -1;

  /** How many documents there are in the sample of a corpus, about. */
  static final long CORPUS_DOCUMENTS = 4096;

  /** Fewer documents of a source say nothing about what it has everywhere. */
  static final int MIN_DOCUMENTS = 20;

  /** The most documents of a source that are sampled. */
  static final int MAX_DOCUMENTS = 128;

  /** The most sources. */
  static final int MAX_SOURCES = 1 << 20;

  private static final String LEAST = "neardup-internal.min-sampled-documents";
  private static final String SOURCES = "sampled-sources";
  private static final long CORPUS = 0;
  private static final int DOCUMENT_BITS = 24; // of a number of sampled documents

  private final long least;
  private final double maxShare;
  private final SourceHashes hashes; // null: the corpus is the only source
  private final Long2IntOpenHashMap sources = new Long2IntOpenHashMap();

  /** Opens the sample of a job. */
  ShingleSample(Configuration conf) throws IOException {
    least = conf.getLong(LEAST, 1);
    maxShare = HadoopSettings.of(conf).get(Keys.MAX_DOCUMENT_SHARE);
    Path written = StageJob.beside(conf, SOURCES);
    hashes = written == null ? null : new SourceHashes(conf);
    sources.defaultReturnValue(-1);
    if (written != null) {
      Utf8Lines.forEachOfParts(
          conf,
          written,
          line -> {
            String[] fields = line.split("\t", -1);
            sources.put(
                Long.parseUnsignedLong(fields[0], 16),
                Integer.parseInt(fields[1]) << DOCUMENT_BITS | Integer.parseInt(fields[2]));
          });
    }
  }

  /** Makes a job count shingles that at least so many of all documents that it reads have. */
  static void ofCorpus(Configuration conf, long least) {
    conf.setLong(LEAST, least);
  }

  /** Makes a job sample the sources that {@link SampledSourceReducer} has written. */
  static void ofSources(Configuration conf, Path written) {
    StageJob.setBeside(conf, SOURCES, written);
  }

  /** Returns the share of a corpus that is sampled. */
  static HashShare share(long documents) {
    return documents <= CORPUS_DOCUMENTS
        ? HashShare.ALL
        : new HashShare((double) CORPUS_DOCUMENTS / documents);
  }

  /** Returns whether a document is in the sample of a corpus. */
  static boolean has(long column, HashShare share) {
    return share.contains(hash(column));
  }

  /** Returns the source in which a document is counted, {@link #NO_SOURCE} if in none. */
  long source(long column, DocumentWritable document) {
    if (hashes == null) {
      return CORPUS;
    }
    long hash = hashes.of(document);
    int source = sources.get(hash);
    return source >= 0 && halvings(column) >= source >>> DOCUMENT_BITS ? hash : NO_SOURCE;
  }

  /** Returns in how many sampled documents of a source a stop shingle is at least. */
  long minDocuments(long source) {
    int documents = sources.get(source) & (1 << DOCUMENT_BITS) - 1;
    return hashes == null ? least : (long) (maxShare * documents) + 1;
  }

  /** Returns by how many halvings of its source a document is still in the sample, at most. */
  static int halvings(long column) {
    return Long.numberOfLeadingZeros(hash(column));
  }

  /** Returns the hash of a column, which is spread evenly over 64 bits. */
  private static long hash(long column) {
    return new SampledColumns(0, -1).hash(column + 1); // that of 0 is 0, and in every sample
  }

  /** The hashes of the names of sources, by which a job tells them apart. */
  static final class SourceHashes {

    private final SourceLabels labels;
    private String lastLabel = "";
    private long lastHash;

    SourceHashes(Configuration conf) {
      labels = new SourceLabels(HadoopSettings.of(conf), Shinglers.isCorpusOfSets(conf));
    }

    long of(DocumentWritable document) {
      String label = labels.name(document); // never empty
      if (!label.equals(lastLabel)) { // documents of a source often stand together
        lastLabel = label;
        lastHash = Hashing.xxh3_64().hashBytesToLong(label.getBytes(StandardCharsets.UTF_8));
      }
      return lastHash;
    }
  }
}
