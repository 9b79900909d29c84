package io.neardup.hadoop.generation;

import static io.neardup.hadoop.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.MD5MD5CRC32CastagnoliFileChecksum;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.io.MD5Hash;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NamedFileTest {

  private static final String WORK = "work/11111111-1111-1111-1111-111111111111";

  @TempDir private java.nio.file.Path temp;

  /** Stores checksums as HDFS does: of the content, whatever it is. */
  private static final class WithChecksums extends RawLocalFileSystem {

    @Override
    public FileChecksum getFileChecksum(Path file) throws IOException {
      byte[] content = Files.readAllBytes(pathToFile(file).toPath());
      return new MD5MD5CRC32CastagnoliFileChecksum(512, 0, MD5Hash.digest(content));
    }
  }

  private Path write(TestCollection collection, String name, String content) throws IOException {
    return collection.write(new Path(collection.path, WORK), name, content);
  }

  private static void assertChanged(TestCollection collection, NamedFile file, String how) {
    assertRefused(
        () -> file.require(collection.fs, collection.path),
        new Path(collection.path, file.file()) + how,
        "Put the file back, or use an earlier generation: ");
  }

  @ParameterizedTest
  @MethodSource(TestCollection.LOCAL_DISKS)
  void aFileOnALocalDiskIsTakenOnlyAsItWas(Configuration conf) throws IOException {
    TestCollection collection = new TestCollection(conf, temp);
    Path path = write(collection, "bands/part", "123456789");
    NamedFile file = NamedFile.describe(collection.fs, collection.path, path);
    // The check value of CRC-32C.
    assertThat(file).isEqualTo(new NamedFile(WORK + "/bands/part", 9, "CRC32C:e3069283"));
    file.require(collection.fs, collection.path);

    java.nio.file.Path disk = temp.resolve(file.file());
    Files.writeString(disk, "123456780");
    assertChanged(collection, file, " has another checksum: ");
    Files.writeString(disk, "1");
    assertChanged(collection, file, " has 1 byte, not 9: ");
    Files.delete(disk);
    assertChanged(collection, file, " is missing: ");
    Files.createDirectory(disk);
    assertChanged(collection, file, " is not a file: ");
  }

  @Test
  void aFileLongerThanTheBufferIsReadWhole() throws IOException {
    TestCollection collection = TestCollection.local(temp);
    byte[] content = new byte[(1 << 16) * 3 + 5];
    Arrays.fill(content, (byte) 'x');
    Path path = write(collection, "part", new String(content, StandardCharsets.US_ASCII));
    CRC32C crc = new CRC32C();
    crc.update(content);
    NamedFile file = NamedFile.describe(collection.fs, collection.path, path);
    assertThat(file.checksum()).isEqualTo("CRC32C:%08x".formatted(crc.getValue()));
    content[content.length - 1] = 'y';
    Files.write(temp.resolve(file.file()), content);
    assertChanged(collection, file, " has another checksum: ");
  }

  @Test
  void checksumsThatTheFileSystemStoresAreUsedAndOnlyLikeIsComparedWithLike() throws IOException {
    TestCollection stores = new TestCollection(TestCollection.localDisk(WithChecksums.class), temp);
    stores.fs.initialize(URI.create("file:///"), stores.conf);
    Path path = write(stores, "part", "content");
    NamedFile stored = NamedFile.describe(stores.fs, stores.path, path);
    assertThat(stored.checksum()).startsWith("MD5-of-0MD5-of-512CRC32C:");
    stored.require(stores.fs, stores.path);
    TestCollection local = TestCollection.local(temp);
    NamedFile computed = NamedFile.describe(local.fs, local.path, path);

    Files.writeString(temp.resolve(stored.file()), "CONTENT");
    assertChanged(stores, stored, " has another checksum: ");
    stored.require(local.fs, local.path); // copied from HDFS: nothing to compare with
    assertChanged(local, computed, " has another checksum: ");
    assertChanged(stores, computed, " has another checksum: "); // ours can always be computed
    Files.writeString(temp.resolve(stored.file()), "longer content");
    assertChanged(local, stored, " has 14 bytes, not 7: ");
  }

  @ParameterizedTest
  @MethodSource(TestCollection.LOCAL_DISKS)
  void allFilesOfAFolderAreDescribedByPath(Configuration conf) throws IOException {
    TestCollection collection = new TestCollection(conf, temp);
    for (String name :
        new String[] {"b/part", "a.x/part", "a/part", "_lock-1", "b/_lock-2", "_generation.json"}) {
      write(collection, name, name);
    }
    Path folder = new Path(temp.resolve(WORK).toUri()); // with a slash at its end
    assertThat(NamedFile.describeAll(collection.fs, collection.path, folder))
        .extracting(NamedFile::file)
        .filteredOn(name -> !name.endsWith(".crc")) // files as others to a bare file system
        .containsExactly(WORK + "/a.x/part", WORK + "/a/part", WORK + "/b/part");
  }

  @Test
  void aFileOutsideOfTheWritersFoldersIsRefused() throws IOException {
    TestCollection collection = TestCollection.local(temp.resolve("c"));
    Path beside = collection.write(new Path(temp.resolve("c2").toString()), "part", "");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NamedFile.describe(collection.fs, collection.path, beside))
        .withMessageContaining("is not in " + collection.path);
    Path above = collection.write(collection.path, "part", "");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NamedFile.describe(collection.fs, collection.path, above))
        .withMessageContaining("part is not a path below work/UUID");
  }
}
