package io.neardup.hadoop.format;

import static io.neardup.hadoop.Refusals.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.hadoop.corpus.SourceReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sources on a disk that fails, and code that fails: the task fails and names the file. Neither is
 * damage of the file, of which the rest could be set aside. And what a disk is asked for.
 */
class FailingStorageTest {

  @TempDir private Path folder;

  /** A file system whose files fail where a key of the configuration says. */
  public static final class Faulty extends RawLocalFileSystem {
    static final String AT = "faulty.at";
    static final String BUG = "faulty.bug";
    static final String STATUS_BUG = "faulty.status-bug";
    private static final List<String> CALLS = new ArrayList<>();

    @Override
    public URI getUri() {
      return URI.create("faulty:///");
    }

    @Override
    public String getScheme() {
      return "faulty";
    }

    @Override
    public FileStatus getFileStatus(org.apache.hadoop.fs.Path file) throws IOException {
      CALLS.add("status");
      if (getConf().getBoolean(STATUS_BUG, false)) {
        throw new IllegalStateException("a bug");
      }
      return super.getFileStatus(file);
    }

    @Override
    public FSDataInputStream open(org.apache.hadoop.fs.Path file, int bufferSize)
        throws IOException {
      List<String> before = List.copyOf(CALLS);
      FSDataInputStream in = super.open(file, bufferSize);
      CALLS.clear();
      CALLS.addAll(before);
      CALLS.add("open with a buffer of " + bufferSize);
      long failsAt = getConf().getLong(AT, Long.MAX_VALUE);
      boolean bug = getConf().getBoolean(BUG, false);
      return new FSDataInputStream(
          new FSInputStream() {
            @Override
            public int read() throws IOException {
              byte[] one = new byte[1];
              return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
              CALLS.add("read");
              if (getPos() >= failsAt && bug) {
                throw new IllegalStateException("a bug");
              }
              if (getPos() >= failsAt) {
                throw new IOException("the disk fails");
              }
              return in.read(bytes, offset, (int) Math.min(length, failsAt - getPos()));
            }

            @Override
            public void seek(long position) throws IOException {
              in.seek(position);
            }

            @Override
            public long getPos() throws IOException {
              return in.getPos();
            }

            @Override
            public boolean seekToNewSource(long target) {
              return false;
            }

            @Override
            public void close() throws IOException {
              CALLS.add("close");
              in.close();
            }
          });
    }
  }

  /** Reads all records of a file as the ingest does; returns how many. */
  private static int read(Path file, String scheme, SourceFormat format, String... settings)
      throws Exception {
    CorpusRange local = Sources.whole(file);
    CorpusRange range =
        CorpusRange.uncounted(
            scheme + ":" + file, local.name(), 0, local.end(), local.length(), local.modified());
    boolean nested = format.isStructured();
    String[] entries = Arrays.copyOf(settings, settings.length + 4);
    entries[settings.length] = "fs.faulty.impl=" + Faulty.class.getName();
    entries[settings.length + 1] = "fs.faulty.impl.disable.cache=true";
    entries[settings.length + 2] = "neardup.ingest.id-field=" + (nested ? "meta.id" : "id");
    entries[settings.length + 3] = "neardup.ingest.text-field=" + (nested ? "body.text" : "text");
    int count = 0;
    try (SourceReader records = new Sources(format, entries).readers()) {
      records.begin(range);
      for (; records.next(); count++) {
        if (records.record().skipReason() == SkipReason.DAMAGED_FILE) {
          throw new AssertionError(records.record().detail());
        }
      }
    }
    return count;
  }

  @ParameterizedTest
  @MethodSource("io.neardup.hadoop.format.DamagedSourcesTest#forms")
  void aFailureOfTheStorageFailsTheTaskAndNamesTheFile(DamagedSourcesTest.Form form)
      throws Exception {
    Path file = form.write(folder, new Random(1));
    for (long at : new long[] {0, Files.size(file) / 2, Files.size(file) - 1}) {
      for (boolean bug : new boolean[] {false, true}) {
        assertThatThrownBy(
                () -> read(file, "faulty", form.format(), "faulty.at=" + at, "faulty.bug=" + bug))
            .as("%s at %d, %s", form, at, bug)
            .isInstanceOf(IOException.class)
            .hasMessageContaining(file.toString())
            .hasStackTraceContaining(bug ? "a bug" : "the disk fails");
      }
    }
  }

  @Test
  void anyOtherExceptionFailsTheTaskAndNamesTheFile() throws Exception {
    Path file = Files.writeString(folder.resolve("a.tsv"), "a\tb\n");
    assertThrown(
        IllegalStateException.class,
        () -> read(file, "faulty", SourceFormat.TSV, "faulty.status-bug=true"),
        file.toString(),
        "a bug");
  }

  /** There may be millions, and every call counts. */
  @Test
  void aSmallFileIsOpenedAndReadOnce() throws Exception {
    Path file = Files.writeString(folder.resolve("a.txt"), "some text");
    Faulty.CALLS.clear();
    assertThat(read(file, "faulty", SourceFormat.FILES)).isEqualTo(1);
    assertThat(Faulty.CALLS).containsExactly("status", "open with a buffer of 9", "read", "close");
  }
}
