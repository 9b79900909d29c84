package io.neardup.hadoop.audit;

import io.neardup.audit.SampleIndex;
import io.neardup.audit.SampledColumns;
import io.neardup.hadoop.table.ColumnPairKey;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.SequenceFile;

/** Reads the sampled documents one by one, by the length of their texts. */
final class SampleFile implements Closeable {

  private final SequenceFile.Reader in;
  private final ColumnPairKey key = new ColumnPairKey(); // length of the text, column
  private final SampledDocument document = new SampledDocument();

  SampleFile(Configuration conf, Path file) throws IOException {
    in = new SequenceFile.Reader(conf, SequenceFile.Reader.file(file));
  }

  /** Moves to the next document; returns false if there is none. */
  boolean next() throws IOException {
    return in.next(key);
  }

  long textLength() {
    return key.first();
  }

  long column() {
    return key.second();
  }

  /** Reads the current document, valid until the next call. */
  SampledDocument document() throws IOException {
    in.getCurrentValue(document);
    return document;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  /** Returns the length of the longest text in bytes. */
  static long longest(Configuration conf, Path file) throws IOException {
    long longest = 0;
    try (SampleFile documents = new SampleFile(conf, file)) {
      while (documents.next()) {
        longest = Math.max(longest, documents.textLength());
      }
    }
    return longest;
  }

  /**
   * Divides the documents of a sample into blocks that fit the memory of a task.
   *
   * @param sample other documents of the file are left out
   * @param bytes of memory for a block; a single document may take more
   * @return the number of the first document of each block
   */
  static List<Integer> blocks(Configuration conf, Path file, SampledColumns sample, long bytes)
      throws IOException {
    List<Integer> starts = new ArrayList<>(List.of(0));
    try (SampleFile documents = new SampleFile(conf, file)) {
      long text = 0;
      for (int record = 0; documents.next(); record++) {
        if (!sample.contains(documents.column())) {
          continue;
        }
        long more = text + documents.textLength() + SampleBlock.OVERHEAD;
        // A document has at most one shingle per byte.
        if (text > 0 && more + SampleIndex.bytes(more) > bytes) {
          starts.add(record);
          more -= text;
        }
        text = more;
      }
    }
    return starts;
  }
}
