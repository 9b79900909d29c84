package io.neardup.hadoop.embedded;

import static io.neardup.hadoop.Refusals.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link NioLocalFileSystem} against Hadoop's own. */
class NioLocalFileSystemTest {

  @TempDir private java.nio.file.Path folder;

  private final LocalFileSystem hadoops = new LocalFileSystem();
  private final LocalFileSystem ours = new NioLocalFileSystem();

  @BeforeEach
  void initialize() throws IOException {
    Configuration conf = new Configuration(false);
    conf.set("fs.permissions.umask-mode", "027");
    hadoops.initialize(URI.create("file:///"), conf);
    ours.initialize(URI.create("file:///"), conf);
  }

  private Path path(String name) {
    return new Path(folder.resolve(name).toUri());
  }

  private String permissions(String name) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(name)));
  }

  /** A device that answers like a full disk. */
  @Test
  void aFullDiskIsAnErrorThatNamesTheFile() throws IOException {
    Path full = path("full");
    Files.createSymbolicLink(folder.resolve("full"), java.nio.file.Path.of("/dev/full"));
    OutputStream out =
        ours.getRawFileSystem().create(full, true, 4096, (short) 1, 1 << 20, null); // keeps modes
    out.write(1);
    assertThatIOException()
        .isThrownBy(out::close)
        .withMessage("cannot write " + full + ": No space left on device");
  }

  private static void assertSame(FileStatus one, FileStatus other) {
    assertThat(one.getPath()).isEqualTo(other.getPath());
    assertThat(one.isDirectory()).isEqualTo(other.isDirectory());
    if (one.isFile()) { // the length of a folder means nothing
      assertThat(one.getLen()).isEqualTo(other.getLen());
    }
    assertThat(one.getModificationTime()).isEqualTo(other.getModificationTime());
    assertThat(one.getBlockSize()).isEqualTo(other.getBlockSize());
    assertThat(one.getPermission()).isEqualTo(other.getPermission());
    assertThat(one.getOwner()).isEqualTo(other.getOwner());
    assertThat(one.getGroup()).isEqualTo(other.getGroup());
  }

  @ParameterizedTest
  @ValueSource(shorts = {0, 0777, 0700, 0644, 0421, 0124, 0356, 01777})
  void modesAreSetAndTold(short mode) throws IOException {
    Path file = path("file");
    ours.create(file).close();
    ours.setPermission(file, new FsPermission(mode));

    assertThat(hadoops.getFileStatus(file).getPermission().toShort()).isEqualTo(mode);
    assertThat(ours.getFileStatus(file).getPermission().toShort())
        .isEqualTo((short) (mode & 0777)); // Java cannot tell of the sticky bit
  }

  @Test
  void whatIsCreatedHasTheModeOfTheUmask() throws IOException {
    for (LocalFileSystem fs : List.of(hadoops, ours)) {
      String name = fs.getClass().getSimpleName();
      fs.mkdirs(path(name));
      fs.create(path(name + "/file")).close();
      for (String file : List.of(name + "/file", name + "/.file.crc")) {
        assertThat(permissions(file)).as(file).isEqualTo("rw-r-----");
      }
      assertThat(permissions(name)).isEqualTo("rwxr-x---");
    }
  }

  @Test
  void statusAndListingAreThoseOfHadoop() throws IOException {
    Files.writeString(folder.resolve("a file: with a colon, пробел"), "text");
    Files.createDirectories(folder.resolve("a folder/within"));
    Files.createSymbolicLink(folder.resolve("link"), folder.resolve("a folder"));
    Files.createSymbolicLink(folder.resolve("nowhere"), folder.resolve("missing"));

    FileStatus[] expected = hadoops.listStatus(path("."));
    FileStatus[] listed = ours.listStatus(path("."));

    assertThat(Stream.of(listed).map(FileStatus::getPath)).hasSize(3);
    assertThat(listed).hasSameSizeAs(expected);
    for (int i = 0; i < listed.length; i++) {
      assertSame(listed[i], expected[i]);
      assertSame(
          ours.getFileStatus(listed[i].getPath()), hadoops.getFileStatus(listed[i].getPath()));
    }
  }

  @Test
  void missingFiles() throws IOException {
    Files.createFile(folder.resolve("file"));
    for (String missing : List.of("missing", "missing/too", "file/within")) {
      assertThat(ours.exists(path(missing))).isFalse();
      assertThrown(FileNotFoundException.class, () -> ours.getFileStatus(path(missing)), missing);
    }
    assertThatIOException()
        .isThrownBy(() -> ours.setPermission(path("missing"), new FsPermission((short) 0600)))
        .withMessageContaining("missing");
  }

  @Test
  void foldersAreMadeAsByHadoop() throws IOException {
    Files.createFile(folder.resolve("file"));
    for (LocalFileSystem fs : List.of(hadoops, ours)) {
      String name = fs.getClass().getSimpleName();
      for (int times = 0; times < 2; times++) {
        assertThat(fs.mkdirs(path(name + "/in/it"))).isTrue();
      }
      assertThat(permissions(name)).isEqualTo("rwxr-x---");
      for (String impossible : List.of("file", "file/within")) {
        assertThatIOException().isThrownBy(() -> fs.mkdirs(path(impossible)));
      }
    }
  }

  @Test
  void aFileWithChecksumsIsCheckedAsByHadoop() throws IOException {
    Path file = path("a checked file");
    try (OutputStream out = ours.create(file)) {
      out.write("text".getBytes(StandardCharsets.UTF_8));
    }
    Files.writeString(folder.resolve("a checked file"), "last");
    for (LocalFileSystem fs : List.of(hadoops, ours)) {
      for (int buffer : new int[] {1, 4, 4096}) {
        assertThrown(
            ChecksumException.class,
            () -> {
              try (InputStream in = fs.open(file, buffer)) {
                in.readNBytes(4);
              }
            });
      }
    }
  }
}
