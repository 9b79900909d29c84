package io.neardup.hadoop.generation;

import static io.neardup.hadoop.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.neardup.config.UsageException;
import io.neardup.hadoop.Mr;
import io.neardup.hadoop.Race;
import io.neardup.hadoop.embedded.NioLocalFileSystem;
import io.neardup.hadoop.output.OwnedFolder;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PublicationTest {

  private static final String CREATED = "2024-05-06T07:08:09Z";
  private static final int ROUNDS = 200;

  @TempDir private java.nio.file.Path temp;

  /** A file system of another scheme. */
  private static final class ObjectStore extends RawLocalFileSystem {
    @Override
    public URI getUri() {
      return URI.create("store:///");
    }
  }

  @ParameterizedTest
  @MethodSource(TestCollection.LOCAL_DISKS)
  void theFileOfAGenerationIsAllThatAppears(Configuration conf) throws IOException {
    TestCollection collection = new TestCollection(conf, temp.resolve("c"));
    try (OwnedFolder owned = collection.take()) {
      String first = collection.publish(owned, CREATED);
      assertThat(collection.generations().hash(1)).isEqualTo(first);
      String second = collection.publish(owned, CREATED);
      assertThat(collection.generations().read(2).parent()).isEqualTo(first);
      assertThat(collection.generations().hash(2)).isEqualTo(second);
      assertThat(collection.names("generations")).containsExactly("0000001.json", "0000002.json");
      for (String work : collection.names("work")) {
        assertThat(collection.names("work/" + work))
            .contains("part")
            .noneMatch(name -> name.contains(Publication.STAGED));
      }
    }
  }

  /** Each publishes another generation, which its {@code neardup} tells from the other's. */
  @ParameterizedTest
  @MethodSource(TestCollection.LOCAL_DISKS)
  void ofTwoWritersAtTheSameMomentOneWinsAndTheOtherIsTold(Configuration conf) throws Exception {
    TestCollection collection = new TestCollection(conf, temp.resolve("c"));
    try (OwnedFolder owned = collection.take()) {
      WorkFolders folders = new WorkFolders(conf, owned);
      List<Path> works = List.of(folders.newFolder(), folders.newFolder());
      String parent = null;
      // Hadoop's own classes start a process for each file.
      int rounds = collection.fs instanceof NioLocalFileSystem ? ROUNDS : ROUNDS / 10;
      for (int round = 1; round <= rounds; round++) {
        int number = round;
        String made = parent;
        List<Object> outcomes =
            Race.ofTwo(
                writer -> {
                  NamedFile own =
                      new NamedFile(
                          WorkPath.relative(collection.path, works.get(writer)) + "/part",
                          0,
                          "a:0");
                  return Publication.publish(
                      conf,
                      owned,
                      works.get(writer),
                      TestCollection.generation(number, made, CREATED, List.of(own)));
                });
        int winner = outcomes.get(0) instanceof String ? 0 : 1;
        assertThat(outcomes.get(winner)).as("round %s", round).isInstanceOf(String.class);
        assertThat(outcomes.get(1 - winner))
            .isInstanceOf(UsageException.class)
            .hasToString(
                UsageException.class.getName()
                    + ": another run published generation "
                    + number
                    + " of "
                    + collection.path
                    + " first; nothing was published. Run the command again");
        Generation published = collection.generations().read(number);
        assertThat(published.workFolders())
            .containsExactly(WorkPath.relative(collection.path, works.get(winner)));
        parent = collection.generations().hash(number);
        assertThat(outcomes.get(winner)).isEqualTo(parent);
      }
      collection.generations().forEach(each -> {});
    }
  }

  @Test
  void whoHasLostTheLockPublishesNothing() throws IOException {
    TestCollection collection = TestCollection.local(temp.resolve("c"));
    OwnedFolder owned = collection.take();
    Path work = new WorkFolders(collection.conf, owned).newFolder();
    collection.loseLock();
    assertThatIOException()
        .isThrownBy(() -> collection.publish(owned, CREATED, work))
        .withMessageContaining("was taken over by another run");
    assertThat(collection.names("generations")).isEmpty();
    owned.close();
  }

  /** Its number is free as that generation has expired, but the collection has gone on. */
  @Test
  void aWriterThatSleptThroughAnExpiryIsTold() throws IOException {
    TestCollection collection = TestCollection.local(temp.resolve("c"));
    try (OwnedFolder owned = collection.take()) {
      for (int i = 0; i < 4; i++) {
        collection.publish(owned, CREATED);
      }
      Path work = new WorkFolders(collection.conf, owned).newFolder();
      for (int expired = 1; expired <= 2; expired++) {
        Files.delete(collection.file(expired));
        Generation late = TestCollection.generation(1, null, CREATED, List.of());
        assertRefused(
            () -> Publication.publish(collection.conf, owned, work, late),
            "another run published generation 1 of " + collection.path);
      }
      assertThat(collection.generations().numbers()).containsExactly(3, 4);
      collection.generations().forEach(each -> {});
    }
  }

  @Test
  void aGenerationOfAnotherParentIsNotPublished() throws IOException {
    TestCollection collection = TestCollection.local(temp.resolve("c"));
    try (OwnedFolder owned = collection.take()) {
      collection.publish(owned, CREATED);
      Path work = new WorkFolders(collection.conf, owned).newFolder();
      String other = "0".repeat(32);
      Generation next = TestCollection.generation(2, other, CREATED, List.of());
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Publication.publish(collection.conf, owned, work, next));
      Generation later = TestCollection.generation(3, other, CREATED, List.of());
      assertRefused(
          () -> Publication.publish(collection.conf, owned, work, later),
          "generation 2 of " + collection.path + " does not exist");
      assertThat(collection.names("generations")).containsExactly("0000001.json");
    }
  }

  @Test
  void aFileSystemWithoutExclusiveCreateOrRenameIsRefusedByName() throws IOException {
    FileSystem store = new ObjectStore();
    store.initialize(store.getUri(), Mr.conf());
    Path path = new Path("store://" + temp.resolve("new/collection"));
    assertRefused(
        () -> Publication.requireExclusive(store, path),
        "store:" + temp + " is on the file system store. A collection needs");
    Publication.requireExclusive(
        FileSystem.getLocal(Mr.conf()), new Path(temp.resolve("new/collection").toUri()));
  }

  /** What decides is the file system that is mounted. */
  @Test
  void aViewOfOtherFileSystemsIsAsWhatItShows() throws IOException {
    Configuration conf =
        Mr.conf(
            "fs.viewfs.mounttable.test.link./data=" + temp.toUri(),
            "fs.viewfs.mounttable.test.link./store=store://" + temp,
            "fs.store.impl=" + ObjectStore.class.getName());
    Path path = new Path("viewfs://test/data/c");
    FileSystem view = path.getFileSystem(conf);
    Publication.requireExclusive(view, path);
    assertRefused(
        () -> Publication.requireExclusive(view, new Path("viewfs://test/store/c/d")),
        " is on the file system store. ");

    TestCollection collection = TestCollection.local(temp.resolve("c"));
    try (OwnedFolder owned = TestCollection.take(conf, path)) {
      Path work = new WorkFolders(conf, owned).newFolder();
      Publication.publish(
          conf, owned, work, TestCollection.generation(1, null, CREATED, List.of()));
      assertThat(Generations.of(conf, path).numbers()).containsExactly(1);
      assertThat(collection.names("generations")).containsExactly("0000001.json");
    }
  }
}
