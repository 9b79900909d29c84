package io.neardup.hadoop.corpus;

import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.format.compression.Compressions;
import io.neardup.hadoop.format.packed.PackedSource;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * The core time to decompress a corpus once, and to compress it once with the codecs of its
 * sources. The rates hold for a 2.5 GHz core and for text that compresses to about 0.3 of its size.
 */
public final class CompressionCost {

  /**
   * Core time per uncompressed byte, in nanoseconds.
   *
   * @param read the time to decompress it
   * @param write the time to compress it
   */
  private record Rate(double read, double write) {}

  private static final Rate NONE = new Rate(0, 0);
  private static final Rate DEFLATE = new Rate(3.5, 38);
  private static final Rate FAST = new Rate(1.5, 3); // Snappy, LZ4
  private static final Map<String, Rate> BY_ENDING =
      Map.of("gz", DEFLATE, "bz2", new Rate(45, 110), "zst", new Rate(1.5, 6), "deflate", DEFLATE);

  private final Configuration conf;
  private final Compressions compressions;
  private double plainBytes;
  private double read; // in nanoseconds, like write
  private double write;
  private Path lastPacked;
  private double lastPackedWrite;

  /** Starts with all totals at zero. */
  public CompressionCost(Configuration conf) {
    this.conf = conf;
    this.compressions = new Compressions(conf);
  }

  /**
   * Counts a range of a corpus.
   *
   * @param base what its file is relative to
   * @param packed whether the records were packed; the cost to write is that of their sources
   * @param textBytes of its ids and texts, about
   */
  public void add(
      Path base, SourceFormat format, boolean packed, CorpusRange range, double textBytes)
      throws IOException {
    Rate rate = rate(format, packed, range, textBytes);
    double bytes = rate.equals(NONE) ? range.bytes() : Math.max((double) range.bytes(), textBytes);
    plainBytes += bytes;
    read += rate.read * bytes;
    write +=
        bytes * (packed ? packedWrite(new Path(base, range.file()), format) : write(format, rate));
  }

  private Rate rate(SourceFormat format, boolean packed, CorpusRange range, double textBytes) {
    if (packed) {
      return DEFLATE;
    }
    if (format.isStructured()) { // only its reader knows the codec
      return range.bytes() >= textBytes ? NONE : format == SourceFormat.PARQUET ? FAST : DEFLATE;
    }
    return rate(range.name());
  }

  private Rate rate(String name) {
    if (compressions.of(name) == null) {
      return NONE;
    }
    String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return BY_ENDING.getOrDefault(ending, FAST);
  }

  /**
   * Returns the time to write a byte of records: 0 for formats whose compressed bytes are copied.
   */
  private static double write(SourceFormat format, Rate rate) {
    boolean copied =
        format == SourceFormat.FILES || (format == SourceFormat.WARC && rate.equals(DEFLATE));
    return copied ? 0 : rate.write;
  }

  /** Returns the mean write time of the sources of a packed file. */
  private double packedWrite(Path packed, SourceFormat format) throws IOException {
    if (!packed.equals(lastPacked)) { // a packed file has many ranges
      lastPacked = packed;
      lastPackedWrite = meanWrite(packed, format);
    }
    return lastPackedWrite;
  }

  private double meanWrite(Path packed, SourceFormat format) throws IOException {
    double sum = 0;
    long sources = 0;
    try (PackedSource.Cursor cursor = new PackedSource.Cursor(conf, packed)) {
      for (PackedSource source = cursor.next(); source != null; source = cursor.next()) {
        sum += write(format, rate(source.name()));
        sources++;
      }
    }
    return sources == 0 ? 0 : sum / sources;
  }

  /** Returns the approximate uncompressed bytes of all ranges added. */
  public double plainBytes() {
    return plainBytes;
  }

  /** Returns the core seconds to decompress them once. */
  public double decompression() {
    return read / 1e9;
  }

  /** Returns the core seconds to compress them once. */
  public double compression() {
    return write / 1e9;
  }
}
