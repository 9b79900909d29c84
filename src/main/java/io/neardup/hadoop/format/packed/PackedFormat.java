package io.neardup.hadoop.format.packed;

import io.neardup.hadoop.format.ByteFormat;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.FileFormat;
import io.neardup.hadoop.format.RangeReader;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Packed files, which hold the records of sources of one format.
 *
 * @param records parses the records and creates files for them
 */
public record PackedFormat(Configuration conf, ByteFormat records) implements FileFormat {

  @Override
  public RangeReader open(Path file, CorpusRange range, boolean whole) throws IOException {
    return new PackedRangeReader(conf, file, range, records);
  }
}
