package io.neardup.hadoop.format.warc;

import io.neardup.config.Keys;
import io.neardup.hadoop.format.ByteFormat;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.FormatSettings;
import io.neardup.hadoop.format.Frames;
import io.neardup.hadoop.format.RecordLimit;
import io.neardup.hadoop.format.RecordParser;
import io.neardup.hadoop.format.SourceStream;
import io.neardup.hadoop.format.compression.Compression;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import org.apache.hadoop.fs.Path;

/**
 * WARC files. With gzip, each record is usually a member of its own, and is copied unchanged. If
 * the first member is not exactly one record, each record is compressed again as a member of its
 * own when it is copied.
 */
public final class WarcFormat extends ByteFormat {

  private static final int TRAILER = 4;
  private static final int BUFFER = 1 << 16;

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
    int maxLength = limit().bytes();
    boolean gzip;
    boolean members;
    try (InputStream in = new BufferedInputStream(SourceStream.open(settings.conf(), file))) {
      gzip = !isCompressed(range) && isGzip(in);
      members = gzip && recordsAreMembers(in);
    }
    InputStream in = decompressed(file, range);
    if (members) {
      return new GzipMemberFrames(in, maxLength);
    }
    try {
      return new WarcFrames(gzip ? new GZIPInputStream(in, BUFFER) : in, maxLength, gzip);
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

  /**
   * Returns whether the first member of a gzip file is exactly one record. Also returns true if the
   * member cannot be read; the reader then reports the error.
   */
  private static boolean recordsAreMembers(InputStream in) {
    WarcHeader header = new WarcHeader();
    boolean inHeader = true;
    long held = 0;
    // The caller closes the stream; a limit of no bytes lets nothing of the member be held.
    GzipMemberFrames frames = new GzipMemberFrames(in, 0);
    try {
      frames.next();
      do {
        held += frames.pieceLength();
        if (inHeader) {
          inHeader = !header.parse(frames.piece(), 0, frames.pieceLength());
        }
        if (!inHeader && held > header.length() + header.contentLength() + TRAILER) {
          return false;
        }
      } while (frames.nextPiece());
      return !inHeader && held >= header.length() + header.contentLength();
    } catch (IOException e) {
      return true;
    } finally {
      frames.free();
    }
  }
}
