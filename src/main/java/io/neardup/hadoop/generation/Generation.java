package io.neardup.hadoop.generation;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.neardup.config.UsageException;
import io.neardup.hadoop.output.StageMetadata;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;

/**
 * One state of a collection: the content of {@code generations/NNNNNNN.json}. It names everything
 * that the collection consists of, and never changes. All paths are relative to the collection and
 * lie below {@code work/UUID}.
 *
 * @param format of this file, {@value #FORMAT}
 * @param neardup the version of neardup that made it
 * @param number from 1
 * @param parent the {@linkplain StageMetadata#hash hash} of the file of generation {@code number -
 *     1}; null for number 1
 * @param verb that made it: {@code add}, {@code drop} or {@code compact}
 * @param created when, an ISO 8601 instant in UTC, in seconds
 * @param batches in the order of their columns
 * @param tombstones the dropped columns; null if there are none
 * @param settings configuration keys and their values, sorted by key
 * @param provenance what else decides the results, sorted by name
 * @param index where the parts of the index are
 * @param counts by name, sorted
 * @param files all files of the generation, sorted by path; not documents that are read where they
 *     are
 */
public record Generation(
    int format,
    String neardup,
    int number,
    String parent,
    String verb,
    String created,
    List<Batch> batches,
    Tombstones tombstones,
    SortedMap<String, String> settings,
    SortedMap<String, String> provenance,
    Index index,
    SortedMap<String, Long> counts,
    List<NamedFile> files) {

  /** The format that this version writes and reads. */
  public static final int FORMAT = 2;

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /**
   * A batch of documents.
   *
   * @param name that the user gave or ingest chose
   * @param folder of the batch, as {@code ingest} wrote it
   * @param firstColumn the column of its first document
   * @param columns the number of its documents
   */
  public record Batch(String name, String folder, long firstColumn, long columns) {

    /** Checks that it is whole. */
    public Batch {
      required("name of a batch", name);
      WorkPath.folderOf(folder);
    }
  }

  /**
   * The dropped columns.
   *
   * @param file that lists them
   * @param columns how many there are
   */
  public record Tombstones(String file, long columns) {

    /** Checks that it is whole. */
    public Tombstones {
      WorkPath.folderOf(file);
    }
  }

  /**
   * The folders of the index, in the order in which they are read.
   *
   * @param clusters null if there is none
   * @param dedup null if there is none
   * @param stopShingles the folder of the list that the collection was made with; null if there is
   *     none
   */
  public record Index(
      List<String> signatures,
      List<String> twins,
      List<String> bands,
      List<String> pairs,
      String clusters,
      String dedup,
      String stopShingles) {

    /** Checks that it is whole, and copies the lists. */
    public Index {
      signatures = folders("signatures", signatures);
      twins = folders("twins", twins);
      bands = folders("bands", bands);
      pairs = folders("pairs", pairs);
      Stream.of(clusters, dedup, stopShingles).filter(Objects::nonNull).forEach(WorkPath::folderOf);
    }

    /** Returns an index of the same documents with other folders. */
    public Index with(
        List<String> newTwins, List<String> newBands, List<String> newPairs, String newClusters) {
      return new Index(signatures, newTwins, newBands, newPairs, newClusters, dedup, stopShingles);
    }

    private static List<String> folders(String name, List<String> folders) {
      required(name, folders).forEach(WorkPath::folderOf);
      return List.copyOf(folders);
    }

    /** Returns all folders. */
    public Stream<String> folders() {
      return Stream.concat(
          Stream.of(signatures, twins, bands, pairs).flatMap(List::stream),
          Stream.of(clusters, dedup, stopShingles).filter(Objects::nonNull));
    }
  }

  /** Checks that it is whole, and copies the lists and maps. */
  public Generation {
    required("neardup", neardup);
    required("verb", verb);
    batches = List.copyOf(required("batches", batches));
    settings = sorted("settings", settings);
    provenance = sorted("provenance", provenance);
    required("index", index);
    counts = sorted("counts", counts);
    files =
        required("files", files).stream().sorted(Comparator.comparing(NamedFile::file)).toList();
    if (number < 1 || (number == 1) != (parent == null)) {
      throw new IllegalArgumentException(
          "number " + number + " does not fit with parent " + parent);
    }
    try {
      Instant.parse(required("created", created));
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("created is not an instant: " + created, e);
    }
  }

  private static <T> T required(String name, T value) {
    if (value == null) {
      throw new IllegalArgumentException(name + " is missing");
    }
    return value;
  }

  private static <V> SortedMap<String, V> sorted(String name, SortedMap<String, V> map) {
    return Collections.unmodifiableSortedMap(new TreeMap<>(required(name, map)));
  }

  /**
   * Parses the file of a generation.
   *
   * @param file where the bytes come from, for messages
   * @throws UsageException naming the file if it is damaged or of another format
   */
  static Generation parse(Path file, byte[] json) throws IOException {
    try {
      JsonNode tree = JSON.readTree(json);
      JsonNode format = tree.path("format");
      if (format.isInt() && format.intValue() != FORMAT) {
        throw new UsageException(
            "%s was made by another version of neardup, %s: it has format %s, and this version reads"
                + " format %d. Use that version, or a later one",
            file, tree.path("neardup").asText("unknown"), format, FORMAT);
      }
      if (!format.isInt()) {
        throw damaged(file, json.length == 0 ? "it is empty" : "it has no format");
      }
      return JSON.treeToValue(tree, Generation.class);
    } catch (JsonMappingException e) {
      String field =
          e.getPath().stream()
              .map(JsonMappingException.Reference::getFieldName)
              .filter(Objects::nonNull)
              .collect(Collectors.joining("."));
      throw damaged(
          file,
          e.getCause() instanceof IllegalArgumentException form
              ? form.getMessage()
              : "the value of " + field + " is missing or wrong");
    } catch (JsonProcessingException e) {
      throw damaged(file, "line " + e.getLocation().getLineNr() + " is not JSON");
    }
  }

  private static UsageException damaged(Path file, String how) {
    return new UsageException(
        "%s is damaged or truncated: %s. Put the file back from a copy; if it is the newest"
            + " generation and there is no copy, delete it",
        file, how);
  }

  /** Returns the content of its file: JSON in UTF-8, the same bytes for equal generations. */
  byte[] toJson() throws IOException {
    return (JSON.writeValueAsString(this) + "\n").getBytes(UTF_8);
  }

  Instant createdInstant() {
    return Instant.parse(created);
  }

  /** Returns the folders of writers, {@code work/UUID}, that its files and folders lie in. */
  public SortedSet<String> workFolders() {
    return paths().map(WorkPath::folderOf).collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the parts of the folders of writers, {@code work/UUID/NAME}, that it names. */
  SortedSet<String> parts() {
    return paths().map(WorkPath::partOf).collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the folders of the writers of its clusters and of its last batch's documents. */
  SortedSet<String> resultFolders() {
    return Stream.of(index.clusters(), index.dedup())
        .filter(Objects::nonNull)
        .map(WorkPath::folderOf)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Stream<String> paths() {
    return Stream.of(
            batches.stream().map(Batch::folder),
            Stream.ofNullable(tombstones).map(Tombstones::file),
            index.folders(),
            files.stream().map(NamedFile::file))
        .flatMap(path -> path);
  }
}
