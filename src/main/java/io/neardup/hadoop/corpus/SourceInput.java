package io.neardup.hadoop.corpus;

import io.neardup.hadoop.format.CorpusRange;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.security.TokenCache;

/**
 * The common base of the input formats over the sources of a corpus. A split is a run of
 * consecutive ranges of one batch. The number of splits depends on the bytes, not on the number of
 * files.
 *
 * @param <K> the key
 * @param <V> the value
 */
public abstract class SourceInput<K, V> extends InputFormat<K, V> {

  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    Configuration conf = context.getConfiguration();
    SourceSplits splits =
        new SourceSplits(
            conf, CorpusInput.targetBytes(conf), (before, range) -> mayCut(conf, before, range));
    for (CorpusBatch batch : CorpusBatch.get(conf)) {
      splits.add(batch);
    }
    List<InputSplit> all = splits.finish();
    // The sources may be on another file system; with Kerberos, tasks need a token for it.
    TokenCache.obtainTokensForNamenodes(context.getCredentials(), splits.onFileSystems(), conf);
    return all;
  }

  /** Returns whether a split may end between two consecutive ranges. */
  boolean mayCut(Configuration conf, CorpusRange before, CorpusRange range) {
    return true;
  }
}
