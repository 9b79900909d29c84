package io.neardup.hadoop.collection;

import io.neardup.config.UsageException;
import io.neardup.hadoop.generation.Generations;
import io.neardup.hadoop.output.FiguresFile;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.output.OwnedFolder;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * What an addition was asked to do: the content of {@code _add.json} in its work folder. It is
 * written before anything else, so that a later run can continue the addition.
 *
 * @param inputs full paths of files and folders of documents
 * @param batch the name of the batch; null for {@code batch-} and its position
 * @param parent the newest generation when it began; null if there was none
 * @param configuration the keys that were set, with their values
 * @param conditions those of {@code --fail-if}
 */
public record AdditionRecord(
    List<String> inputs,
    String batch,
    Parent parent,
    Map<String, String> configuration,
    List<String> conditions) {

  /** The name of the file. */
  public static final String NAME = "_add.json";

  private static final FiguresFile<AdditionRecord> FILE =
      new FiguresFile<>(NAME, AdditionRecord.class);

  /**
   * A generation.
   *
   * @param number of it
   * @param hash of its file
   */
  public record Parent(int number, String hash) {

    /** Returns a generation by number and hash; null for none. */
    static Parent of(Configuration conf, CollectionIndex index) throws IOException {
      if (index.isEmpty()) {
        return null;
      }
      int number = index.generation().number();
      return new Parent(number, Generations.of(conf, index.collection()).hash(number));
    }
  }

  /**
   * Returns the record of an addition to a collection as it is now.
   *
   * @param conf the user's configuration
   * @param inputs full paths
   */
  public static AdditionRecord of(
      Configuration conf,
      List<Path> inputs,
      String batch,
      CollectionIndex parent,
      List<String> conditions)
      throws IOException {
    return new AdditionRecord(
        inputs.stream().map(Path::toString).toList(),
        batch,
        Parent.of(conf, parent),
        HadoopSettings.of(conf).explicit(),
        conditions);
  }

  /** Reads the record in a work folder; empty if it has none. */
  public static Optional<AdditionRecord> read(Configuration conf, Path work) throws IOException {
    return FILE.read(conf, work);
  }

  /** Writes the record into a work folder of a collection. */
  public void write(OwnedFolder collection, Path work) throws IOException {
    int start = collection.path().toString().length() + 1;
    FILE.write(collection, work.toString().substring(start), this);
  }

  /** Returns the same record with the keys that a configuration sets in place of earlier values. */
  public AdditionRecord with(Configuration conf) {
    Map<String, String> merged = new TreeMap<>(configuration);
    merged.putAll(HadoopSettings.of(conf).explicit());
    return new AdditionRecord(inputs, batch, parent, merged, conditions);
  }

  public List<Path> inputPaths() {
    return inputs.stream().map(Path::new).toList();
  }

  /**
   * Makes sure that what a later run names is what the addition was asked for.
   *
   * @param others full paths of inputs; empty if none are named
   * @param otherBatch null if none is named
   * @throws UsageException if it is not
   */
  public void requireSame(List<Path> others, String otherBatch) {
    List<String> named = others.stream().map(Path::toString).toList();
    if (!named.isEmpty() && !named.equals(inputs)) {
      throw new UsageException(
          "the interrupted add reads %s, not %s; name no input to continue it, or leave out --resume"
              + " to begin again",
          String.join(", ", inputs), String.join(", ", named));
    }
    if (otherBatch != null && !otherBatch.equals(batch)) {
      throw new UsageException(
          "the interrupted add makes %s, not %s; leave out --batch to continue it, or --resume to"
              + " begin again",
          batch == null ? "a batch without a given name" : "the batch " + batch, otherBatch);
    }
  }
}
