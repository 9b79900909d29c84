package io.neardup.hadoop.output;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;

/**
 * Small files that appear complete. Publishes one under an unused name. Of several writers, one
 * wins. The file appears complete, so a crash leaves the whole file or none:
 *
 * <ul>
 *   <li>on HDFS by a rename that does not overwrite,
 *   <li>on local disks by a hard link. On disks without hard links, it is copied; a crash may leave
 *       the copy truncated,
 *   <li>on object stores by a conditional write, if they {@linkplain #isExclusive have it},
 *   <li>elsewhere by a create that does not overwrite. Object stores show the file when it is
 *       closed; without conditional writes they do not exclude concurrent writers.
 * </ul>
 */
public final class NewFile {

  /** What S3A has since Hadoop 3.4.2: a write that fails if the file exists. */
  private static final String IF_NONE = "fs.option.create.conditional.overwrite";

  private NewFile() {}

  /** Returns whether of several writers of a new file in an existing folder one wins. */
  public static boolean isExclusive(FileSystem fs, Path folder) throws IOException {
    return isRenamed(folder) || fs.hasPathCapability(folder, IF_NONE);
  }

  /** Returns whether a store refuses a conditional write of a file that exists, as it must. */
  static boolean refusesExisting(FileSystem fs, Path existing) throws IOException {
    Path file = fs.resolvePath(existing);
    if (isRenamed(file)) {
      return true; // it has no such writes
    }
    return refuses(file.getFileSystem(fs.getConf()), file, IF_NONE, "true");
  }

  /** Returns whether a store refuses to write what a file has, on a condition that is not true. */
  static boolean refuses(FileSystem fs, Path file, String condition, String value)
      throws IOException {
    byte[] same = bytes(fs, file);
    try {
      write(fs, file, condition, value, same);
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  /** Returns the bytes of a small file. */
  public static byte[] bytes(FileSystem fs, Path file) throws IOException {
    try (InputStream in = fs.open(file)) {
      return in.readAllBytes();
    }
  }

  /** Returns whether a new file, whose path is resolved, gets its name when it is complete. */
  private static boolean isRenamed(Path file) {
    return List.of("file", "hdfs").contains(file.toUri().getScheme());
  }

  /** Returns the file system, without Hadoop's {@code .crc} files. */
  public static FileSystem unchecked(FileSystem fs) {
    return fs instanceof ChecksumFileSystem checked ? checked.getRawFileSystem() : fs;
  }

  /**
   * Publishes a file.
   *
   * @param staged a temporary name in the same file system; local disks and HDFS need it
   * @throws FileAlreadyExistsException if the name is in use
   */
  public static void publish(Configuration conf, Path staged, Path name, byte[] bytes)
      throws IOException {
    FileSystem fs = name.getFileSystem(conf);
    Path to = new Path(fs.resolvePath(name.getParent()), name.getName());
    if (isRenamed(to)) {
      Path from = new Path(fs.resolvePath(staged.getParent()), staged.getName());
      write(unchecked(from.getFileSystem(conf)), from, true, bytes);
      move(conf, from, to, bytes);
    } else {
      create(to.getFileSystem(conf), to, bytes);
    }
  }

  /** Creates a file that does not exist. */
  private static void create(FileSystem fs, Path name, byte[] bytes) throws IOException {
    if (!fs.hasPathCapability(name, IF_NONE)) {
      try {
        write(fs, name, false, bytes);
      } catch (org.apache.hadoop.fs.FileAlreadyExistsException e) {
        throw exists(name, e);
      }
      return;
    }
    try {
      write(fs, name, IF_NONE, "true", bytes);
    } catch (IOException e) {
      if (!fs.exists(name)) {
        throw e;
      }
      if (!Arrays.equals(bytes(fs, name), bytes)) {
        throw exists(name, e);
      } // else a request was repeated that had succeeded
    }
  }

  /**
   * Writes a small file on a condition that the file system must know.
   *
   * @throws IOException if the condition does not hold, too
   */
  static void write(FileSystem fs, Path file, String condition, String value, byte[] bytes)
      throws IOException {
    try (FSDataOutputStream out =
        (FSDataOutputStream)
            fs.createFile(file).create().overwrite(true).must(condition, value).build()) {
      out.write(bytes);
    }
  }

  /**
   * Writes a file in place of an earlier one, so that it is never missing or there in part. On
   * local disks and HDFS it is renamed over the earlier one. On other file systems it is created in
   * its place: object stores show a new file when it is closed, and have no such rename.
   *
   * @param staged a temporary name in the same file system
   */
  static void replace(
      FileSystem fs, Path staged, Path file, byte[] bytes, CopyPermission permission)
      throws IOException {
    if (fs.resolvePath(file.getParent()).toUri().getScheme().equals("hdfs")) {
      write(fs, staged, true, bytes, permission);
      FileContext.getFileContext(file.toUri(), fs.getConf())
          .rename(staged, file, Options.Rename.OVERWRITE);
    } else if (fs instanceof ChecksumFileSystem local) {
      // Without a checksum: it would be renamed later than the file, and not fit it until then.
      FileSystem raw = local.getRawFileSystem();
      write(raw, staged, true, bytes, permission);
      raw.delete(local.getChecksumFile(file), false);
      if (!raw.rename(staged, file)) {
        throw new IOException("cannot rename " + staged + " to " + file);
      }
    } else {
      write(fs, file, true, bytes, permission);
    }
  }

  /** Gives a file, with these bytes, another name, which is not in use; see {@link #publish}. */
  public static void move(Configuration conf, Path from, Path to, byte[] bytes) throws IOException {
    if (!isRenamed(to)) {
      FileSystem fs = to.getFileSystem(conf);
      fs.getFileStatus(from); // it is gone if it must not be published any more
      create(fs, to, bytes);
      fs.delete(from, false);
    } else if (to.toUri().getScheme().equals("file")) {
      link(local(from), local(to));
      Files.deleteIfExists(local(from));
    } else {
      rename(conf, from, to);
    }
  }

  /** Writes a file and, where the file system can, forces it to disk. */
  public static void write(FileSystem fs, Path file, boolean overwrite, byte[] bytes)
      throws IOException {
    write(fs, file, overwrite, bytes, new CopyPermission());
  }

  private static void write(
      FileSystem fs, Path file, boolean overwrite, byte[] bytes, CopyPermission permission)
      throws IOException {
    try (FSDataOutputStream out = fs.create(file, overwrite)) {
      permission.restrict(fs, file);
      out.write(bytes);
      if (out.hasCapability("hsync")) {
        out.hsync();
      }
    }
  }

  private static java.nio.file.Path local(Path path) {
    return new File(path.toUri().getPath()).toPath();
  }

  private static IOException exists(Path name, IOException cause) {
    return (IOException) new FileAlreadyExistsException(name.toString()).initCause(cause);
  }

  /** Adds a name to a file; copies it if the disk has no hard links. */
  static void link(java.nio.file.Path file, java.nio.file.Path name) throws IOException {
    try {
      Files.createLink(name, file);
    } catch (FileAlreadyExistsException e) {
      if (!Files.isSameFile(name, file)) { // NFS may repeat a request that succeeded
        throw e;
      }
    } catch (NoSuchFileException e) {
      throw e;
    } catch (UnsupportedOperationException | FileSystemException e) {
      copy(file, name);
    }
  }

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

  /** Renames a file; atomic on HDFS. */
  static void rename(Configuration conf, Path file, Path name) throws IOException {
    try {
      FileContext.getFileContext(name.toUri(), conf).rename(file, name);
    } catch (org.apache.hadoop.fs.FileAlreadyExistsException e) {
      throw exists(name, e);
    }
  }
}
