package io.neardup.hadoop.format;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;

/** A format whose records are lines, so that a file that is not compressed can be split. */
public abstract class LineFormat extends ByteFormat {

  private final RecordLimit limit;

  /**
   * @param longestWithDocument the longest line in bytes that can hold a document
   */
  protected LineFormat(FormatSettings settings, int longestWithDocument) {
    super(settings);
    this.limit = settings.lineLimit(longestWithDocument);
  }

  @Override
  public final RecordLimit limit() {
    return limit;
  }

  @Override
  protected final boolean hasLines() {
    return true;
  }

  @Override
  protected final Frames frames(Path file, CorpusRange range) throws IOException {
    BoundedLineReader lines = lines(file, range);
    if (range.start() == 0) {
      try {
        lines.requireText(range.file());
      } catch (IOException e) {
        lines.close();
        throw e;
      }
    }
    return lines;
  }

  private BoundedLineReader lines(Path file, CorpusRange range) throws IOException {
    if (isCompressed(range)) {
      return new BoundedLineReader(decompressed(file, range), 0, Long.MAX_VALUE, limit.bytes());
    }
    FSDataInputStream in = SourceStream.open(settings.conf(), file);
    in.seek(Math.max(0, range.start() - 1));
    return new BoundedLineReader(in, range.start(), range.end(), limit.bytes());
  }
}
