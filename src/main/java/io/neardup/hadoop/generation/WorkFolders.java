package io.neardup.hadoop.generation;

import io.neardup.hadoop.output.OwnedFolder;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The folders of a collection's writers, {@code work/UUID}. Whatever else is in {@code work} is
 * left alone.
 */
public final class WorkFolders {

  private final OwnedFolder collection; // null for a reader
  private final Generations generations;
  private final FileSystem fs;
  private final Path work;

  /**
   * A writer's folder that no generation names.
   *
   * @param folder its full path
   * @param bytes the length of all its files
   */
  public record Leftover(Path folder, long bytes) {}

  /** Takes the collection, whose lock this process holds. */
  public WorkFolders(Configuration conf, OwnedFolder collection) throws IOException {
    this(conf, collection.path(), collection);
  }

  private WorkFolders(Configuration conf, Path path, OwnedFolder collection) throws IOException {
    this.collection = collection;
    this.generations = Generations.of(conf, path);
    this.fs = path.getFileSystem(conf);
    this.work = new Path(generations.collection(), WorkPath.WORK);
  }

  /** Returns the leftovers of a collection; the folder of a running writer is one of them. */
  public static List<Leftover> leftovers(Configuration conf, Path collection) throws IOException {
    return new WorkFolders(conf, collection, null).leftovers();
  }

  /** Makes a new folder and returns its full path. */
  public Path newFolder() throws IOException {
    Path folder = new Path(work, UUID.randomUUID().toString());
    fs.mkdirs(folder);
    return folder;
  }

  /**
   * Returns the folders that no generation names, sorted by name. Reads all generations.
   * UsageException if a generation is missing or damaged.
   */
  public List<Leftover> leftovers() throws IOException {
    List<Path> folders = folders(); // first, so that what is published meanwhile is named
    Set<String> named = new HashSet<>();
    generations.forEach(generation -> named.addAll(generation.workFolders()));
    List<Leftover> leftovers = new ArrayList<>();
    for (Path folder : folders) {
      if (!named.contains(WorkPath.relative(generations.collection(), folder))) {
        leftovers.add(new Leftover(folder, fs.getContentSummary(folder).getLength()));
      }
    }
    return leftovers;
  }

  /**
   * Deletes the folders that no generation names, and returns them. They include this process's own
   * folder as long as its generation is not published. UsageException if a generation is missing or
   * damaged; then no folder is deleted.
   */
  public List<Leftover> deleteLeftovers() throws IOException {
    withdraw();
    List<Leftover> leftovers = leftovers();
    for (Leftover leftover : leftovers) {
      delete(leftover);
    }
    return leftovers;
  }

  /**
   * Makes sure that a writer that lost the lock while it was suspended cannot publish any more. The
   * {@link #leftovers} found after this stay leftovers.
   */
  public void withdraw() throws IOException {
    collection.requireHeld();
    for (Path folder : folders()) {
      fs.delete(new Path(folder, Publication.STAGED), false);
    }
  }

  /** Deletes a folder that no generation names, found after {@link #withdraw}. */
  public void delete(Leftover leftover) throws IOException {
    collection.requireHeld();
    fs.delete(leftover.folder(), true);
  }

  /**
   * Deletes the parts of folders that no generation names. Folders with the clusters or the divided
   * documents of a generation stay whole: they also hold what that generation has changed.
   *
   * @return the length of all files that were deleted
   * @throws io.neardup.config.UsageException if a generation is missing or damaged; then nothing is
   *     deleted
   */
  long deleteUnnamedParts() throws IOException {
    Set<String> parts = new HashSet<>();
    Set<String> whole = new HashSet<>();
    generations.forEach(
        generation -> {
          parts.addAll(generation.parts());
          whole.addAll(generation.resultFolders());
        });
    long bytes = 0;
    for (Path folder : folders()) {
      if (!whole.contains(WorkPath.relative(generations.collection(), folder))) {
        for (FileStatus part : fs.listStatus(folder)) {
          if (!parts.contains(WorkPath.relative(generations.collection(), part.getPath()))) {
            bytes += fs.getContentSummary(part.getPath()).getLength();
            collection.requireHeld();
            fs.delete(part.getPath(), true);
          }
        }
      }
    }
    return bytes;
  }

  /**
   * Deletes a folder of this process, unless a generation names it. Whether one does is not clear
   * after every failed {@linkplain Publication publication}. If the generations cannot be read, or
   * if another process has taken the collection, the folder is left to the next writer.
   */
  public void deleteIfUnnamed(Path folder) throws IOException {
    if (collection.isHeld()
        && leftovers().stream().anyMatch(leftover -> leftover.folder().equals(folder))) {
      fs.delete(folder, true);
      if (fs.listStatus(work).length == 0) {
        fs.delete(work, false);
      }
    }
  }

  private List<Path> folders() throws IOException {
    List<Path> folders = new ArrayList<>();
    try {
      for (FileStatus child : fs.listStatus(work)) {
        if (child.isDirectory() && WorkPath.isFolderName(child.getPath().getName())) {
          folders.add(child.getPath());
        }
      }
    } catch (FileNotFoundException e) {
      return List.of();
    }
    folders.sort(Comparator.comparing(Path::getName));
    return folders;
  }
}
