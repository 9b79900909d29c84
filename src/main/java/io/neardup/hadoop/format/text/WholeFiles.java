package io.neardup.hadoop.format.text;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.hadoop.format.BinaryTypes;
import io.neardup.hadoop.format.ByteFormat;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.FormatSettings;
import io.neardup.hadoop.format.Frames;
import io.neardup.hadoop.format.Ids;
import io.neardup.hadoop.format.RecordLimit;
import io.neardup.hadoop.format.RecordParser;
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

/** One document per file. The record is the unchanged file, compressed or not. */
final class WholeFiles extends ByteFormat {

  private final RecordLimit limit;

  WholeFiles(FormatSettings settings) {
    super(settings);
    int maxDocument = settings.maxDocument();
    this.limit =
        new RecordLimit( // what cannot be compressed grows a little
            maxDocument + maxDocument / 100 + (1 << 16),
            SkipReason.LONG_DOCUMENT,
            "over " + Quantity.of(maxDocument, "byte"));
  }

  @Override
  protected Compression compression(String sourceName) {
    return null; // the record itself may be compressed
  }

  @Override
  public RecordLimit limit() {
    return limit;
  }

  @Override
  protected Frames frames(Path file, CorpusRange range) throws IOException {
    return new WholeFile(decompressed(file, range), range.length());
  }

  /** A file as one record, not decompressed. */
  private final class WholeFile extends Frames {
    private final long length;
    private boolean done;

    WholeFile(InputStream in, long length) {
      super(in, 0, limit.bytes(), (int) Math.max(1, Math.min(length, limit.bytes())));
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
  public RecordParser parser(String sourceName, byte[] head) {
    RecordParser text = decoding(document(sourceName));
    boolean refusing = BinaryTypes.areRecognizedIn(settings.settings().get(Keys.CHARSET));
    RecordParser bytes = refusing ? refusingBinary(text) : text;
    Compression compression = settings.compressions().of(sourceName);
    return compression == null ? bytes : decompressing(compression, bytes);
  }

  private RecordParser document(String sourceName) {
    byte[] id = sourceName.getBytes(StandardCharsets.UTF_8);
    return (bytes, offset, length, number, record) -> {
      if (length > settings.maxDocument()) {
        limit.skip(record);
      } else if (Ids.set(record, id, 0, id.length, settings.maxId())) {
        record.setText(bytes, offset, length);
      }
    };
  }

  private static RecordParser refusingBinary(RecordParser parser) {
    return (bytes, offset, length, number, record) -> {
      String type = BinaryTypes.name(bytes, offset, length);
      if (type == null) {
        parser.parse(bytes, offset, length, number, record);
      } else {
        record.skip(SkipReason.NOT_TEXT, type);
      }
    };
  }

  private RecordParser decompressing(Compression compression, RecordParser parser) {
    return (bytes, offset, length, number, record) -> {
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
        limit.skip(record);
      } else {
        parser.parse(plain, 0, plain.length, number, record);
      }
    };
  }
}
