package io.neardup.hadoop.stage0ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.config.UsageException;
import io.neardup.hadoop.Mr;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.job.OutputPath;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files an input has, in which order, and under which names. */
class InputFilesTest {

  @TempDir private Path folder;
  @TempDir private Path lists;

  private void write(String... names) throws IOException {
    for (String name : names) {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, name);
    }
  }

  private List<String> list(String prefix, String... inputs) throws IOException {
    Configuration conf = Mr.conf();
    conf.setClass(
        "fs.remote.impl", LocalCopyTest.Remote.class, org.apache.hadoop.fs.FileSystem.class);
    List<org.apache.hadoop.fs.Path> paths =
        Stream.of(inputs)
            .map(
                input ->
                    input.startsWith("remote:")
                        ? new org.apache.hadoop.fs.Path("remote://" + folder + input.substring(7))
                        : new org.apache.hadoop.fs.Path("file://" + folder + "/" + input))
            .toList();
    List<String> files = new ArrayList<>();
    InputList list =
        new InputFiles(conf, paths)
            .list(prefix, Ingests.path(lists), new OutputPath(conf, Ingests.path(lists)));
    try (CorpusManifest.Cursor in = list.read(conf)) {
      for (CorpusRange file = in.next(); file != null; file = in.next()) {
        String path =
            new org.apache.hadoop.fs.Path(file.file())
                .toUri()
                .getPath()
                .substring(folder.toString().length() + 1);
        files.add(file.name() + " = " + path);
      }
    }
    assertThat(list.ranges()).isEqualTo(files.size());
    return files;
  }

  @Test
  void filesAreListedByPathAndNamedBelowTheirInput() throws IOException {
    write("in/b.tsv", "in/a/c.tsv", "in/a.tsv", "in/a-b/d.tsv", "in/_x/e.tsv", "in/.f.tsv");
    assertThat(list("", "in"))
        .containsExactly(
            "a-b/d.tsv = in/a-b/d.tsv",
            "a.tsv = in/a.tsv",
            "a/c.tsv = in/a/c.tsv",
            "b.tsv = in/b.tsv");
    assertThat(list("monday/", "in/a")).containsExactly("monday/c.tsv = in/a/c.tsv");
  }

  @Test
  void pipesSocketsAndDevicesAreRefusedByName() throws Exception {
    write("in/a.tsv");
    Path in = folder.resolve("in");
    Files.createSymbolicLink(in.resolve("zero"), Path.of("/dev/zero"));
    assertThatThrownBy(() -> list("", "in"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("/in/zero is a pipe, a socket or a device");
    Files.delete(in.resolve("zero"));
    assertThat(new ProcessBuilder("mkfifo", in + "/pipe").start().waitFor()).isZero();
    assertThatThrownBy(() -> list("", "in/pipe")).hasMessageContaining("/in/pipe is a pipe");
    Files.delete(in.resolve("pipe"));
    try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      socket.bind(UnixDomainSocketAddress.of(in.resolve("socket")));
      assertThatThrownBy(() -> list("", "in")).hasMessageContaining("/in/socket is a pipe");
    }
  }

  @Test
  void folderNamesKeepInputsApart() throws IOException {
    write("in/a.tsv", "out/a.tsv", "b.tsv");
    assertThat(list("", "out", "in", "b.tsv"))
        .containsExactly("b.tsv = b.tsv", "in/a.tsv = in/a.tsv", "out/a.tsv = out/a.tsv");
  }

  @Test
  void inputsOfOneNameAreNamedByThePathsThatTellThemApart() throws IOException {
    write("x/one/pages/a.tsv", "x/two/pages/a.tsv");
    assertThat(list("", "x/one/pages", "x/two/pages"))
        .containsExactly(
            "one/pages/a.tsv = x/one/pages/a.tsv", "two/pages/a.tsv = x/two/pages/a.tsv");
    assertThat(list("m/", "x/one/pages/a.tsv", "x/two/pages/a.tsv"))
        .containsExactly(
            "m/one/pages/a.tsv = x/one/pages/a.tsv", "m/two/pages/a.tsv = x/two/pages/a.tsv");
    assertThat(list("", "x/*/pages"))
        .containsExactly(
            "one/pages/a.tsv = x/one/pages/a.tsv", "two/pages/a.tsv = x/two/pages/a.tsv");
  }

  @Test
  void aFileOfTwoInputsIsListedOnceAsTheLastOneNamesIt() throws IOException {
    write("in/a.tsv", "in/b.tsv");
    assertThat(list("", "in", "in/a.tsv"))
        .containsExactly("a.tsv = in/a.tsv", "in/b.tsv = in/b.tsv");
    assertThat(list("", "in/a.tsv", "in"))
        .containsExactly("in/a.tsv = in/a.tsv", "in/b.tsv = in/b.tsv");
  }

  @Test
  void hiddenInputsThatWereNamedAreShown() throws IOException {
    write("_in/a.tsv", "b/.c.tsv", "x:y/d.tsv");
    assertThat(list("", "_in", "b/.c.tsv", "x:y"))
        .containsExactly(
            "%5Fin/a.tsv = _in/a.tsv", "%2Ec.tsv = b/.c.tsv", "x%3Ay/d.tsv = x:y/d.tsv");
  }

  @Test
  void namesThatAreTheSameOnceTheyAreSafeGetNumbers() throws IOException {
    write("in/x%3Ay/a.tsv.gz", "in/x:y/a.tsv.gz", "in/x%3Ay/a-2.tsv.gz");
    assertThat(list("", "in"))
        .containsExactlyInAnyOrder(
            "x%3Ay/a-2.tsv.gz = in/x%3Ay/a-2.tsv.gz",
            "in/x%3Ay/a.tsv.gz = in/x%3Ay/a.tsv.gz", "in/x%3Ay/a-2.tsv.gz = in/x:y/a.tsv.gz");
  }

  @Test
  void onePathOnTwoFileSystemsGetsNumbers() throws IOException {
    write("in/a.tsv");
    assertThat(list("", "in/a.tsv", "remote:/in/a.tsv"))
        .containsExactly("a.tsv = in/a.tsv", "a-2.tsv = in/a.tsv");
  }

  @Test
  void aFileIsNotNamedAsTheFolderOfAnother() throws IOException {
    write("x/a", "x/a-c", "x/y/a/b");
    assertThat(list("", "x/*")).containsExactly("a-1 = x/a", "a-c = x/a-c", "a/b = x/y/a/b");
  }

  @Test
  void everyFileHasANameOfItsOwn() throws IOException {
    Random random = new Random(5);
    for (int round = 0; round < 20; round++) {
      List<String> inputs = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        StringBuilder file = new StringBuilder("r" + round);
        for (int depth = random.nextInt(3); depth >= 0; depth--) {
          file.append('/')
              .append(List.of("a", "b", "_a", "%5Fa", "a:", "a-2").get(random.nextInt(6)));
        }
        Path path = folder.resolve(file.toString());
        boolean blocked =
            Files.exists(path)
                || Stream.iterate(path.getParent(), p -> p.startsWith(folder), Path::getParent)
                    .anyMatch(Files::isRegularFile);
        if (!blocked && !path.getFileName().toString().contains(":")) {
          write(file.toString());
          inputs.add(file.toString());
        }
      }
      TreeMap<String, String> names = new TreeMap<>();
      for (String line : list("", inputs.toArray(new String[0]))) {
        String name = line.substring(0, line.indexOf(" = "));
        assertThat(names.put(name, line)).as(name).isNull();
        for (String other : names.keySet()) {
          assertThat(name.startsWith(other + "/")).as("%s below %s", name, other).isFalse();
        }
      }
      assertThat(names).hasSize(inputs.size());
    }
  }

  @Test
  void anInputWithoutFilesIsRefused() throws IOException {
    write("in/a.tsv", "none/_hidden");
    assertThatThrownBy(() -> list("", "in", "none"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("no files to read in")
        .hasMessageContaining("none");
    assertThatThrownBy(() -> list("", "in", "missing"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("missing does not exist");
  }

  @Test
  void aLoopOfLinksIsNamedInAShortMessage() throws IOException {
    write("in/a/b.tsv", "in/c/d.tsv");
    Files.createSymbolicLink(folder.resolve("in/a/to-c"), folder.resolve("in/c"));
    assertThat(list("", "in"))
        .containsExactly(
            "a/b.tsv = in/a/b.tsv", "a/to-c/d.tsv = in/a/to-c/d.tsv", "c/d.tsv = in/c/d.tsv");
    Files.createSymbolicLink(folder.resolve("in/c/to-a"), folder.resolve("in/a"));
    assertThatThrownBy(() -> list("", "in"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("is a symbolic link to " + folder.toRealPath() + "/in/")
        .hasMessageContaining("following it would never end")
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(500));
    Files.createSymbolicLink(folder.resolve("self"), folder);
    assertThatThrownBy(() -> list("", "self"))
        .hasMessageContaining("self/self is a symbolic link to " + folder.toRealPath() + ",");
  }

  /** Files that may be cut are, end to end; others, and empty ones, have one range. */
  @Test
  void filesAreCutIntoRanges() throws IOException {
    Configuration conf = Mr.conf();
    org.apache.hadoop.fs.Path file = Ingests.path(folder.resolve("plan"));
    long mib = 1L << 20;
    try (InputList.Appender plan = new InputList.Appender(conf, file)) {
      plan.addCut(InputList.file("a", "a", 7 * mib + 1, 1), 3 * mib);
      plan.addCut(InputList.file("b", "b", 7 * mib, 2), Long.MAX_VALUE);
      plan.addCut(InputList.file("c", "c", 0, 3), 3 * mib);
      assertThat(plan.finish()).isEqualTo(new InputList(file, 5, 14 * mib + 1));
    }
    List<String> ranges = new ArrayList<>();
    try (CorpusManifest.Cursor cursor = new CorpusManifest.Cursor(conf, file)) {
      for (CorpusRange range = cursor.next(); range != null; range = cursor.next()) {
        ranges.add(range.file() + " " + range.start() + " " + range.end());
      }
    }
    assertThat(ranges)
        .containsExactly(
            "a 0 3145728", "a 3145728 6291456", "a 6291456 7340033", "b 0 7340032", "c 0 0");
  }
}
