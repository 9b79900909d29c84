package io.neardup.hadoop.format.warc;

import io.neardup.config.Keys;
import io.neardup.hadoop.format.ByteFormat;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.FormatSettings;
import io.neardup.hadoop.format.Frames;
import io.neardup.hadoop.format.RecordLimit;
import io.neardup.hadoop.format.RecordParser;
import io.neardup.hadoop.format.compression.Compression;
import io.neardup.hadoop.format.compression.GzipStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.fs.Path;

/**
 * WARC files. With gzip, each record is compressed again as a member of its own when it is copied,
 * however the members of the source were cut.
 */
public final class WarcFormat extends ByteFormat {

  /** Takes the settings of a batch. */
  public WarcFormat(FormatSettings settings) {
    super(settings);
  }

  @Override
  public RecordLimit limit() {
    // A page is longer than its text; what makes a page of more is hardly its text.
    return settings.lineLimit(3 * settings.maxDocument() + (1 << 16));
  }

  @Override
  public RecordParser parser(String sourceName, byte[] head) {
    boolean idIsRecordId = settings.settings().get(Keys.WARC_ID).equals("record-id");
    return new WarcRecords(idIsRecordId, limit().bytes(), settings.maxId(), settings.maxDocument());
  }

  /**
   * Returns null for gzip, too: each record is compressed by itself, whatever the name of the file.
   */
  @Override
  protected Compression compression(String sourceName) {
    Compression compression = super.compression(sourceName);
    return compression == null || compression.isGzip() ? null : compression;
  }

  @Override
  protected Frames frames(Path file, CorpusRange range) throws IOException {
    InputStream in = new BufferedInputStream(decompressed(file, range));
    try {
      boolean gzip = !isCompressed(range) && isGzip(in);
      return new WarcFrames(gzip ? new GzipStream(in) : in, limit().bytes(), gzip);
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  private static boolean isGzip(InputStream in) throws IOException {
    in.mark(2);
    boolean gzip = in.read() == 0x1f && in.read() == 0x8b;
    in.reset();
    return gzip;
  }
}
