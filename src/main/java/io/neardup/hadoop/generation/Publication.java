package io.neardup.hadoop.generation;

import io.neardup.config.UsageException;
import io.neardup.hadoop.output.NewFile;
import io.neardup.hadoop.output.OwnedFolder;
import io.neardup.hadoop.output.StageMetadata;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Publishes generations, each as a {@link NewFile}: of several writers that publish the same
 * number, one wins and the others are refused. File systems that cannot do this are refused, too.
 * On a disk without hard links, a crash may leave a truncated generation; readers refuse it and
 * name it.
 */
public final class Publication {

  /**
   * The file in a writer's folder that becomes the generation. It cannot be published any more once
   * it is deleted, which {@link WorkFolders} relies on.
   */
  static final String STAGED = "_generation.json";

  private Publication() {}

  /**
   * Checks that generations can be published on a file system.
   *
   * @param path of a collection, which need not exist
   * @throws UsageException if the file system has neither exclusive create nor exclusive rename
   */
  public static void requireExclusive(FileSystem fs, Path path) throws IOException {
    Path existing = fs.makeQualified(path);
    while (existing.getParent() != null && !fs.exists(existing)) {
      existing = existing.getParent();
    }
    Path resolved = fs.resolvePath(existing); // a view of other file systems is one of them
    UsageException.require(
        NewFile.isExclusive(resolved.getFileSystem(fs.getConf()), resolved),
        "%s is on the file system %s. A collection needs a file system with exclusive create or"
            + " rename, such as HDFS, a local disk, or S3 from Hadoop 3.4.2 on",
        resolved,
        resolved.toUri().getScheme());
  }

  /**
   * Publishes a generation.
   *
   * @param folder the collection, which this process has taken
   * @param workFolder the writer's folder in it
   * @return the hash of the generation's file: the parent of the next generation
   * @throws UsageException if another writer has published this number, or the file system is
   *     refused
   * @throws IllegalArgumentException if the generation's parent is not the one before it
   * @throws IOException if it cannot be written, or if another process has taken the collection
   */
  public static String publish(
      Configuration conf, OwnedFolder folder, Path workFolder, Generation generation)
      throws IOException {
    Generations generations = Generations.of(conf, folder.path());
    int number = generation.number();
    if (number > 1 && !generations.hash(number - 1).equals(generation.parent())) {
      throw new IllegalArgumentException("generation " + number + " has another parent");
    }
    FileSystem fs = folder.path().getFileSystem(conf);
    requireExclusive(fs, folder.path());
    Path published = generations.file(number);
    fs.mkdirs(published.getParent());
    Path to = new Path(fs.resolvePath(published.getParent()), published.getName());
    Path staged = new Path(fs.resolvePath(workFolder), STAGED);
    byte[] json = generation.toJson();
    NewFile.write(NewFile.unchecked(staged.getFileSystem(conf)), staged, true, json);
    folder.requireHeld();
    try {
      NewFile.move(conf, staged, to, json);
    } catch (FileAlreadyExistsException e) {
      throw lost(generations, number);
    }
    String hash = StageMetadata.hash(json);
    // A writer that was suspended for long may find its number free, as that generation expired.
    if (generations.isOvertaken(number, hash)) {
      generations.delete(number);
      throw lost(generations, number);
    }
    return hash;
  }

  private static UsageException lost(Generations generations, int number) {
    return new UsageException(
        "another run published generation %d of %s first; nothing was published. Run the command"
            + " again",
        number, generations.collection());
  }
}
