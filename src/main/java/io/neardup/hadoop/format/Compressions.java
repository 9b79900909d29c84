package io.neardup.hadoop.format;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdOutputStream;
import io.neardup.config.Keys;
import io.neardup.hadoop.output.HadoopSettings;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.deflate.DeflateCompressorInputStream;
import org.apache.commons.compress.compressors.deflate.DeflateParameters;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.BZip2Codec;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.hadoop.io.compress.zlib.ZlibCompressor.CompressionLevel;
import org.apache.hadoop.io.compress.zlib.ZlibFactory;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Finds the compression of files from the endings of their names. Use one object for all files of a
 * task or plan. Not safe for use by several threads.
 */
public final class Compressions {

  private static final int BUFFER = 1 << 16;
  private static final int DICTIONARY_FRAME = 0x184D2A5D;
  private static final int ZSTD_FRAME = 0xFD2FB528;
  private static final int MAX_DICTIONARY_BYTES = 16 << 20;
  private static final List<CompressionLevel> LEVELS = List.of(CompressionLevel.values()); // from 0

  private final Configuration conf;
  private final int gzipLevel;
  private final long maxZstdWindow;
  private String lastEnding; // most files of a folder have the same
  private Compression ofLastEnding;

  /**
   * Looks for the codecs of a configuration. Unless it sets a level of gzip, this is 4, which takes
   * half the time of Hadoop's default, 6, for 7 % more bytes.
   */
  public Compressions(Configuration conf) {
    this.conf = new Configuration(conf);
    if (ZlibFactory.getCompressionLevel(conf) == CompressionLevel.DEFAULT_COMPRESSION) {
      ZlibFactory.setCompressionLevel(this.conf, CompressionLevel.FOUR);
    }
    gzipLevel = LEVELS.indexOf(ZlibFactory.getCompressionLevel(this.conf));
    maxZstdWindow = HadoopSettings.of(conf).get(Keys.MAX_ZSTD_WINDOW_BYTES);
  }

  /**
   * Returns the compression of a file of a name; null if it has none. Hadoop's codecs for Snappy
   * and LZ4 take a truncated file for a whole one.
   */
  public Compression of(String name) {
    int dot = name.lastIndexOf('.');
    String ending = dot < 0 || name.indexOf('/', dot) >= 0 ? "" : name.substring(dot);
    if (!ending.equals(lastEnding)) {
      lastEnding = ending;
      ofLastEnding =
          switch (ending.toLowerCase(Locale.ROOT)) {
            case ".gz" -> compression(GzipCodec.class);
            case ".bz2" -> compression(BZip2Codec.class);
            case ".deflate" -> compression(DefaultCodec.class);
            case ".zst" -> new Compression(null);
            default -> null;
          };
    }
    return ofLastEnding;
  }

  private Compression compression(Class<? extends CompressionCodec> codec) {
    return new Compression(ReflectionUtils.newInstance(codec, conf));
  }

  /** Returns the level at which gzip is written. */
  int gzipLevel() {
    return gzipLevel;
  }

  /** Returns a stream that decompresses deflate data, in zlib's format or raw. */
  static InputStream inflate(InputStream raw, boolean zlib) {
    DeflateParameters parameters = new DeflateParameters();
    parameters.setWithZlibHeader(zlib);
    return new DeflateCompressorInputStream(raw, parameters); // closing it frees its inflater
  }

  /** Returns a name without the ending of its compression. */
  public String plainName(String name) {
    return of(name) == null ? name : name.substring(0, name.lastIndexOf('.'));
  }

  /** How a file is compressed. */
  public final class Compression {

    private final CompressionCodec codec; // null: zstd, since Hadoop's codec needs a native library

    private Compression(CompressionCodec codec) {
      this.codec = codec;
    }

    boolean isGzip() {
      return codec instanceof GzipCodec;
    }

    /** Returns a stream that compresses what is written to it. */
    public OutputStream compress(OutputStream raw) throws IOException {
      return codec == null ? new ZstdOutputStream(raw) : codec.createOutputStream(raw);
    }

    /** Returns a stream that decompresses another; the file is for messages. */
    public InputStream decompress(InputStream raw, String file) throws IOException {
      if (isGzip()) {
        return new GzipStream(raw);
      }
      try {
        return new Decompressed(
            codec == null
                ? zstd(new BufferedInputStream(raw))
                // Hadoop's mistakes a file truncated between two blocks, or a read error, for the
                // end.
                : codec instanceof BZip2Codec
                    ? new BZip2CompressorInputStream(new BufferedInputStream(raw, BUFFER), true)
                    : codec.createInputStream(raw),
            file);
      } catch (IndexOutOfBoundsException | EOFException e) {
        throw damage(e, file);
      }
    }

    /**
     * Returns the content of a zstd file. The file may begin with a skippable frame that has its
     * dictionary, compressed or not, as the IIPC specifies for {@code .warc.zst} files.
     */
    private InputStream zstd(InputStream raw) throws IOException {
      byte[] dictionary = dictionary(new DataInputStream(raw));
      int windowLog = Long.SIZE - 1 - Long.numberOfLeadingZeros(maxZstdWindow);
      return new ZstdStream(raw).with(dictionary, windowLog);
    }
  }

  /** Returns the dictionary at the beginning of a zstd file; no bytes if there is none. */
  private static byte[] dictionary(DataInputStream file) throws IOException {
    file.mark(Integer.BYTES);
    if (Integer.reverseBytes(file.readInt()) != DICTIONARY_FRAME) {
      file.reset();
      return new byte[0];
    }
    long length = Integer.toUnsignedLong(Integer.reverseBytes(file.readInt()));
    byte[] dictionary = new byte[(int) Math.min(length, MAX_DICTIONARY_BYTES + 1)];
    file.readFully(dictionary);
    DataInputStream frame = new DataInputStream(new ByteArrayInputStream(dictionary));
    if (dictionary.length > Integer.BYTES && Integer.reverseBytes(frame.readInt()) == ZSTD_FRAME) {
      frame.reset();
      try (InputStream in = new ZstdStream(frame)) {
        dictionary = in.readNBytes(MAX_DICTIONARY_BYTES + 1);
      }
    }
    if (dictionary.length > MAX_DICTIONARY_BYTES) {
      throw new IOException("a zstd dictionary of over " + MAX_DICTIONARY_BYTES + " bytes");
    }
    return dictionary;
  }

  /** Returns the exception to throw for one of a decompressor, which bzip2 does not wrap. */
  private static IOException damage(Exception e, String file) {
    if (e instanceof ZstdIOException zstd
        && zstd.getErrorCode() == Zstd.errFrameParameterWindowTooLarge()) {
      return new UnsupportedSourceException(
          e,
          "%s: its zstd window is larger than %s allows; raise that key, up to 2147483648 (for zstd"
              + " --long=31); a task needs as much memory beside its heap",
          file,
          Keys.MAX_ZSTD_WINDOW_BYTES);
    }
    String why = e.getMessage() == null ? "it ends too early" : e.getMessage();
    return e instanceof IOException io && e.getMessage() != null
        ? io
        : new IOException("cannot be decompressed: " + why, e);
  }

  /** A stream that reports damage as an IOException, after all bytes before the damage. */
  private static final class Decompressed extends InputStream {
    private final InputStream in;
    private final String file;
    private IOException damage; // null before it is found

    Decompressed(InputStream in, String file) {
      this.in = in;
      this.file = file;
    }

    @Override
    public int read() throws IOException {
      if (damage == null) {
        try {
          return in.read();
        } catch (IOException | IndexOutOfBoundsException e) {
          damage = damage(e, file);
        }
      }
      throw damage;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (in instanceof BZip2CompressorInputStream) {
        return super.read(bytes, offset, length); // its own drops the bytes before the damage
      }
      try {
        return in.read(bytes, offset, length);
      } catch (IOException | IndexOutOfBoundsException e) {
        throw damage(e, file);
      }
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
