package io.neardup.hadoop.io;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Reads a file as one document, whose id is the file's name. */
final class WholeFileReader implements RangeReader {

  private final InputStream in;
  private final CorpusRange range;
  private final boolean compressed;
  private final int maxDocument;
  private final int maxId;
  private final SourceRecord record = new SourceRecord();
  private boolean done;

  WholeFileReader(
      InputStream in, CorpusRange range, boolean compressed, int maxDocument, int maxId) {
    this.in = in;
    this.range = range;
    this.compressed = compressed;
    this.maxDocument = maxDocument;
    this.maxId = maxId;
  }

  @Override
  public boolean next() throws IOException {
    if (done) {
      return false;
    }
    done = true;
    record.start(0);
    byte[] id = range.name().getBytes(StandardCharsets.UTF_8);
    if (!compressed && range.length() > maxDocument) {
      record.skip(SkipReason.LONG_DOCUMENT, range.length() + " bytes");
      return true;
    }
    byte[] text = in.readNBytes(maxDocument);
    if (in.read() >= 0) {
      record.skip(SkipReason.LONG_DOCUMENT, "over " + maxDocument + " bytes");
    } else if (Ids.set(record, id, 0, id.length, maxId)) {
      record.setText(text, 0, text.length);
    }
    return true;
  }

  @Override
  public SourceRecord record() {
    return record;
  }

  @Override
  public long lines() {
    return 0;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
