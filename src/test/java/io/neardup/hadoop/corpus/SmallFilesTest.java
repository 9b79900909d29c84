package io.neardup.hadoop.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.RangeReader;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.output.HadoopSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a file system is asked for each of many small files: every call counts. */
class SmallFilesTest {

  @TempDir private java.nio.file.Path folder;

  /** A file system that keeps a list of what it is asked. */
  public static final class Listing extends RawLocalFileSystem {
    private final List<String> calls = new ArrayList<>();

    @Override
    public URI getUri() {
      return URI.create("listing:///");
    }

    @Override
    public String getScheme() {
      return "listing";
    }

    @Override
    public FileStatus getFileStatus(Path file) throws IOException {
      calls.add("status");
      return super.getFileStatus(file);
    }

    @Override
    public FSDataInputStream open(Path file, int bufferSize) throws IOException {
      calls.add("open with a buffer of " + bufferSize);
      byte[] content = Files.readAllBytes(pathToFile(file).toPath());
      return new FSDataInputStream(new ListingStream(new ByteArrayInputStream(content), calls));
    }
  }

  private static final class ListingStream extends FSInputStream {
    private final InputStream in;
    private final List<String> calls;

    ListingStream(InputStream in, List<String> calls) {
      this.in = in;
      this.calls = calls;
    }

    @Override
    public int read() {
      throw new UnsupportedOperationException();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      calls.add("read");
      return in.read(bytes, offset, length);
    }

    @Override
    public void seek(long position) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long getPos() {
      return 0;
    }

    @Override
    public boolean seekToNewSource(long target) {
      return false;
    }

    @Override
    public void close() {
      calls.add("close");
    }
  }

  @Test
  void aSmallFileIsOpenedAndReadOnce() throws IOException {
    java.nio.file.Path file = Files.writeString(folder.resolve("a.txt"), "some text");
    Configuration conf = Mr.conf("fs.listing.impl=" + Listing.class.getName());
    Path path = new Path("listing://" + file);
    Listing fs = (Listing) path.getFileSystem(conf);
    RangeReaders readers =
        new RangeReaders(
            conf, new Path(folder.toUri()), SourceFormat.FILES, HadoopSettings.of(conf), List.of());
    CorpusRange range = CorpusRange.uncounted(path.toString(), "a.txt", 0, 9, 9, 0);

    try (RangeReader reader = readers.open(range)) {
      assertThat(reader.next()).isTrue();
      assertThat(new String(reader.record().textBytes(), StandardCharsets.UTF_8))
          .isEqualTo("some text");
      assertThat(reader.next()).isFalse();
    }

    assertThat(fs.calls).containsExactly("status", "open with a buffer of 9", "read", "close");
  }
}
