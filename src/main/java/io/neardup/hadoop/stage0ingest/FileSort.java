package io.neardup.hadoop.stage0ingest;

import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.RecordSort;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;

/**
 * Sorts files by a string each, as {@link String#compareTo} does, and files of one string in the
 * order in which they were added. The records are sorted byte by byte:
 *
 * <pre>
 * the string, two bytes per character | two zero bytes | number of the file (8) | its manifest line
 * </pre>
 */
final class FileSort implements Closeable {

  /** Bytes of records that the client holds in memory; the rest is on its local disk. */
  static final int BYTES_IN_MEMORY = 32 << 20;

  private final RecordSort records;
  private long added;

  /** Takes files in order. */
  interface Sink {
    /** Takes a file. */
    void take(CorpusRange file) throws IOException;
  }

  FileSort(Configuration conf) {
    records = new RecordSort(Disk.ofClient(conf), BYTES_IN_MEMORY);
  }

  /** Returns how many files were added. */
  long added() {
    return added;
  }

  /**
   * Adds a file.
   *
   * @param key what it is sorted by, without the character U+0000
   */
  void add(String key, CorpusRange file) throws IOException {
    byte[] sorted = key.getBytes(StandardCharsets.UTF_16BE);
    byte[] line = CorpusManifest.line(file).getBytes(StandardCharsets.UTF_8);
    records.add(
        ByteBuffer.allocate(sorted.length + 2 + Long.BYTES + line.length)
            .put(sorted)
            .putChar('\0')
            .putLong(added)
            .put(line)
            .array());
    added++;
  }

  /** Passes on all files, in order, and releases the memory. */
  void drainTo(Sink sink) throws IOException {
    records.drainTo(
        (record, length) -> {
          int line = 2 + Long.BYTES;
          while (record[line - 10] != 0 || record[line - 9] != 0) {
            line += 2;
          }
          sink.take(CorpusManifest.parse(record, line, length - line));
        });
  }

  @Override
  public void close() throws IOException {
    records.close();
  }
}
