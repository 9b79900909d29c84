package io.neardup.hadoop.format.parquet;

import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.FileFormat;
import io.neardup.hadoop.format.FormatSettings;
import io.neardup.hadoop.format.RangeReader;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Parquet files. */
public final class ParquetFormat implements FileFormat {

  private final FormatSettings settings;
  private ParquetFooter footer; // of the file opened last

  /** Takes the settings of a batch. */
  public ParquetFormat(FormatSettings settings) {
    this.settings = settings;
  }

  @Override
  public RangeReader open(Path file, CorpusRange range) throws IOException {
    Configuration conf = settings.conf();
    if (footer == null || !footer.isOf(range)) {
      footer = ParquetFooter.read(conf, file, range);
    }
    return new ParquetRangeReader(conf, file, footer, range, settings.fields());
  }
}
