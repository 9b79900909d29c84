package io.neardup.hadoop.format;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.mime.MediaType;
import org.apache.tika.mime.MimeType;
import org.apache.tika.mime.MimeTypeException;
import org.apache.tika.mime.MimeTypes;

/**
 * Recognizes content that is not text by how it begins. Text in any charset is text, and so are
 * source code, HTML and XML.
 */
public final class BinaryTypes {

  /** How many bytes of a file are looked at. */
  public static final int SAMPLE_BYTES = 1 << 16;

  /** The first bytes, in hex, of types that Apache Tika does not know. */
  private static final Map<String, String> FURTHER =
      Map.of(
          "4152524f5731", "Apache Arrow", // ARROW1
          "ffffffff", "Apache Arrow stream", // a length follows
          "46454131", "Feather", // FEA1
          "4f5243", "Apache ORC", // ORC
          "4f626a01", "Apache Avro", // Obj, 1
          "534551", "Hadoop SequenceFile", // SEQ
          "8003", "Python pickle",
          "8004", "Python pickle",
          "8005", "Python pickle",
          "934e554d5059", "NumPy array"); // NUMPY

  /** How types begin that may have no control character at first. */
  private static final String[] PRINTABLE = {"%PDF-", "filedesc://"};

  /** One control character in so many bytes is too many for text of an unknown type. */
  private static final int MIN_BYTES_PER_CONTROL = 20;

  private BinaryTypes() {}

  /** Apache Tika's types: reading them takes some hundred milliseconds. */
  private static final class Tika {
    static final MimeTypes TYPES = MimeTypes.getDefaultMimeTypes();
  }

  /**
   * Returns whether text of a charset has no control characters in the bytes of other characters.
   */
  public static boolean areRecognizedIn(String charset) {
    return !charset.startsWith("UTF-16") && !charset.startsWith("UTF-32");
  }

  /**
   * Returns the name of the type of content that is not text, null for text.
   *
   * @param bytes holds the content from its beginning, {@link #SAMPLE_BYTES} or all of it
   */
  public static String name(byte[] bytes, int offset, int length) {
    int end = offset + Math.min(length, SAMPLE_BYTES);
    int controls = 0;
    for (int i = offset; i < end; i++) {
      controls += isControl(bytes[i]) ? 1 : 0;
    }
    return controls > 0 || beginsPrintable(bytes, offset, end)
        ? name(Arrays.copyOfRange(bytes, offset, end), controls)
        : null;
  }

  private static String name(byte[] head, int controls) {
    for (Map.Entry<String, String> type : FURTHER.entrySet()) {
      if (startsWith(head, 0, head.length, HexFormat.of().parseHex(type.getKey()))) {
        return type.getValue();
      }
    }
    try {
      MediaType type = Tika.TYPES.detect(new ByteArrayInputStream(head), new Metadata());
      if (type.equals(MediaType.OCTET_STREAM)) {
        return controls * MIN_BYTES_PER_CONTROL > head.length ? "binary data" : null;
      }
      if (Tika.TYPES.getMediaTypeRegistry().isInstanceOf(type, MediaType.TEXT_PLAIN)) {
        return null;
      }
      MimeType described = Tika.TYPES.forName(type.toString());
      return described.getDescription().isEmpty()
          ? type.toString()
          : described.getDescription() + " (" + type + ")";
    } catch (IOException e) {
      throw new UncheckedIOException("bytes in memory can be read", e);
    } catch (MimeTypeException e) {
      throw new IllegalStateException("Tika knows the type that it has found", e);
    }
  }

  /** Returns whether a byte is a control character other than white space, backspace, escape. */
  private static boolean isControl(byte b) {
    return b >= 0 && b < ' ' && !(b >= '\b' && b <= '\r') && b != 0x1a && b != 0x1b;
  }

  private static boolean beginsPrintable(byte[] bytes, int offset, int end) {
    for (String start : PRINTABLE) {
      if (startsWith(bytes, offset, end, start.getBytes(StandardCharsets.US_ASCII))) {
        return true;
      }
    }
    return false;
  }

  private static boolean startsWith(byte[] bytes, int offset, int end, byte[] start) {
    return end - offset >= start.length
        && Arrays.equals(bytes, offset, offset + start.length, start, 0, start.length);
  }
}
