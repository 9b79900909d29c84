package io.neardup.hadoop.format.text;

import io.neardup.config.Quantity;
import io.neardup.hadoop.format.BinaryTypes;
import io.neardup.hadoop.format.ByteRangeReader;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.FormatSettings;
import io.neardup.hadoop.format.Frames;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.Tolerance;
import io.neardup.hadoop.format.compression.Compression;
import io.neardup.hadoop.format.compression.TrailingBytesException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.Path;

/** Reads a file as one document. The record is the unchanged file, compressed or not. */
public final class WholeFileReader extends ByteRangeReader {

  /** Takes the settings of a batch, and a range that is all of a file. */
  public WholeFileReader(FormatSettings settings, CorpusRange range) {
    super(settings, range, limit(settings.maxDocument()));
  }

  private static Limit limit(int maxDocument) {
    return new Limit( // what cannot be compressed grows a little
        maxDocument + maxDocument / 100 + (1 << 16),
        SkipReason.LONG_DOCUMENT,
        "over " + Quantity.of(maxDocument, "byte"));
  }

  @Override
  protected Compression compression() {
    return null; // the record itself may be compressed
  }

  @Override
  protected boolean hasLines() {
    return false;
  }

  @Override
  protected Frames frames(Path file) throws IOException {
    return new WholeFile(decompressed(file), range.length(), limit.bytes());
  }

  /** A file as one record, not decompressed. */
  private static final class WholeFile extends Frames {
    private final long length;
    private boolean done;

    WholeFile(InputStream in, long length, int maxLength) {
      super(in, 0, maxLength, (int) Math.max(1, Math.min(length, maxLength)));
      this.length = length;
    }

    @Override
    public boolean next() throws IOException {
      return !done && findRecord(); // which may be empty
    }

    @Override
    protected boolean findRecord() throws IOException {
      done = true;
      tooLong = length > maxLength;
      if (!tooLong) {
        // Not one byte more: asking whether there is one costs as much as reading a small file.
        fillTo((int) length);
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
  }

  @Override
  protected void parseEncoded(byte[] bytes, int offset, int length) throws IOException {
    Compression compression = settings.compressions().of(range.name());
    if (compression == null) {
      parsePlain(bytes, offset, length);
      return;
    }
    byte[] plain = new byte[0];
    if (length > 0) { // else a codec would miss its header
      InputStream file = new ByteArrayInputStream(bytes, offset, length);
      try (InputStream in = compression.decompress(file)) {
        plain = in.readNBytes(settings.maxDocument() + 1);
        in.read(); // throws if something else follows
      } catch (TrailingBytesException e) {
        record.tolerate(Tolerance.TRAILING_BYTES);
      }
    }
    if (plain.length > settings.maxDocument()) {
      skipTooLong();
    } else {
      parsePlain(plain, 0, plain.length);
    }
  }

  private void parsePlain(byte[] bytes, int offset, int length) throws IOException {
    String type =
        BinaryTypes.areRecognizedIn(charset) ? BinaryTypes.name(bytes, offset, length) : null;
    if (type == null) {
      super.parseEncoded(bytes, offset, length);
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
