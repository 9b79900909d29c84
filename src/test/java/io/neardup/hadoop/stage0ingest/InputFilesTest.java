package io.neardup.hadoop.stage0ingest;

import static io.neardup.hadoop.Refusals.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.cli.OtherFileSystem;
import io.neardup.config.UsageException;
import io.neardup.hadoop.Mr;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.corpus.CorpusReader;
import io.neardup.hadoop.embedded.EmbeddedDefaults;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.output.OutputPath;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which files an input has, in which order, under which names, and copies of local ones. */
class InputFilesTest {

  @TempDir private Path folder;
  @TempDir private Path lists;

  private void write(String... names) throws IOException {
    for (String name : names) {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, name + "\ttext\n");
    }
  }

  /** Returns the files of inputs, each as {@code name=path}. */
  private List<String> list(String prefix, String... inputs) throws IOException {
    Configuration conf = Mr.conf();
    conf.setClass("fs.other.impl", OtherFileSystem.class, org.apache.hadoop.fs.FileSystem.class);
    List<org.apache.hadoop.fs.Path> paths =
        Stream.of(inputs)
            .map(
                input ->
                    input.startsWith("other:")
                        ? "other://x" + folder + input.substring(6)
                        : "file://" + folder + "/" + input)
            .map(org.apache.hadoop.fs.Path::new)
            .toList();
    List<String> files = new ArrayList<>();
    OutputPath output = new OutputPath(conf, Ingests.path(lists));
    CorpusManifest list =
        new InputFiles(conf, paths, output)
            .list(prefix, new org.apache.hadoop.fs.Path(output.path(), "list"));
    try (CorpusManifest.Cursor in = new CorpusManifest.Cursor(conf, list.path())) {
      for (CorpusRange file = in.next(); file != null; file = in.next()) {
        String path = new org.apache.hadoop.fs.Path(file.file()).toUri().getPath();
        files.add(file.name() + "=" + path.substring(folder.toString().length() + 1));
      }
    }
    assertThat(list.ranges()).isEqualTo(files.size());
    return files;
  }

  @ParameterizedTest
  @CsvSource({
    // by path; hidden files are left out
    "b.tsv a/c.tsv a.tsv a-b/d.tsv _x/e.tsv .f.tsv, '.', a-b/d.tsv a.tsv a/c.tsv b.tsv",
    "a/c.tsv a/d.tsv, a, c.tsv=a/c.tsv d.tsv=a/d.tsv",
    "a/c.tsv, a/c.tsv, c.tsv=a/c.tsv",
    // the names of folders keep inputs apart
    "in/a.tsv out/a.tsv b.tsv, out in b.tsv, b.tsv in/a.tsv out/a.tsv",
    "x/a x/a-c x/y/a/b, x/*, a=x/a a-c=x/a-c y/a/b=x/y/a/b",
    // inputs of one name are told apart by their paths
    "x/1/in/a.tsv x/2/in/a.tsv, x/1/in x/2/in, 1/in/a.tsv=x/1/in/a.tsv 2/in/a.tsv=x/2/in/a.tsv",
    "x/1/in/a.tsv x/2/in/a.tsv, x/*/in, 1/in/a.tsv=x/1/in/a.tsv 2/in/a.tsv=x/2/in/a.tsv",
    "x/1/a.tsv x/2/a.tsv x/b, x/*/a.tsv x/b, 1/a.tsv=x/1/a.tsv 2/a.tsv=x/2/a.tsv b=x/b",
    // a file of two inputs is listed once
    "in/a.tsv in/b.tsv, in in/a.tsv, a.tsv=in/a.tsv in/b.tsv",
    "in/a.tsv in/b.tsv, in/a.tsv in, a.tsv=in/a.tsv in/b.tsv",
    // hidden inputs that were named are shown
    "_in/a b/.c x:y/d, _in b/.c x:y, %5Fin/a=_in/a %2Ec=b/.c x%3Ay/d=x:y/d",
    // what is the same gets a number
    "in/x%3Ay/a.gz in/x:y/a.gz, in, x%3Ay/a.gz=in/x%3Ay/a.gz x%3Ay-2/a.gz=in/x:y/a.gz",
    "in/a.tsv.gz, in/a.tsv.gz other:/in/a.tsv.gz, a.tsv.gz=in/a.tsv.gz a-2.tsv.gz=in/a.tsv.gz",
  })
  void filesAreListedByPathAndNamedBelowTheirInput(String files, String inputs, String listed)
      throws IOException {
    write(files.split(" "));
    List<String> expected =
        Stream.of(listed.split(" ")).map(f -> f.contains("=") ? f : f + "=" + f).toList();
    assertThat(list("", inputs.split(" "))).isEqualTo(expected);
    assertThat(list("monday/", inputs.split(" ")))
        .isEqualTo(expected.stream().map(file -> "monday/" + file).toList());
  }

  @Test
  void everyFileHasANameOfItsOwn() throws IOException {
    Random random = new Random(5);
    List<String> parts = List.of("a", "b", "_a", "%5Fa", "a:", "a%3A", "a-2");
    for (int round = 0; round < 20; round++) {
      List<String> inputs = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        Path path = folder.resolve("r" + round);
        boolean blocked = false;
        for (int depth = random.nextInt(3); depth >= 0; depth--) {
          path = path.resolve(parts.get(random.nextInt(parts.size())));
          blocked |= Files.isRegularFile(path);
        }
        if (!blocked && !Files.exists(path) && !path.endsWith("a:")) {
          inputs.add(folder.relativize(path).toString());
          write(inputs.get(inputs.size() - 1));
        }
      }
      TreeSet<String> names = new TreeSet<>();
      for (String file : list("", inputs.toArray(new String[0]))) {
        names.add(file.substring(0, file.indexOf('=')));
      }
      assertThat(names).hasSize(inputs.size());
      for (String name : names) {
        assertThat(names).noneMatch(other -> other.startsWith(name + "/"));
      }
    }
  }

  private void assertRefused(String message, String... inputs) {
    assertThatThrownBy(() -> list("", inputs))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(message)
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(500));
  }

  @Test
  void whatCannotBeReadIsRefusedByName() throws Exception {
    write("in/a.tsv", "none/_hidden", "x:y/a.tsv");
    assertRefused("no files to read in file:" + folder + "/none", "in", "none");
    assertRefused("missing does not exist", "in", "missing");
    assertRefused("name has a colon", "*/missing");
    Path in = folder.resolve("in");
    Files.createSymbolicLink(in.resolve("link"), Path.of("/dev/zero"));
    assertRefused("/in/link is a pipe, a socket or a device", "in");
    Files.delete(in.resolve("link"));
    Files.createSymbolicLink(in.resolve("link"), Path.of("/nowhere"));
    assertRefused("/in/link cannot be read: it is a broken symbolic link", "in");
    Files.delete(in.resolve("link"));
    assertThat(new ProcessBuilder("mkfifo", in + "/pipe").start().waitFor()).isZero();
    assertRefused("/in/pipe is a pipe", "in/pipe");
    Files.delete(in.resolve("pipe"));
    Process shell = new ProcessBuilder("cat").start(); // /proc/PID/fd/0 is what <(…) of bash is
    Files.createSymbolicLink(in.resolve("fd"), Path.of("/proc/" + shell.pid() + "/fd/0"));
    assertRefused("/in/fd is a pipe", "in/fd");
    Files.delete(in.resolve("fd"));
    shell.destroy();
    try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      socket.bind(UnixDomainSocketAddress.of(in.resolve("socket")));
      assertRefused("/in/socket is a pipe", "in");
    }
  }

  @Test
  void linksAreFollowedButNoLoopOfThem() throws IOException {
    write("in/a/b", "in/c/d");
    Files.createSymbolicLink(folder.resolve("in/a/to-c"), folder.resolve("in/c"));
    assertThat(list("", "in")).containsExactly("a/b=in/a/b", "a/to-c/d=in/a/to-c/d", "c/d=in/c/d");
    Files.createSymbolicLink(folder.resolve("in/c/to-a"), folder.resolve("in/a"));
    assertRefused("is a symbolic link to " + folder.toRealPath() + "/in/", "in");
    Files.createSymbolicLink(folder.resolve("self"), folder);
    assertRefused("self/self is a symbolic link to " + folder.toRealPath() + ",", "self");
  }

  // Copies of local files on another file system

  /** A file system that changes a byte of every copy. */
  public static final class Faulty extends OtherFileSystem {
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

  /** A file system on which no file of texts can be closed, as at a quota. */
  public static final class Full extends OtherFileSystem {
    private static final Set<String> OPEN = ConcurrentHashMap.newKeySet();

    @Override
    protected OutputStream createOutputStreamWithMode(
        org.apache.hadoop.fs.Path file, boolean append, FsPermission permission)
        throws IOException {
      OPEN.add(file.toString());
      return new FilterOutputStream(super.createOutputStreamWithMode(file, append, permission)) {
        @Override
        public void close() throws IOException {
          if (file.toString().contains("/texts/")) {
            throw new IOException("it is full");
          }
          super.close();
          OPEN.remove(file.toString());
        }
      };
    }
  }

  private long ingest(Class<? extends RawLocalFileSystem> remote, String... named)
      throws IOException {
    BatchTarget target = BatchTarget.of(corpus(), "monday");
    List<org.apache.hadoop.fs.Path> inputs =
        Stream.of(named).map(name -> Ingests.path(folder.resolve(name))).toList();
    return IngestStage.run(Ingests.context(conf(remote)), inputs, target).metadata().columns();
  }

  private static Configuration conf(Class<? extends RawLocalFileSystem> remote) throws IOException {
    Configuration conf = Mr.conf();
    conf.setClass("fs.other.impl", remote, RawLocalFileSystem.class);
    conf.setBoolean("fs.other.impl.disable.cache", true);
    EmbeddedDefaults.apply(conf);
    return conf;
  }

  private org.apache.hadoop.fs.Path corpus() {
    return new org.apache.hadoop.fs.Path("other://x" + folder.resolve("corpus"));
  }

  private void assertCopied(String copy, String original) throws IOException {
    assertThat(folder.resolve("corpus/batches/00000/files/monday").resolve(copy))
        .hasContent(original + "\ttext\n");
    Files.delete(folder.resolve(original)); // not needed any more
    Configuration conf = conf(OtherFileSystem.class);
    List<String> problems = new ArrayList<>();
    for (Corpus.Batch batch : Corpus.batches(conf, corpus())) {
      CorpusReader.verify(conf, batch, problems::add);
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
    String[] originals = files.split(";", -1);
    write(originals);
    assertThat(ingest(OtherFileSystem.class, named.split(";", -1))).isEqualTo(originals.length);
    for (int i = 0; i < originals.length; i++) {
      assertCopied(copies.split(";", -1)[i], originals[i]);
    }
  }

  @Test
  void afterAFailureOnlyFilesThatCannotBeClosedAreOpenAndInSilence() throws IOException {
    write("input/a.tsv");
    Logger client = Logger.getLogger("org.apache.hadoop.hdfs.DFSClient");
    client.setLevel(null); // another test may have had a failure
    assertFails(() -> ingest(Full.class, "input"), "it is full");
    assertThat(Full.OPEN).isNotEmpty().allMatch(file -> file.contains("/texts/"));
    assertThat(client.getLevel()).isEqualTo(Level.OFF);
  }

  @Test
  void aCopyThatDiffersIsRefusedAndLeavesNothing() throws IOException {
    write("b.tsv");
    assertFails(() -> ingest(Faulty.class, "b.tsv"), "b.tsv differs from file:");
    assertThat(folder.resolve("corpus")).doesNotExist();
  }
}
