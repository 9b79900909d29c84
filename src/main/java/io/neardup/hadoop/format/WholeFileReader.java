package io.neardup.hadoop.format;

import io.neardup.config.Quantity;
import io.neardup.hadoop.format.Compressions.Compression;
import io.neardup.text.Utf8;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Reads a file as one document. The record is the unchanged file, compressed or not; a byte order
 * mark is not part of the text.
 */
final class WholeFileReader extends ByteRangeReader {

  private boolean done;

  /** Takes a range that is a whole file. */
  WholeFileReader(FormatSettings settings, CorpusRange range) {
    super(
        settings,
        range,
        new Limit( // compression lengthens some files a little
            settings.maxDocument + settings.maxDocument / 100 + (1 << 16),
            SkipReason.LONG_DOCUMENT,
            () -> "over " + Quantity.of(settings.maxDocument, "byte")));
  }

  @Override
  Compression compression() {
    return null; // the record itself may be compressed
  }

  @Override
  void findFirst() {
    // It is the file.
  }

  /** Does not look for further bytes: that costs as much as reading a small file. */
  @Override
  boolean findRecord() throws IOException {
    if (done) {
      return false;
    }
    done = true;
    tooLong = range.length() > limit.bytes();
    if (!tooLong) {
      fillTo((int) range.length());
      held = available();
    }
    return true;
  }

  @Override
  void passRest(OutputStream out) throws IOException {
    while (out != NOWHERE && fill()) {
      pass(available(), out);
    }
  }

  @Override
  void parseEncoded(int offset, int length) throws IOException {
    Compression compression = super.compression();
    if (compression == null || length == 0) { // codecs fail on an empty file
      parseText(bytes, offset, length);
      return;
    }
    byte[] plain = new byte[0];
    InputStream file = new ByteArrayInputStream(bytes, offset, length);
    try (InputStream content = compression.decompress(file, range.file())) {
      plain = content.readNBytes(limit.bytes() + 1);
      content.read(); // throws if other bytes follow
    } catch (GzipStream.TrailingBytesException e) {
      record.tolerate(Tolerance.TRAILING_BYTES);
    }
    if (plain.length > limit.bytes()) {
      skipTooLong();
    } else {
      parseText(plain, 0, plain.length);
    }
  }

  private void parseText(byte[] content, int offset, int length) throws IOException {
    String type =
        BinaryTypes.areRecognizedIn(charset) ? BinaryTypes.name(content, offset, length) : null;
    if (type == null) {
      int mark = Utf8.byteOrderMark(content, offset, offset + length);
      parseLine(content, offset + mark, length - mark);
    } else {
      record.skip(SkipReason.NOT_TEXT, type);
    }
  }

  @Override
  void parse(byte[] utf8, int offset, int length) {
    byte[] id = range.name().getBytes(StandardCharsets.UTF_8);
    if (length > settings.maxDocument) {
      skipTooLong();
    } else if (record.setId(id, 0, id.length, settings.maxId)) {
      record.setText(utf8, offset, length);
    }
  }
}
