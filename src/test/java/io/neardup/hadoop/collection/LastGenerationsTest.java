package io.neardup.hadoop.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.config.UsageException;
import io.neardup.hadoop.Mr;
import io.neardup.hadoop.generation.CollectionPath;
import io.neardup.hadoop.generation.Generation;
import io.neardup.hadoop.generation.GenerationHistory;
import io.neardup.hadoop.generation.GenerationHistory.Change;
import io.neardup.hadoop.generation.Generations;
import io.neardup.hadoop.table.ColumnPairKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is found of generations whose files are written by the test: a batch has ten columns. */
class LastGenerationsTest {

  private static final int COLUMNS = 10;

  @TempDir private Path folder;

  private final Configuration conf = Mr.conf();
  private final List<Generation.Batch> batches = new ArrayList<>();
  private final List<Long> dropped = new ArrayList<>();
  private Path collection;
  private int newest;
  private String clusters;
  private String tombstones; // null if nothing was dropped yet

  @BeforeEach
  void begin() throws IOException {
    collection = folder.resolve("c");
    Files.createDirectories(collection.resolve("generations"));
  }

  private org.apache.hadoop.fs.Path path() {
    return new org.apache.hadoop.fs.Path(collection.toUri().toString().replaceFirst("/$", ""));
  }

  private GenerationHistory read() throws IOException {
    return LastGenerations.read(conf, CollectionPath.of(conf, path().toString()));
  }

  /** Returns the folder of a writer, {@code work/UUID}. */
  private static String work(int number) {
    return String.format(Locale.ROOT, "work/00000000-0000-0000-0000-%012d", number);
  }

  private static String removed(String id, int column, String verdict) {
    return id + "\tkept\t0.75\tpair\t" + column + "\tf\t1\t3\tf\t0\t\t\t\t" + verdict;
  }

  private static String link(String id, int column, int before) {
    return id + "\tkept\t\tlink\t" + column + "\tf\t1\t3\tf\t0\tvia\t4\t0.875\t" + before;
  }

  private static String kept(String id, int column, int before) {
    return id + "\t\t\t\t" + column + "\t\t\t" + before + "\t\t\t\t\t\tkept";
  }

  private Path changes(int number) {
    return collection.resolve(work(number)).resolve("changes");
  }

  private void write(int number, List<String> changed, List<String> reassigned) throws IOException {
    Files.createDirectories(changes(number));
    Files.write(changes(number).resolve("changes.tsv"), changed);
    Files.write(changes(number).resolve("reassigned.tsv"), reassigned);
  }

  private void add(String batch, List<String> changed, List<String> reassigned) throws IOException {
    int next = newest + 1;
    batches.add(
        new Generation.Batch(
            batch, work(next) + "/corpus", (long) COLUMNS * batches.size(), COLUMNS));
    clusters = work(next) + "/decisions";
    write(next, changed, reassigned);
    publish("add", null);
  }

  private void drop(List<Long> columns, List<String> changed) throws IOException {
    int next = newest + 1;
    dropped.addAll(columns);
    dropped.sort(null);
    clusters = work(next) + "/decisions";
    write(next, changed, List.of());
    int width = ColumnPairKey.COLUMN_BYTES;
    ByteBuffer bytes = ByteBuffer.allocate(width * dropped.size());
    for (long column : dropped) {
      bytes.put(ByteBuffer.allocate(8).putLong(column).array(), 8 - width, width);
    }
    Files.write(collection.resolve(work(next)).resolve("tombstones"), bytes.array());
    publish("drop", work(next) + "/tombstones");
  }

  private void publish(String verb, String newTombstones) throws IOException {
    newest++;
    tombstones = newTombstones == null ? tombstones : newTombstones;
    long documents = (long) COLUMNS * batches.size() - dropped.size();
    Generation generation =
        new Generation(
            Generation.FORMAT,
            "test",
            newest,
            newest == 1 ? null : Generations.of(conf, path()).hash(newest - 1),
            verb,
            "2026-01-01T00:00:00Z",
            batches,
            tombstones == null ? null : new Generation.Tombstones(tombstones, dropped.size()),
            new TreeMap<>(),
            new TreeMap<>(),
            new Generation.Index(List.of(), List.of(), List.of(), List.of(), clusters, null, null),
            new TreeMap<>(
                Map.of("DOCUMENTS", documents, "REMOVED", 2L, "REMOVED_WITHOUT_SHINGLES", 1L)),
            List.of());
    Files.write(generationFile(newest), new ObjectMapper().writeValueAsBytes(generation));
  }

  private Path generationFile(int number) {
    return collection.resolve(String.format(Locale.ROOT, "generations/%07d.json", number));
  }

  @Test
  void eachVerbHasItsFigures() throws IOException {
    add("monday", List.of(), List.of());
    add(
        "tuesday",
        List.of(removed("a", 1, "removed"), kept("b", 2, 5), removed("c", 3, "removed")),
        List.of(link("d", 4, 9)));
    drop(List.of(3L, 12L), List.of(kept("e", 7, 3)));
    publish("compact", null);
    drop(List.of(15L), List.of());

    GenerationHistory history = read();

    assertThat(history.collection()).isEqualTo("file:" + collection);
    assertThat(history.generation()).isEqualTo(5);
    String time = "2026-01-01T00:00:00Z";
    assertThat(history.generations())
        .containsExactly(
            new Change(1, time, "add", List.of("monday"), 0, 10, 0L, 10, 7, 0L, 0L, 0L),
            new Change(2, time, "add", List.of("tuesday"), 0, 10, 0L, 20, 17, 2L, 1L, 1L),
            new Change(3, time, "drop", List.of("monday", "tuesday"), 0, 0, 2L, 18, 15, 0L, 1L, 0L),
            new Change(4, time, "compact", List.of(), 0, 0, 0L, 18, 15, 0L, 0L, 0L),
            new Change(5, time, "drop", List.of("tuesday"), 0, 0, 1L, 17, 14, 0L, 0L, 0L));
    assertThat(history.examples().generation()).isEqualTo(3);
    assertThat(history.examples().changed())
        .containsExactly(
            new GenerationHistory.Example("kept", "e", 7, null, null, null, null, null, null, 3L));
    assertThat(history.examples().reassigned()).isEmpty();
    GenerationHistory earlier = LastGenerations.read(conf, CollectionPath.of(conf, path() + "@2"));
    assertThat(earlier.generation()).isEqualTo(2);
    assertThat(earlier.generations()).isEqualTo(history.generations().subList(0, 2));
    assertThat(earlier.examples().changed())
        .extracting(GenerationHistory.Example::id)
        .containsExactly("a", "b", "c");
    assertThat(earlier.examples().reassigned())
        .containsExactly(
            new GenerationHistory.Example(
                "removed", "d", 4, "kept", 3L, null, "link", "via", 0.875, 9L));
  }

  @Test
  void thereAreTwentyGenerationsAndTenExamplesAtMost() throws IOException {
    for (int batch = 1; batch <= 23; batch++) {
      add(
          "b" + batch,
          IntStream.range(0, 10_000).mapToObj(i -> removed("i" + i, i, "removed")).toList(),
          IntStream.range(0, 11).mapToObj(i -> link("j" + i, i, 1)).toList());
    }
    drop(IntStream.range(0, 23).mapToObj(batch -> 10L * batch).toList(), List.of());

    GenerationHistory history = read();

    assertThat(history.generations())
        .extracting(Change::number)
        .containsExactlyElementsOf(IntStream.rangeClosed(5, 24).boxed().toList());
    Change last = history.generations().get(19);
    assertThat(last.dropped()).isEqualTo(23);
    assertThat(last.batches()).hasSize(10).startsWith("b1", "b2");
    assertThat(last.furtherBatches()).isEqualTo(13);
    assertThat(history.generations().get(18).nowRemoved()).isEqualTo(10_000);
    assertThat(history.examples().generation()).isEqualTo(23);
    assertThat(history.examples().changed()).hasSize(10);
    assertThat(history.examples().reassigned()).hasSize(10);
  }

  @Test
  void whatCannotBeKnownIsNull() throws IOException {
    add("monday", List.of(), List.of());
    drop(List.of(0L), List.of());
    add("tuesday", List.of(), List.of());
    Files.delete(generationFile(1)); // has expired
    Files.delete(changes(3).resolve("reassigned.tsv"));

    List<Change> changes = read().generations();

    assertThat(changes).extracting(Change::number).containsExactly(2, 3);
    assertThat(changes.get(0).dropped()).isNull();
    assertThat(changes.get(0).batches()).isEmpty();
    assertThat(changes.get(1).added()).isEqualTo(10);
    assertThat(changes.get(1).nowRemoved()).isNull();
    assertThat(changes.get(1).reassigned()).isNull();
    assertThat(read().examples()).isNull();
  }

  @Test
  void aDamagedGenerationIsRefused() throws IOException {
    add("monday", List.of(), List.of());
    add("tuesday", List.of(), List.of());
    add("wednesday", List.of(), List.of());
    CollectionPath path = CollectionPath.of(conf, path().toString());
    Files.writeString(generationFile(1), "{");
    assertThatThrownBy(() -> LastGenerations.read(conf, path))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("0000001.json is damaged");
  }
}
