package io.neardup.hadoop.format.compression;

import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;

/**
 * Finds the compression of files from the endings of their names. Looks up Hadoop's codecs once;
 * use one object for all files of a task or plan.
 */
public final class Compressions {

  private static final String ZSTD = ".zst";

  private final CompressionCodecFactory codecs;

  /** Looks for the codecs of a configuration. */
  public Compressions(Configuration conf) {
    codecs = new CompressionCodecFactory(conf);
  }

  /** Returns the compression of a file of a name; null if it has none. */
  public Compression of(String name) {
    if (name.toLowerCase(Locale.ROOT).endsWith(ZSTD)) {
      return Compression.zstd(); // Hadoop's own codec needs its native library
    }
    CompressionCodec codec = codecs.getCodec(new Path("/", "f" + ending(name)));
    return codec == null ? null : Compression.of(codec);
  }

  private static String ending(String name) {
    int dot = name.lastIndexOf('.');
    return dot < 0 || name.indexOf('/', dot) >= 0 ? "" : name.substring(dot);
  }

  /** Returns a name without the ending of its compression. */
  public String plainName(String name) {
    return of(name) == null ? name : name.substring(0, name.lastIndexOf('.'));
  }
}
