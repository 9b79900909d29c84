package io.neardup.hadoop.generation;

import io.neardup.config.UsageException;
import io.neardup.hadoop.job.OwnedFolder;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardOpenOption;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Publishes generations. Of several writers that publish the same number, one wins and the others
 * are refused. The file appears at once and whole, so that a crash leaves all of it or nothing:
 *
 * <ul>
 *   <li>on HDFS by a rename that does not overwrite,
 *   <li>on local disks by a hard link. Disks without hard links get a new file instead, which a
 *       crash may leave truncated; readers refuse it by name.
 * </ul>
 *
 * <p>Other file systems are refused.
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
    requireExclusive(fs.resolvePath(existing)); // a view of other file systems is one of them
  }

  private static void requireExclusive(Path resolved) {
    String scheme = resolved.toUri().getScheme();
    if (!scheme.equals("file") && !scheme.equals("hdfs")) {
      throw new UsageException(
          resolved
              + " is on the file system "
              + scheme
              + ". A collection needs a file system with exclusive create or rename, such as HDFS"
              + " or a local disk");
    }
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
    stage(Unchecked.of(staged.getFileSystem(conf)), staged, json);
    folder.requireHeld();
    try {
      if (to.toUri().getScheme().equals("file")) {
        link(local(staged), local(to));
      } else {
        rename(conf, staged, to);
      }
    } catch (FileAlreadyExistsException e) {
      throw lost(generations, number);
    }
    String hash = Generations.hash(json);
    // A writer that was suspended for long may find its number free, as that generation expired.
    if (generations.isOvertaken(number, hash)) {
      generations.delete(number);
      throw lost(generations, number);
    }
    fs.delete(new Path(workFolder, STAGED), false); // after a link
    return hash;
  }

  private static UsageException lost(Generations generations, int number) {
    return new UsageException(
        "another run published generation "
            + number
            + " of "
            + generations.collection()
            + " first; nothing was published. Run the command again");
  }

  private static java.nio.file.Path local(Path path) {
    return new File(path.toUri().getPath()).toPath();
  }

  private static void stage(FileSystem fs, Path file, byte[] json) throws IOException {
    try (FSDataOutputStream out = fs.create(file, true)) {
      out.write(json);
      out.hsync();
    }
  }

  /**
   * Makes a second name of a file, or a copy where the disk has no hard links.
   *
   * @throws FileAlreadyExistsException if there is a file of that name
   */
  static void link(java.nio.file.Path file, java.nio.file.Path name) throws IOException {
    try {
      Files.createLink(name, file);
    } catch (FileAlreadyExistsException e) {
      if (!Files.isSameFile(name, file)) { // else NFS repeated a request that had succeeded
        throw e;
      }
    } catch (NoSuchFileException e) {
      throw e;
    } catch (UnsupportedOperationException | FileSystemException e) {
      copy(file, name);
    }
  }

  /**
   * Copies a file to a name that must be free.
   *
   * @throws FileAlreadyExistsException if there is a file of that name
   */
  static void copy(java.nio.file.Path file, java.nio.file.Path name) throws IOException {
    ByteBuffer content = ByteBuffer.wrap(Files.readAllBytes(file));
    try (FileChannel out =
        FileChannel.open(name, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
      try {
        while (content.hasRemaining()) {
          out.write(content);
        }
        out.force(true);
      } catch (IOException e) {
        Files.delete(name);
        throw e;
      }
    }
  }

  /**
   * Renames a file to a name that must be free; atomic on HDFS.
   *
   * @throws FileAlreadyExistsException if there is a file of that name
   */
  static void rename(Configuration conf, Path file, Path name) throws IOException {
    try {
      FileContext.getFileContext(name.toUri(), conf).rename(file, name);
    } catch (org.apache.hadoop.fs.FileAlreadyExistsException e) {
      throw (IOException) new FileAlreadyExistsException(name.toString()).initCause(e);
    }
  }
}
