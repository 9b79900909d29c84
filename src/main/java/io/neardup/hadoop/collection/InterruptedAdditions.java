package io.neardup.hadoop.collection;

import io.neardup.config.UsageException;
import io.neardup.hadoop.generation.WorkFolders.Leftover;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The additions whose work folders no generation names: they were killed, or a condition was
 * crossed.
 */
final class InterruptedAdditions {

  private final Configuration conf;
  private final Path collection;
  private final List<Leftover> leftovers;

  /**
   * @param collection its full path
   * @param leftovers all work folders of the collection that no generation names
   */
  InterruptedAdditions(Configuration conf, Path collection, List<Leftover> leftovers) {
    this.conf = conf;
    this.collection = collection;
    this.leftovers = leftovers;
  }

  /**
   * Returns the work folder of the addition that began last.
   *
   * @param parent the newest generation, which it must have begun with
   * @param progress where it is said if there are others
   * @throws UsageException if there is none
   */
  Path newest(CollectionIndex parent, PrintStream progress) throws IOException {
    FileSystem fs = collection.getFileSystem(conf);
    AdditionRecord.Parent now = AdditionRecord.Parent.of(conf, parent);
    List<FileStatus> records = new ArrayList<>();
    for (Leftover leftover : leftovers) {
      Optional<AdditionRecord> record = AdditionRecord.read(conf, leftover.folder());
      if (record.isPresent() && Objects.equals(record.get().parent(), now)) {
        records.add(fs.getFileStatus(new Path(leftover.folder(), AdditionRecord.NAME)));
      }
    }
    Path newest =
        records.stream()
            .max(
                Comparator.comparingLong(FileStatus::getModificationTime)
                    .thenComparing(FileStatus::getPath))
            .orElseThrow(() -> nothing(collection + " has no interrupted add"))
            .getPath()
            .getParent();
    if (records.size() > 1) {
      progress.println(
          "of " + records.size() + " interrupted adds, the newest is continued: " + newest);
    }
    return newest;
  }

  /** Returns an error that says why there is nothing to resume. */
  static UsageException nothing(String why) {
    return new UsageException(why + ": nothing to resume");
  }

  /** Prints a line for each addition that crossed a condition, and is deleted now. */
  void tellCrossed(PrintStream progress) throws IOException {
    for (Leftover leftover : leftovers) {
      Optional<AdditionFigures> figures = figures(leftover.folder());
      if (figures.isPresent() && !figures.get().crossed().isEmpty()) {
        progress.println(
            "deleting "
                + leftover.folder()
                + ": batch "
                + figures.get().batch()
                + ", which was not published as it crossed a condition of --fail-if");
      }
    }
  }

  private Optional<AdditionFigures> figures(Path work) throws IOException {
    try {
      return AdditionFigures.FILE.read(conf, work);
    } catch (UsageException e) { // a damaged file; the folder is deleted all the same
      return Optional.empty();
    }
  }
}
