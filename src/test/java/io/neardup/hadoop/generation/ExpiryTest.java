package io.neardup.hadoop.generation;

import static io.neardup.hadoop.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.neardup.hadoop.output.OwnedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** {@link Expiry} and {@link WorkFolders}. */
@ParameterizedClass
@MethodSource(TestCollection.LOCAL_DISKS)
class ExpiryTest {

  private static final Instant LATER = Instant.parse("2100-01-01T00:00:00Z");

  @Parameter private Configuration conf;
  @TempDir private java.nio.file.Path temp;
  private TestCollection collection;
  private OwnedFolder owned;

  @BeforeEach
  void take() throws IOException {
    collection = new TestCollection(conf, temp.resolve("c"));
    owned = collection.take();
  }

  @AfterEach
  void release() throws IOException {
    owned.close();
  }

  private static String created(int day) {
    return "2024-05-%02dT00:00:00Z".formatted(day);
  }

  private Path newWork(String content) throws IOException {
    Path work = new WorkFolders(conf, owned).newFolder();
    collection.write(work, "part", content);
    return work;
  }

  private long bytes(Path folder) throws IOException {
    return collection.fs.getContentSummary(folder).getLength();
  }

  private void requireAllFiles() throws IOException {
    Generations generations = collection.generations();
    generations.forEach(each -> {});
    for (int number : generations.numbers()) {
      for (NamedFile file : generations.read(number).files()) {
        file.require(collection.fs, collection.path);
      }
    }
  }

  @Test
  void whatIsDeletedIsWhatNoRemainingGenerationNames() throws IOException {
    Path shared = newWork("that all name");
    Path early = newWork("that the first two name");
    List<Path> works = new ArrayList<>();
    for (int number = 1; number <= 5; number++) {
      Path work = newWork("of generation " + number);
      collection.publish(
          owned,
          created(number),
          work,
          number <= 2 ? new Path[] {shared, early} : new Path[] {shared});
      works.add(work);
    }
    long gone = bytes(works.get(0)); // of the second nothing is kept either
    assertThat(Expiry.run(conf, owned, Instant.parse(created(1)))) // none is older
        .isEqualTo(new Expiry(List.of(), 0));
    assertThat(Expiry.run(conf, owned, Instant.parse(created(2))))
        .isEqualTo(new Expiry(List.of(1), gone));
    assertThat(collection.generations().numbers()).containsExactly(2, 3, 4, 5);
    requireAllFiles();

    gone = bytes(early) + bytes(works.get(1)) + bytes(works.get(2));
    assertThat(Expiry.run(conf, owned, LATER)).isEqualTo(new Expiry(List.of(2, 3), gone));
    assertThat(collection.generations().numbers()).containsExactly(4, 5);
    requireAllFiles();
    assertThat(collection.names("generations")).containsExactly("0000004.json", "0000005.json");
    assertThat(collection.names("work"))
        .containsExactlyInAnyOrder(
            shared.getName(), works.get(3).getName(), works.get(4).getName());
    assertThat(Expiry.run(conf, owned, LATER)).isEqualTo(new Expiry(List.of(), 0));
  }

  @Test
  void theGenerationsThatStayAreConsecutiveWhateverTheClocks() throws IOException {
    for (int day : new int[] {1, 9, 2, 3, 4}) {
      collection.publish(owned, created(day));
    }
    assertThat(Expiry.run(conf, owned, Instant.parse(created(8))).generations()).containsExactly(1);
    requireAllFiles();
  }

  @Test
  void leftoversAreTheFoldersOfWritersThatNoGenerationNames() throws IOException {
    WorkFolders folders = new WorkFolders(conf, owned);
    assertThat(folders.leftovers()).isEmpty(); // no folder at all
    collection.publish(owned, created(1));
    String named = collection.names("work").get(0);
    assertThat(folders.leftovers()).isEmpty();
    Path left = newWork("left");
    collection.write(new Path(left, "deep/er"), "part", "more");
    List<WorkFolders.Leftover> leftovers = folders.leftovers();
    assertThat(leftovers).containsExactly(new WorkFolders.Leftover(left, bytes(left)));
    assertThat(leftovers.get(0).bytes()).isGreaterThanOrEqualTo(8);

    java.nio.file.Path work = collection.folder.resolve("work");
    Files.createDirectories(work.resolve("thesis/chapter"));
    Files.createDirectories(work.resolve("X" + UUID.randomUUID()));
    Files.writeString(work.resolve(UUID.randomUUID().toString()), "a file");
    List<String> before = collection.names("work");
    assertThat(folders.leftovers()).isEqualTo(leftovers);
    assertThat(folders.deleteLeftovers()).isEqualTo(leftovers);
    assertThat(collection.names("work"))
        .contains(named)
        .containsExactlyElementsOf(
            before.stream().filter(name -> !name.equals(left.getName())).toList());
    assertThat(folders.deleteLeftovers()).isEmpty();
    requireAllFiles();
  }

  @Test
  void nothingIsDeletedWhileAGenerationIsDamaged() throws IOException {
    for (int number = 1; number <= 4; number++) {
      collection.publish(owned, created(number));
    }
    newWork("left");
    List<String> before = collection.names("work");
    Files.writeString(collection.file(3), "{");
    assertRefused(() -> Expiry.run(conf, owned, LATER), "0000003.json is damaged");
    assertRefused(() -> new WorkFolders(conf, owned).deleteLeftovers(), "0000003.json is damaged");
    assertThat(collection.names("work")).isEqualTo(before);
    assertThat(collection.names("generations")).hasSize(4);
  }

  /** It slept between the check of the lock and the link; see {@link Publication#STAGED}. */
  @Test
  void whatAWriterWithoutTheLockHasStagedCannotBePublishedAfterTheCleanUp() throws IOException {
    collection.publish(owned, created(1));
    java.nio.file.Path named =
        collection.folder.resolve("work").resolve(collection.names("work").get(0));
    java.nio.file.Path staged = Files.writeString(named.resolve(Publication.STAGED), "{}");
    new WorkFolders(conf, owned).deleteLeftovers();
    assertThat(staged).doesNotExist();
    requireAllFiles();
  }

  @Test
  void whoHasLostTheLockDeletesNothing() throws IOException {
    for (int number = 1; number <= 3; number++) {
      collection.publish(owned, created(number));
    }
    newWork("of the other writer");
    collection.loseLock();
    assertThatIOException().isThrownBy(() -> Expiry.run(conf, owned, LATER));
    assertThatIOException().isThrownBy(() -> new WorkFolders(conf, owned).deleteLeftovers());
    assertThat(collection.generations().numbers()).containsExactly(1, 2, 3);
    assertThat(collection.names("work")).hasSize(4);
  }
}
