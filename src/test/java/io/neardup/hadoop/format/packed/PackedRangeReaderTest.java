package io.neardup.hadoop.format.packed;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.format.CorpusRange;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.SequenceFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackedRangeReaderTest {

  private static final int RECORD = 4 << 20;

  @TempDir private java.nio.file.Path folder;

  /** By this thread, from whatever file systems other tests have made. */
  @SuppressWarnings("deprecation") // what is to take its place knows no threads
  private static long bytesRead() {
    return FileSystem.getAllStatistics().stream()
        .mapToLong(statistics -> statistics.getThreadStatistics().getBytesRead())
        .sum();
  }

  /** A record of many ranges is one block: those in its middle must not read it to its end. */
  @Test
  void aRangeInsideALongRecordReadsNoMoreThanItself() throws IOException {
    Configuration conf = new Configuration();
    Path file = new Path(folder.resolve("packed-00000").toUri());
    byte[] noise = new byte[RECORD];
    new Random(1).nextBytes(noise);
    PackedKey key = new PackedKey();
    BytesWritable keyBytes = new BytesWritable();
    try (SequenceFile.Writer out =
        SequenceFile.createWriter(
            conf,
            SequenceFile.Writer.file(file),
            SequenceFile.Writer.keyClass(BytesWritable.class),
            SequenceFile.Writer.valueClass(BytesWritable.class),
            SequenceFile.Writer.compression(SequenceFile.CompressionType.BLOCK))) {
      for (int i = 0; i < 2; i++) {
        key.set(PackedKey.RECORD, 0, (long) i * RECORD, i);
        key.write(keyBytes);
        out.append(keyBytes, new BytesWritable(noise));
        out.sync();
      }
    }
    Files.writeString(folder.resolve(PackedSource.list(file).getName()), "");
    long length = Files.size(folder.resolve("packed-00000"));

    int range = 1 << 18;
    long most = 0;
    int withRecords = 0;
    for (long start = range; start < length; start += range) {
      long before = bytesRead();
      CorpusRange part =
          CorpusRange.uncounted(
              "packed-00000", "a", start, Math.min(length, start + range), length, 0);
      try (PackedRangeReader reader = new PackedRangeReader(conf, file, part, null)) {
        try {
          assertThat(reader.next()).isFalse();
          most = Math.max(most, bytesRead() - before);
        } catch (IOException e) { // the list of sources is empty
          assertThat(e).hasMessageContaining("has no source 0");
          withRecords++;
        }
      }
    }

    assertThat(withRecords).isEqualTo(1); // the second record begins in one range
    assertThat(most).isBetween(1L, range + (1L << 19)); // and some buffers
  }
}
