package io.neardup.hadoop.generation;

import io.neardup.config.UsageException;
import java.io.IOException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * A generation of a collection as a user names it: {@code COLLECTION@N}, or {@code COLLECTION} for
 * the newest.
 *
 * @param path the full path of the collection
 * @param number of the generation, which exists
 */
public record CollectionPath(Path path, int number) {

  private static final Pattern WITH_NUMBER = Pattern.compile("(.+)@(\\d+)");

  /**
   * Returns the generation that a text names; empty if it names no collection. A path that exists
   * is taken as it is, even if it ends like {@code @N}. UsageException if the collection has no
   * such generation.
   */
  public static Optional<CollectionPath> find(Configuration conf, String text) throws IOException {
    Matcher numbered = WITH_NUMBER.matcher(text);
    if (numbered.matches() && !exists(conf, new Path(text))) {
      Path path = new Path(numbered.group(1));
      if (Generations.isCollection(conf, path)) {
        return Optional.of(at(Generations.of(conf, path), numbered.group(2)));
      }
    }
    Generations generations = Generations.of(conf, new Path(text));
    return generations
        .newest()
        .map(newest -> new CollectionPath(generations.collection(), newest.number()));
  }

  /**
   * Returns the generation that a text names; UsageException if it names no collection, or the
   * collection has no such generation.
   */
  public static CollectionPath of(Configuration conf, String text) throws IOException {
    Optional<CollectionPath> found = find(conf, text);
    if (found.isPresent()) {
      return found.get();
    }
    throw new UsageException(
        exists(conf, new Path(text))
            ? "%s is not a collection: it has no generation; run add to make one"
            : "%s does not exist; run add to make a collection",
        text);
  }

  /** Returns the generation. */
  public Generation read(Configuration conf) throws IOException {
    return Generations.of(conf, path).read(number);
  }

  @Override
  public String toString() {
    return path + "@" + number;
  }

  private static boolean exists(Configuration conf, Path path) throws IOException {
    return path.getFileSystem(conf).exists(path);
  }

  private static CollectionPath at(Generations generations, String digits) throws IOException {
    String number = digits.replaceFirst("^0+(?=.)", "");
    for (int present : generations.numbers()) {
      if (String.valueOf(present).equals(number)) {
        return new CollectionPath(generations.collection(), present);
      }
    }
    throw generations.missing(number);
  }
}
