package io.neardup.hadoop.corpus;

import io.neardup.config.Keys;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.generation.CollectionPath;
import io.neardup.hadoop.generation.Generation;
import io.neardup.hadoop.output.StageFolder;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** The keys that a collection was made with, and whoever reads it inherits. */
public final class CollectionSettings {

  private CollectionSettings() {}

  /** Returns keys and values; the list of stop shingles is the collection's own, a full path. */
  public static Map<String, String> of(Path collection, Generation generation) {
    Map<String, String> settings = new TreeMap<>(generation.settings());
    String stopShingles = generation.index().stopShingles();
    settings.put(
        Keys.STOP_LIST.name(),
        stopShingles == null
            ? ""
            : new Path(new Path(collection, stopShingles), StopShingleList.FILE).toString());
    return settings;
  }

  /**
   * Sets the keys of a generation. UsageException names every key that is set to another value, or
   * what else decides its results and has changed.
   */
  public static void inherit(Configuration conf, Path collection, Generation generation)
      throws IOException {
    Map<String, String> settings = of(collection, generation);
    String difference =
        StageFolder.difference(conf, collection, Stage.DEDUP, settings, generation.provenance());
    if (!difference.isEmpty()) {
      throw new UsageException(
          "%s was made by neardup %s, and what decides its results is different now:%s\n"
              + "use what it was made with, or make a new collection",
          collection, generation.neardup(), difference);
    }
    settings.forEach(conf::set);
  }

  /** Sets the keys of a collection that are not set yet, if a path names one. */
  public static void inheritUnset(Configuration conf, Path corpus) throws IOException {
    Optional<CollectionPath> named = CollectionPath.find(conf, corpus.toString());
    if (named.isPresent()) {
      of(named.get().path(), named.get().read(conf)).forEach(conf::setIfUnset);
    }
  }

  /**
   * Sets the keys of a collection as {@link #inherit(Configuration, Path, Generation)}, if a path
   * names one.
   */
  public static void inherit(Configuration conf, Path corpus) throws IOException {
    Optional<CollectionPath> named = CollectionPath.find(conf, corpus.toString());
    if (named.isPresent()) {
      inherit(conf, named.get().path(), named.get().read(conf));
    }
  }
}
