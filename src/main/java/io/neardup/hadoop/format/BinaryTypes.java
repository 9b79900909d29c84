package io.neardup.hadoop.format;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.mime.MediaType;
import org.apache.tika.mime.MimeTypes;

/**
 * Recognizes content that is not text by how it begins. Text in any charset is text, and so are
 * source code, HTML and XML.
 */
public final class BinaryTypes {

  /** How many bytes of a file are looked at. */
  public static final int SAMPLE_BYTES = 1 << 16;

  /** At least as long as what {@link #FURTHER} and {@link #PRINTABLE} compare. */
  private static final int HEAD_BYTES = 16;

  /** The first bytes of types that Apache Tika does not know, one character per byte. */
  private static final String[][] FURTHER = {
    {"ARROW1", "Apache Arrow"},
    {"\u00ff\u00ff\u00ff\u00ff", "Apache Arrow stream"}, // a length follows
    {"FEA1", "Feather"},
    {"ORC", "Apache ORC"},
    {"Obj\u0001", "Apache Avro"},
    {"SEQ", "Hadoop SequenceFile"},
    {"\u0080\u0003", "Python pickle"},
    {"\u0080\u0004", "Python pickle"},
    {"\u0080\u0005", "Python pickle"},
    {"\u0093NUMPY", "NumPy array"},
    {"]\0\0\u0080\0", "LZMA"},
    {"\u0089LZO", "LZO"},
  };

  /** How types begin that may have no control character at first. */
  private static final Pattern PRINTABLE = Pattern.compile("%PDF-|filedesc://|BZh");

  /** The names of compressed files and archives. */
  private static final Pattern PACKED =
      Pattern.compile(
          "^LZ(MA|O)$|/(gzip|zip|zstd|x-(bzip2|xz|7z|rar|lz4|lzip|compress|g?tar)(-compressed)?)\\b");

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

  /** Returns whether the type of a name is compressed or an archive. */
  public static boolean isPacked(String name) {
    return PACKED.matcher(name).find();
  }

  /**
   * Returns the name of the type of content that is not text, null for text. The bytes hold the
   * content from its beginning, {@link #SAMPLE_BYTES} or all of it.
   */
  public static String name(byte[] bytes, int offset, int length) {
    int sample = Math.min(length, SAMPLE_BYTES);
    int controls = 0;
    for (int i = offset; i < offset + sample; i++) {
      controls += isControl(bytes[i]) ? 1 : 0;
    }
    int headBytes = Math.min(sample, HEAD_BYTES);
    String head = new String(bytes, offset, headBytes, StandardCharsets.ISO_8859_1);
    if (controls == 0 && !PRINTABLE.matcher(head).lookingAt()) {
      return null;
    }
    for (String[] type : FURTHER) {
      if (head.startsWith(type[0])) {
        return type[1];
      }
    }
    try {
      MediaType type =
          Tika.TYPES.detect(new ByteArrayInputStream(bytes, offset, sample), new Metadata());
      if (type.equals(MediaType.OCTET_STREAM)) {
        return controls * MIN_BYTES_PER_CONTROL > sample ? "binary data" : null;
      }
      boolean text = Tika.TYPES.getMediaTypeRegistry().isInstanceOf(type, MediaType.TEXT_PLAIN);
      return text ? null : type.toString();
    } catch (IOException e) {
      throw new UncheckedIOException("bytes in memory can be read", e);
    }
  }

  /** Returns whether a byte is a control character other than white space, backspace, escape. */
  private static boolean isControl(byte b) {
    return b >= 0 && b < ' ' && !(b >= '\b' && b <= '\r') && b != 0x1a && b != 0x1b;
  }
}
