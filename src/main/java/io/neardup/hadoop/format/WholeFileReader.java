package io.neardup.hadoop.format;

import io.neardup.config.Quantity;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.Path;

/** Reads a file as one document. The record is the unchanged file, compressed or not. */
public final class WholeFileReader extends ByteRangeReader {

  /** Makes a reader of a range that is a whole file. */
  public WholeFileReader(FormatSettings settings, CorpusRange range) {
    super(
        settings,
        range,
        new Limit( // compression lengthens some files a little
            settings.maxDocument() + settings.maxDocument() / 100 + (1 << 16),
            SkipReason.LONG_DOCUMENT,
            "over " + Quantity.of(settings.maxDocument(), "byte")));
  }

  @Override
  protected Compression compression() {
    return null; // the record itself may be compressed
  }

  @Override
  protected Frames frames(Path file) throws IOException {
    int size = (int) Math.max(1, Math.min(range.length(), limit.bytes()));
    return new Frames(decompressed(file), limit.bytes(), size) {
      private boolean done;

      @Override
      public boolean next() throws IOException {
        if (done) {
          return false;
        }
        done = true;
        tooLong = range.length() > maxLength;
        if (!tooLong) {
          // Does not look for further bytes: that costs as much as reading a small file.
          fillTo((int) range.length());
          held = available();
        }
        return true;
      }

      @Override
      protected void passRest(OutputStream out) throws IOException {
        while (fill()) {
          pass(available(), out);
        }
      }
    };
  }

  @Override
  protected void parseEncoded(byte[] bytes, int offset, int length) throws IOException {
    Compression compression = settings.compressions().of(range.name());
    if (compression == null || length == 0) { // codecs fail on an empty file
      parseText(bytes, offset, length);
      return;
    }
    byte[] plain = new byte[0];
    InputStream file = new ByteArrayInputStream(bytes, offset, length);
    try (InputStream in = compression.decompress(file)) {
      plain = in.readNBytes(settings.maxDocument() + 1);
      in.read(); // throws if other bytes follow
    } catch (TrailingBytesException e) {
      record.tolerate(Tolerance.TRAILING_BYTES);
    }
    if (plain.length > settings.maxDocument()) {
      skipTooLong();
    } else {
      parseText(plain, 0, plain.length);
    }
  }

  private void parseText(byte[] bytes, int offset, int length) throws IOException {
    String type =
        BinaryTypes.areRecognizedIn(charset) ? BinaryTypes.name(bytes, offset, length) : null;
    if (type == null) {
      parseLine(bytes, offset, length);
    } else {
      record.skip(SkipReason.NOT_TEXT, type);
    }
  }

  @Override
  protected void parse(byte[] bytes, int offset, int length) {
    byte[] id = range.name().getBytes(StandardCharsets.UTF_8);
    if (length > settings.maxDocument()) {
      skipTooLong();
    } else if (record.setId(id, 0, id.length, settings.maxId())) {
      record.setText(bytes, offset, length);
    }
  }
}
