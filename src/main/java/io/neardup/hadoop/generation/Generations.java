package io.neardup.hadoop.generation;

import io.neardup.config.Quantity;
import io.neardup.config.UsageException;
import io.neardup.hadoop.output.NewFile;
import io.neardup.hadoop.output.OutputPath;
import io.neardup.hadoop.output.StageMetadata;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The generations of a collection, {@code generations/0000001.json}, {@code 0000002.json} …. Each
 * names its parent, the one before it, by hash. Old ones may have been deleted, but the newest two
 * never are. Files of other names are ignored.
 *
 * <p>The folder is read anew by each call.
 */
public final class Generations {

  /** The folder of the generations. */
  static final String FOLDER = "generations";

  private static final int READ_ATTEMPTS = 3;

  private final FileSystem fs;
  private final Path collection;

  private Generations(FileSystem fs, Path collection) {
    this.fs = fs;
    this.collection = collection;
  }

  /** Returns the generations of a collection, which need not have any yet. */
  public static Generations of(Configuration conf, Path collection) throws IOException {
    return new Generations(collection.getFileSystem(conf), OutputPath.full(conf, collection));
  }

  /** Returns whether a path is a collection with at least one generation. */
  public static boolean isCollection(Configuration conf, Path path) throws IOException {
    return !of(conf, path).present().isEmpty();
  }

  /** Returns the full path of the collection. */
  public Path collection() {
    return collection;
  }

  Path file(int number) {
    return new Path(new Path(collection, FOLDER), fileName(number));
  }

  private static String fileName(int number) {
    return Quantity.format("%07d.json", number);
  }

  /** Returns the numbers of the generations that are there, ascending, unchecked. */
  List<Integer> present() throws IOException {
    List<Integer> numbers = new ArrayList<>();
    try {
      // HDFS reports a path below a file as an error of permissions, not as a missing file.
      if (!fs.getFileStatus(collection).isDirectory()) {
        return List.of();
      }
      for (FileStatus child : fs.listStatus(new Path(collection, FOLDER))) {
        String name = child.getPath().getName();
        if (child.isFile() && name.matches("\\d{7,9}\\.json")) {
          int number = Integer.parseInt(name.substring(0, name.indexOf('.')));
          if (name.equals(fileName(number))) {
            numbers.add(number);
          }
        }
      }
    } catch (FileNotFoundException e) {
      return List.of();
    }
    numbers.sort(null);
    return numbers;
  }

  /**
   * Returns the numbers of the generations that are there, ascending and consecutive;
   * UsageException if one is missing.
   */
  public List<Integer> numbers() throws IOException {
    List<Integer> numbers = present();
    if (gap(numbers) != null) {
      // While another run deletes old generations, a listing may miss the second of them.
      numbers = present();
    }
    String gap = gap(numbers);
    if (gap != null) {
      throw new UsageException(
          "%s is damaged: %s. Put the missing file back from a copy", collection, gap);
    }
    return numbers;
  }

  /** Returns what is missing; null if nothing is. */
  private static String gap(List<Integer> numbers) {
    for (int i = 1; i < numbers.size(); i++) {
      int expected = numbers.get(i - 1) + 1;
      if (numbers.get(i) != expected) {
        return Quantity.format(
            "generation %d is missing, but generation %d exists", expected, numbers.get(i));
      }
    }
    if (numbers.size() != 1 || numbers.get(0) == 1) {
      return null;
    }
    int only = numbers.get(0);
    return Quantity.format(
        "generation %d, the parent of generation %d, is missing", only - 1, only);
  }

  /**
   * Returns the newest generation; empty if there is none. Reads its file and its parent's.
   * UsageException if one is missing or damaged, or if it was not made from the parent that is
   * there.
   */
  public Optional<Generation> newest() throws IOException {
    for (int attempt = 1; ; attempt++) {
      List<Integer> numbers = numbers();
      if (numbers.isEmpty()) {
        return Optional.empty();
      }
      int newest = numbers.get(numbers.size() - 1);
      try {
        Generation generation = parse(newest, bytes(newest));
        if (newest > 1) {
          requireParent(generation, bytes(newest - 1));
        }
        return Optional.of(generation);
      } catch (FileNotFoundException e) { // meanwhile there is a newer one, and these were deleted
        if (attempt == READ_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /** Returns a generation; UsageException if it does not exist or is damaged. */
  public Generation read(int number) throws IOException {
    return parse(number, existing(number));
  }

  /**
   * Returns the hash of the file of a generation: the {@code parent} of the next one;
   * UsageException if it does not exist.
   */
  public String hash(int number) throws IOException {
    return StageMetadata.hash(existing(number));
  }

  /**
   * Gives all generations, ascending, and checks that each was made from the one before it;
   * UsageException naming the first that is missing or damaged, or was not.
   */
  public void forEach(Consumer<Generation> action) throws IOException {
    byte[] previous = null;
    for (int number : numbers()) {
      byte[] bytes = existing(number);
      Generation generation = parse(number, bytes);
      if (previous != null) {
        requireParent(generation, previous);
      }
      action.accept(generation);
      previous = bytes;
    }
  }

  /** Returns whether there are later generations that were not made from this one. */
  boolean isOvertaken(int number, String hash) throws IOException {
    List<Integer> later = present().stream().filter(other -> other > number).toList();
    return !later.isEmpty()
        && (later.get(0) != number + 1 || !hash.equals(read(number + 1).parent()));
  }

  void delete(int number) throws IOException {
    fs.delete(file(number), false);
  }

  private Generation parse(int number, byte[] bytes) throws IOException {
    Generation generation = Generation.parse(file(number), bytes);
    if (generation.number() != number) {
      throw new UsageException(
          "%s is the file of generation %d, not of generation %d. Put the right file back from a copy",
          file(number), generation.number(), number);
    }
    return generation;
  }

  private void requireParent(Generation generation, byte[] parent) throws IOException {
    if (!StageMetadata.hash(parent).equals(generation.parent())) {
      int number = generation.number();
      throw new UsageException(
          "%s is damaged: generation %d was not made from generation %d that is there. Put the right"
              + " file back from a copy: %s or %s",
          collection, number, number - 1, file(number - 1), file(number));
    }
  }

  private byte[] existing(int number) throws IOException {
    try {
      return bytes(number);
    } catch (FileNotFoundException e) {
      throw missing(String.valueOf(number));
    }
  }

  /** Returns an error that names a generation that does not exist, and those that do. */
  UsageException missing(String number) throws IOException {
    List<Integer> numbers = present();
    String those =
        switch (numbers.size()) {
          case 0 -> "it has none";
          case 1 -> "it has only generation " + numbers.get(0);
          default ->
              "it has generations " + numbers.get(0) + " to " + numbers.get(numbers.size() - 1);
        };
    return new UsageException(
        "generation " + number + " of " + collection + " does not exist: " + those);
  }

  private byte[] bytes(int number) throws IOException {
    return NewFile.bytes(NewFile.unchecked(fs), file(number));
  }
}
