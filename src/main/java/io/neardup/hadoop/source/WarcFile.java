package io.neardup.hadoop.source;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Opens WARC files. With gzip a record is commonly a member of its own, and is copied as it stands;
 * where the first member holds more of the file than one record, or less, the records are
 * compressed anew when they are copied, a member each.
 */
final class WarcFile {

  private static final int TRAILER = 4;

  private WarcFile() {}

  /**
   * Returns the compression of whole files of a name that hold WARC records; null if records are
   * compressed each for itself, or not at all.
   */
  static Compression compression(Compressions compressions, String name) {
    Compression compression = compressions.of(name);
    return compression == null || compression.isGzip() ? null : compression;
  }

  /** Returns the records of a file. */
  static Frames open(
      Configuration conf, Compressions compressions, Path file, String name, int maxLength)
      throws IOException {
    Compression compression = compression(compressions, name);
    boolean gzip;
    boolean members;
    try (InputStream in = new BufferedInputStream(SourceStream.open(conf, file))) {
      // An empty file with a codec's name is an empty file; the codec would miss its header.
      compression = isEmpty(in) ? null : compression;
      gzip = compression == null && isGzip(in);
      members = gzip && recordsAreMembers(in);
    }
    InputStream in = SourceStream.open(conf, file);
    if (members) {
      return new GzipMemberFrames(in, maxLength);
    }
    try {
      if (gzip) {
        in = new GZIPInputStream(in, 1 << 16);
      } else if (compression != null) {
        in = compression.decompress(in);
      }
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
    return new WarcFrames(in, maxLength, gzip);
  }

  private static boolean isEmpty(InputStream in) throws IOException {
    in.mark(1);
    boolean empty = in.read() < 0;
    in.reset();
    return empty;
  }

  private static boolean isGzip(InputStream in) throws IOException {
    in.mark(2);
    boolean gzip = in.read() == 0x1f && in.read() == 0x8b;
    in.reset();
    return gzip;
  }

  /**
   * Returns whether a gzip file's first member is a record, or nothing known, which its reader will
   * tell.
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
