package io.neardup.hadoop.stopshingles;

import com.dynatrace.hash4j.hashing.Hashing;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.corpus.SourceLabels;
import io.neardup.hadoop.output.HadoopSettings;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;

/** The hashes of the names of sources, by which a job tells them apart. */
final class SourceHashes {

  private final SourceLabels labels;
  private String lastLabel = "";
  private long lastHash;

  SourceHashes(Configuration conf) {
    labels = new SourceLabels(HadoopSettings.of(conf), Shinglers.isCorpusOfSets(conf), 0);
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
