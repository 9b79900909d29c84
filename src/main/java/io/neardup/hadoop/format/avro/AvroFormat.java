package io.neardup.hadoop.format.avro;

import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.FileFormat;
import io.neardup.hadoop.format.FormatSettings;
import io.neardup.hadoop.format.RangeReader;
import java.io.IOException;
import org.apache.hadoop.fs.Path;

/**
 * Avro object container files.
 *
 * @param settings those of a batch
 */
public record AvroFormat(FormatSettings settings) implements FileFormat {

  @Override
  public RangeReader open(Path file, CorpusRange range) throws IOException {
    return new AvroRangeReader(settings.conf(), file, range, settings.fields());
  }
}
