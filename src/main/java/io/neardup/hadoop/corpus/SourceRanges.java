package io.neardup.hadoop.corpus;

import io.neardup.config.Settings;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** Opens the ranges that a map task reads, one after the other. */
public final class SourceRanges {

  private final Configuration conf;
  private final List<String> fields;
  private final List<CorpusBatch> batches;
  private int open = -1; // the batch of the readers
  private RangeReaders readers;

  /**
   * @param fields names of the fields that records carry besides id and text
   */
  public SourceRanges(Configuration conf, List<String> fields) throws IOException {
    this.conf = conf;
    this.fields = fields;
    this.batches = CorpusBatch.get(conf);
  }

  /** Opens a range; see {@link RangeRecords}. */
  public RangeRecords open(SourceRange source) throws IOException {
    return new RangeRecords(readers(source), source.range(), batchOf(source).idsArePlaces());
  }

  /** Returns the readers of the batch of a range. */
  public RangeReaders readers(SourceRange source) {
    if (open != source.batch()) {
      open = source.batch();
      CorpusBatch batch = batchOf(source);
      readers =
          new RangeReaders(
              conf,
              batch.folderPath(),
              batch.format(),
              Settings.read(batch.settings().entrySet()),
              fields);
    }
    return readers;
  }

  /** Returns the batch of a range. */
  public CorpusBatch batchOf(SourceRange source) {
    return batches.get(source.batch());
  }
}
