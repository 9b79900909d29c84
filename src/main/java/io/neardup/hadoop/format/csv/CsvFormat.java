package io.neardup.hadoop.format.csv;

import io.neardup.config.Keys;
import io.neardup.hadoop.format.ByteFormat;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.Decoding;
import io.neardup.hadoop.format.FormatSettings;
import io.neardup.hadoop.format.Frames;
import io.neardup.hadoop.format.MissingFieldException;
import io.neardup.hadoop.format.RecordLimit;
import io.neardup.hadoop.format.RecordParser;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.apache.hadoop.fs.Path;

/** CSV files with a header. */
public final class CsvFormat extends ByteFormat {

  /** Takes the settings of a batch. */
  public CsvFormat(FormatSettings settings) {
    super(settings);
  }

  /** Returns whether a line names, between tabs, some columns among others. */
  public static boolean isTabbedHeader(byte[] line, List<String> columns) {
    try {
      List<String> names = CsvRecords.names(line, new CsvFields((byte) '\t'), "the file");
      return names.size() > 1 && names.containsAll(columns);
    } catch (MissingFieldException e) {
      return false;
    }
  }

  @Override
  public RecordLimit limit() {
    // Quotes may make two bytes of one; there are other fields.
    return settings.lineLimit(2 * settings.maxDocument() + (1 << 16));
  }

  @Override
  protected boolean hasLines() {
    return true;
  }

  private CsvDelimiter delimiter(String sourceName) {
    return new CsvDelimiter(
        settings.settings().get(Keys.CSV_DELIMITER), settings.compressions().plainName(sourceName));
  }

  @Override
  protected Frames frames(Path file, CorpusRange range) throws IOException {
    InputStream in = decompressed(file, range);
    try {
      return new CsvFrames(in, delimiter(range.name()), range.name(), limit().bytes());
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  @Override
  public RecordParser parser(String sourceName, byte[] head) throws IOException {
    Decoding.refuseUtf16(head, 0, head.length, sourceName);
    byte[] names = new Decoding(settings.settings().get(Keys.CHARSET), null).head(head);
    return decoding(new CsvRecords(names, delimiter(sourceName), sourceName, settings.fields()));
  }
}
