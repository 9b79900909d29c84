package io.neardup.hadoop.generation;

import static io.neardup.hadoop.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.output.OwnedFolder;
import java.io.IOException;
import java.nio.file.Files;
import org.apache.hadoop.fs.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@link Generations} and {@link CollectionPath}. */
class GenerationsTest {

  private static final String CREATED = "2024-05-06T07:08:09Z";

  @TempDir private java.nio.file.Path temp;
  private TestCollection collection;

  @BeforeEach
  void prepare() throws IOException {
    collection = TestCollection.local(temp.resolve("collection"));
  }

  private void publish(int count) throws IOException {
    try (OwnedFolder owned = collection.take()) {
      for (int i = 0; i < count; i++) {
        collection.publish(owned, CREATED);
      }
    }
  }

  // Generations

  @Test
  void whatHasNoGenerationIsNoCollection() throws IOException {
    assertThat(Generations.isCollection(collection.conf, collection.path)).isFalse();
    Files.createDirectories(collection.folder.resolve("generations"));
    Files.writeString(temp.resolve("file"), "");
    assertThat(Generations.isCollection(collection.conf, collection.path)).isFalse();
    assertThat(Generations.isCollection(collection.conf, new Path(temp.resolve("file").toUri())))
        .isFalse();
    assertThat(collection.generations().newest()).isEmpty();
    assertThat(collection.generations().numbers()).isEmpty();
    collection.generations().forEach(each -> {});
    Files.delete(collection.folder.resolve("generations"));
    publish(1);
    assertThat(Generations.isCollection(collection.conf, collection.path)).isTrue();
  }

  @Test
  void generationsAreReadByNumberAndTheNewestIsTheLast() throws IOException {
    publish(3);
    Generations generations = collection.generations();
    assertThat(generations.collection()).isEqualTo(collection.path);
    assertThat(generations.numbers()).containsExactly(1, 2, 3);
    assertThat(generations.newest().orElseThrow()).isEqualTo(generations.read(3));
    assertThat(generations.read(3).parent()).isEqualTo(generations.hash(2));
    assertThat(generations.read(1).parent()).isNull();
    generations.forEach(each -> {});
    assertRefused(() -> generations.read(4), "generation 4 of " + collection.path);
    assertRefused(() -> generations.hash(4), " does not exist: it has generations 1 to 3");
  }

  @Test
  void filesOfOtherNamesAreIgnored() throws IOException {
    publish(1);
    for (String name :
        new String[] {
          "9.json", "00000003.json", "0000000.json.tmp", ".0000005.json", "x0000007.json"
        }) {
      Files.writeString(collection.folder.resolve("generations").resolve(name), "");
    }
    Files.createDirectory(collection.file(8));
    assertThat(collection.generations().numbers()).containsExactly(1);
  }

  @Test
  void theOldestMayBeGoneButNoneBetweenAndNotTheParentOfTheNewest() throws IOException {
    publish(4);
    Files.delete(collection.file(1));
    collection.generations().forEach(each -> {});
    assertThat(collection.generations().numbers()).containsExactly(2, 3, 4);
    java.nio.file.Path third = temp.resolve("third");
    Files.move(collection.file(3), third);
    for (ThrowingCallable call : readings()) {
      assertRefused(call, "generation 3 is missing, but generation 4 exists");
    }
    Files.delete(collection.file(2));
    for (ThrowingCallable call : readings()) {
      assertRefused(
          call,
          "generation 3, the parent of generation 4, is missing",
          "Put the missing file back");
    }
    Files.move(third, collection.file(3));
    collection.generations().forEach(each -> {});
  }

  private ThrowingCallable[] readings() throws IOException {
    Generations generations = collection.generations();
    return new ThrowingCallable[] {
      generations::numbers, generations::newest, () -> generations.forEach(each -> {})
    };
  }

  /** The newest is compared with its parent, the chain from its beginning. */
  @Test
  void aGenerationThatWasNotMadeFromTheOneBeforeItIsRefused() throws IOException {
    publish(3);
    Generations generations = collection.generations();
    Files.writeString(collection.file(1), Files.readString(collection.file(1)) + " ");
    assertThat(generations.newest()).isPresent();
    String how = " was not made from generation %d that is there";
    assertRefused(() -> generations.forEach(each -> {}), String.format(how, 1), "Put the right");
    Files.writeString(collection.file(2), Files.readString(collection.file(2)) + " ");
    assertRefused(generations::newest, String.format(how, 2), "Put the right");
  }

  @Test
  void aDamagedGenerationIsRefusedByName() throws IOException {
    publish(2);
    String whole = Files.readString(collection.file(2));
    for (String damaged : new String[] {"", whole.substring(0, whole.length() / 2)}) {
      Files.writeString(collection.file(2), damaged);
      for (ThrowingCallable call :
          new ThrowingCallable[] {
            () -> collection.generations().newest(),
            () -> collection.generations().forEach(each -> {}),
            () -> collection.generations().read(2)
          }) {
        assertRefused(call, "generations/0000002.json is damaged or truncated", "delete it");
      }
    }
    Files.copy(
        collection.file(1), collection.file(2), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    assertRefused(
        () -> collection.generations().newest(),
        "0000002.json is the file of generation 1, not of generation 2");
  }

  @Test
  void aCollectionThatWasMovedIsRead() throws IOException {
    publish(2);
    Generation newest = collection.generations().newest().orElseThrow();
    Files.move(collection.folder, temp.resolve("moved"));
    TestCollection moved = new TestCollection(collection.conf, temp.resolve("moved"));
    assertThat(moved.generations().newest()).contains(newest);
    for (NamedFile file : newest.files()) {
      file.require(moved.fs, moved.path);
    }
  }

  // CollectionPath

  private CollectionPath find(String suffix) throws IOException {
    return CollectionPath.of(collection.conf, collection.folder + suffix);
  }

  @Test
  void aUserNamesTheNewestGenerationOrAnother() throws IOException {
    publish(12);
    assertThat(find("")).isEqualTo(new CollectionPath(collection.path, 12));
    assertThat(find("/")).isEqualTo(new CollectionPath(collection.path, 12));
    assertThat(find("@3")).isEqualTo(new CollectionPath(collection.path, 3));
    assertThat(find("@012")).hasToString(collection.path + "@12");
    assertThat(find("@3").read(collection.conf)).isEqualTo(collection.generations().read(3));
    Files.delete(collection.file(1));
    for (String none : new String[] {"1", "0", "13", "99999999999999999999"}) {
      assertRefused(
          () -> find("@" + none),
          "generation "
              + none
              + " of "
              + collection.path
              + " does not exist: it has generations 2 to 12");
    }
  }

  @Test
  void aPathThatExistsIsTakenAsItIs() throws IOException {
    publish(2);
    TestCollection like = new TestCollection(collection.conf, temp.resolve("collection@2"));
    try (OwnedFolder owned = like.take()) {
      like.publish(owned, CREATED);
    }
    assertThat(find("@2")).isEqualTo(new CollectionPath(like.path, 1));
    assertThat(find("@2@1")).isEqualTo(new CollectionPath(like.path, 1));
    assertThat(find("@1")).isEqualTo(new CollectionPath(collection.path, 1));
  }

  @Test
  void whatIsNoCollectionIsNotFound() throws IOException {
    Files.createDirectory(temp.resolve("corpus"));
    for (String name : new String[] {"corpus", "corpus@1", "none", "none@1", "none@x"}) {
      assertThat(CollectionPath.find(collection.conf, temp + "/" + name)).as(name).isEmpty();
      assertRefused(
          () -> CollectionPath.of(collection.conf, temp + "/" + name),
          name + (name.equals("corpus") ? " is not a collection" : " does not exist"));
    }
  }
}
