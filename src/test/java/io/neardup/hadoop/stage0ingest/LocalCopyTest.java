package io.neardup.hadoop.stage0ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusVerification;
import io.neardup.hadoop.embedded.EmbeddedDefaults;
import io.neardup.hadoop.job.StageFailedException;
import io.neardup.hadoop.job.StageMetadata;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
    public FSDataOutputStream create(
        org.apache.hadoop.fs.Path file,
        FsPermission permission,
        boolean overwrite,
        int bufferSize,
        short replication,
        long blockSize,
        Progressable progress)
        throws IOException {
      FSDataOutputStream out =
          super.create(file, permission, overwrite, bufferSize, replication, blockSize, progress);
      if (!file.toString().contains("/files/")) {
        return out;
      }
      return new FSDataOutputStream(
          new FilterOutputStream(out) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
              byte[] changed = bytes.clone();
              changed[offset] ^= 1;
              out.write(changed, offset, length);
            }
          },
          null);
    }

    @Override
    public FSDataOutputStream create(
        org.apache.hadoop.fs.Path file,
        boolean overwrite,
        int bufferSize,
        short replication,
        long blockSize,
        Progressable progress)
        throws IOException {
      return create(
          file,
          FsPermission.getFileDefault(),
          overwrite,
          bufferSize,
          replication,
          blockSize,
          progress);
    }
  }

  @TempDir private Path folder;
  private Path input;

  @BeforeEach
  void write() throws IOException {
    input = Files.createDirectories(folder.resolve("input/sub folder"));
    Files.writeString(input.resolve("a.tsv"), "a\t1\nb\t2\n");
    Files.writeString(input.getParent().resolve("b.tsv"), "c\t3\n");
  }

  private StageMetadata ingest(Class<? extends RawLocalFileSystem> remote, String... settings)
      throws IOException {
    Configuration conf = conf(remote, settings);
    return IngestStage.run(
            Ingests.context(conf),
            List.of(Ingests.path(input.getParent())),
            BatchTarget.of(corpus(), "monday"))
        .metadata();
  }

  private static Configuration conf(Class<? extends RawLocalFileSystem> remote, String... settings)
      throws IOException {
    Configuration conf = Mr.conf(settings);
    conf.setClass("fs.remote.impl", remote, RawLocalFileSystem.class);
    conf.setBoolean("fs.remote.impl.disable.cache", true);
    EmbeddedDefaults.apply(conf);
    return conf;
  }

  private org.apache.hadoop.fs.Path corpus() {
    return new org.apache.hadoop.fs.Path("remote://" + folder.resolve("corpus"));
  }

  private List<String> problems() throws IOException {
    Configuration conf = conf(Remote.class);
    List<String> problems = new ArrayList<>();
    for (Corpus.Batch batch : Corpus.batches(conf, corpus())) {
      CorpusVerification.verify(conf, batch, problems::add);
    }
    return problems;
  }

  @Test
  void copiesAreRead() throws Exception {
    StageMetadata metadata = ingest(Remote.class);
    assertThat(metadata.columns()).isEqualTo(3);
    Path batch = folder.resolve("corpus/batches/00000");
    assertThat(batch.resolve("files/monday/sub folder/a.tsv")).hasContent("a\t1\nb\t2\n");
    // The originals are not needed any more.
    Files.delete(input.resolve("a.tsv"));
    assertThat(problems()).isEmpty();
  }

  /** Two local files of one name once had copies at their own paths, outside the corpus. */
  @Test
  void filesOfOneNameAreCopiedIntoTheCorpus() throws Exception {
    List<org.apache.hadoop.fs.Path> inputs = new ArrayList<>();
    for (String name : List.of("a/p.tsv", "b/p.tsv", "_c/.p.tsv")) {
      Path file = folder.resolve("data").resolve(name);
      Files.createDirectories(file.getParent());
      inputs.add(Ingests.path(Files.writeString(file, name + "\ttext\n")));
    }
    StageMetadata metadata =
        IngestStage.run(
                Ingests.context(conf(Remote.class)), inputs, BatchTarget.of(corpus(), null))
            .metadata();
    assertThat(metadata.columns()).isEqualTo(3);
    Path copies = folder.resolve("corpus/batches/00000/files");
    assertThat(copies.resolve("a/p.tsv")).hasContent("a/p.tsv\ttext\n");
    assertThat(copies.resolve("b/p.tsv")).hasContent("b/p.tsv\ttext\n");
    assertThat(copies.resolve("%2Ep.tsv")).hasContent("_c/.p.tsv\ttext\n");
    assertThat(problems()).isEmpty();
  }

  @Test
  void aCopyThatDiffersIsRefusedAndLeavesNothing() {
    assertThatThrownBy(() -> ingest(Faulty.class))
        .isInstanceOf(StageFailedException.class)
        .hasMessageContaining("b.tsv differs from file:");
    assertThat(folder.resolve("corpus")).doesNotExist();
  }
}
