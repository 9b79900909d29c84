package io.neardup.hadoop.collection;

import io.neardup.hadoop.generation.Generation;
import io.neardup.hadoop.generation.NamedFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Which files a generation names: those of its batches, except the documents, which are compared
 * with the manifest when they are read, and those of its index, except the collection in {@code
 * 6-dedup}, which users may change.
 */
final class NamedFiles {

  private NamedFiles() {}

  /**
   * Describes the files of a new generation. Those that the generation before it has too are not
   * described again.
   *
   * @param parent the generation before it
   * @param tombstones null if there are none
   * @param work where everything lies that is new
   */
  static List<NamedFile> of(
      FileSystem fs,
      Path collection,
      CollectionIndex parent,
      Generation.Index index,
      List<Generation.Batch> batches,
      Generation.Tombstones tombstones,
      Path work)
      throws IOException {
    Set<String> folders = new HashSet<>();
    Stream.of(index.signatures(), index.twins(), index.bands(), index.pairs())
        .forEach(folders::addAll);
    folders.add(index.clusters());
    if (index.stopShingles() != null) {
      folders.add(index.stopShingles());
    }
    batches.forEach(batch -> folders.add(batch.folder()));
    List<NamedFile> files = new ArrayList<>();
    if (!parent.isEmpty()) {
      parent.generation().files().stream()
          .filter(file -> isIn(folders, file.file()))
          .forEach(files::add);
    }
    for (String folder : folders) {
      Path path = new Path(collection, folder);
      if (path.toString().startsWith(work + "/")) {
        for (NamedFile file : NamedFile.describeAll(fs, collection, path)) {
          if (!file.file().startsWith(folder + "/documents/")
              && !file.file().startsWith(folder + "/" + "files/")) {
            files.add(file);
          }
        }
      }
    }
    if (tombstones != null && files.stream().noneMatch(f -> f.file().equals(tombstones.file()))) {
      files.add(NamedFile.describe(fs, collection, new Path(collection, tombstones.file())));
    }
    return files;
  }

  private static boolean isIn(Set<String> folders, String file) {
    for (String parent = file; parent.indexOf('/') >= 0; ) {
      parent = parent.substring(0, parent.lastIndexOf('/'));
      if (folders.contains(parent)) {
        return true;
      }
    }
    return false;
  }
}
