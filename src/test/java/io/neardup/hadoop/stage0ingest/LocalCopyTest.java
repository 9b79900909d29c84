package io.neardup.hadoop.stage0ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusVerification;
import io.neardup.hadoop.embedded.EmbeddedDefaults;
import io.neardup.hadoop.output.StageFailedException;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Local files that are ingested into a corpus on another file system. */
class LocalCopyTest {

  /** A file system that is not local, as far as its name goes. */
  public static class Remote extends RawLocalFileSystem {
    @Override
    public URI getUri() {
      return URI.create("remote:///");
    }

    @Override
    public String getScheme() {
      return "remote";
    }

    /** Without its class's own status, which reads permissions of {@code file:} paths only. */
    @Override
    public FileStatus getFileStatus(org.apache.hadoop.fs.Path file) throws IOException {
      FileStatus status = super.getFileStatus(file);
      return new FileStatus(
          status.getLen(),
          status.isDirectory(),
          1,
          status.getBlockSize(),
          status.getModificationTime(),
          0,
          FsPermission.getFileDefault(),
          "",
          "",
          status.getPath());
    }
  }

  /** One that changes a byte of every copy. */
  public static final class Faulty extends Remote {
    @Override
    protected OutputStream createOutputStreamWithMode(
        org.apache.hadoop.fs.Path file, boolean append, FsPermission permission)
        throws IOException {
      OutputStream out = super.createOutputStreamWithMode(file, append, permission);
      int change = file.toString().contains("/files/") ? 1 : 0;
      return new FilterOutputStream(out) {
        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
          byte[] changed = bytes.clone();
          changed[offset] ^= (byte) change;
          out.write(changed, offset, length);
        }
      };
    }
  }

  @TempDir private Path folder;
  private final List<org.apache.hadoop.fs.Path> inputs = new ArrayList<>();

  /** Writes files whose text is their name, and names folders or files as inputs. */
  private void write(List<String> files, String... names) throws IOException {
    for (String name : files) {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, name + "\ttext\n");
    }
    for (String name : names) {
      inputs.add(Ingests.path(folder.resolve(name)));
    }
  }

  private long ingest(Class<? extends RawLocalFileSystem> remote) throws IOException {
    BatchTarget target = BatchTarget.of(corpus(), "monday");
    return IngestStage.run(Ingests.context(conf(remote)), inputs, target).metadata().columns();
  }

  private static Configuration conf(Class<? extends RawLocalFileSystem> remote) throws IOException {
    Configuration conf = Mr.conf();
    conf.setClass("fs.remote.impl", remote, RawLocalFileSystem.class);
    conf.setBoolean("fs.remote.impl.disable.cache", true);
    EmbeddedDefaults.apply(conf);
    return conf;
  }

  private org.apache.hadoop.fs.Path corpus() {
    return new org.apache.hadoop.fs.Path("remote://" + folder.resolve("corpus"));
  }

  private void assertCopied(String copy, String original) throws IOException {
    assertThat(folder.resolve("corpus/batches/00000/files/monday").resolve(copy))
        .hasContent(original + "\ttext\n");
    Files.delete(folder.resolve(original)); // not needed any more
    Configuration conf = conf(Remote.class);
    List<String> problems = new ArrayList<>();
    for (Corpus.Batch batch : Corpus.batches(conf, corpus())) {
      CorpusVerification.verify(conf, batch, problems::add);
    }
    assertThat(problems).isEmpty();
  }

  /** Two local files of one name once had copies at their own paths, outside the corpus. */
  @ParameterizedTest
  @CsvSource({
    "input/sub folder/a.tsv;input/b.tsv, input, sub folder/a.tsv;b.tsv",
    "x/a/p.tsv;x/b/p.tsv;x/_c/.p.tsv, x/a/p.tsv;x/b/p.tsv;x/_c/.p.tsv, a/p.tsv;b/p.tsv;%2Ep.tsv"
  })
  void copiesAreRead(String files, String named, String copies) throws Exception {
    List<String> originals = List.of(files.split(";", -1));
    write(originals, named.split(";", -1));
    assertThat(ingest(Remote.class)).isEqualTo(originals.size());
    for (int i = 0; i < originals.size(); i++) {
      assertCopied(copies.split(";", -1)[i], originals.get(i));
    }
  }

  @Test
  void aCopyThatDiffersIsRefusedAndLeavesNothing() throws IOException {
    write(List.of("b.tsv"), "b.tsv");
    assertThatThrownBy(() -> ingest(Faulty.class))
        .isInstanceOf(StageFailedException.class)
        .hasMessageContaining("b.tsv differs from file:");
    assertThat(folder.resolve("corpus")).doesNotExist();
  }
}
