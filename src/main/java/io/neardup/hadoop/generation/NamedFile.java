package io.neardup.hadoop.generation;

import io.neardup.config.Quantity;
import io.neardup.config.UsageException;
import io.neardup.hadoop.output.FileList;
import io.neardup.hadoop.output.NewFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * A file that a generation names.
 *
 * @param file its path relative to the collection
 * @param length in bytes
 * @param checksum {@code algorithm:hex}: the one that the file system stores, as HDFS does,
 *     otherwise the CRC-32C of the content, {@code CRC32C:xxxxxxxx}
 */
public record NamedFile(String file, long length, String checksum) {

  private static final String CRC32C = "CRC32C:";
  private static final String LOCK_PREFIX = "_lock-";

  /** Checks the form of the fields. */
  public NamedFile {
    WorkPath.folderOf(file);
    if (length < 0 || checksum == null || !checksum.matches("[^:]+:[0-9a-f]*")) {
      throw new IllegalArgumentException("length or checksum of " + file + " is damaged");
    }
  }

  /**
   * Describes a file as it is now. Reads it if the file system stores no checksum.
   *
   * @param collection the full path of the collection
   * @param path of a file in it
   */
  public static NamedFile describe(FileSystem fs, Path collection, Path path) throws IOException {
    FileStatus status = fs.getFileStatus(path);
    String stored = FileList.checksum(fs, path);
    return new NamedFile(
        WorkPath.relative(collection, path),
        status.getLen(),
        stored.equals(FileList.NO_CHECKSUM) ? computed(fs, path) : stored);
  }

  /**
   * Describes all files below a folder, sorted by path, except locks and the file that becomes a
   * generation.
   */
  public static List<NamedFile> describeAll(FileSystem fs, Path collection, Path folder)
      throws IOException {
    List<NamedFile> files = new ArrayList<>();
    RemoteIterator<LocatedFileStatus> all = fs.listFiles(folder, true);
    while (all.hasNext()) {
      Path path = all.next().getPath();
      if (!path.getName().startsWith(LOCK_PREFIX) && !path.getName().equals(Publication.STAGED)) {
        files.add(describe(fs, collection, path));
      }
    }
    files.sort(Comparator.comparing(NamedFile::file));
    return files;
  }

  /**
   * Checks that the file is as it was described. The checksum is compared if it is our own or of
   * the algorithm that the file system stores; otherwise only the length is. UsageException if the
   * file is missing or has changed.
   */
  public void require(FileSystem fs, Path collection) throws IOException {
    Path path = new Path(collection, file);
    FileStatus status;
    try {
      status = fs.getFileStatus(path);
    } catch (FileNotFoundException e) {
      throw changed(collection, path + " is missing");
    }
    if (!status.isFile()) {
      throw changed(collection, path + " is not a file");
    }
    if (status.getLen() != length) {
      String bytes = Quantity.of(status.getLen(), "byte");
      throw changed(collection, path + " has " + bytes + ", not " + Quantity.number(length));
    }
    String now = checksum.startsWith(CRC32C) ? computed(fs, path) : FileList.checksum(fs, path);
    String algorithm = checksum.substring(0, checksum.indexOf(':') + 1);
    if (now.startsWith(algorithm) && !now.equals(checksum)) {
      throw changed(collection, path + " has another checksum");
    }
  }

  private static UsageException changed(Path collection, String how) {
    return new UsageException(
        "%s: something other than neardup has changed the collection. Put the file back, or use an"
            + " earlier generation: %s@N",
        how, collection);
  }

  private static String computed(FileSystem fs, Path path) throws IOException {
    CRC32C crc = new CRC32C();
    try (InputStream in = new CheckedInputStream(NewFile.unchecked(fs).open(path), crc)) {
      in.transferTo(OutputStream.nullOutputStream());
    }
    return CRC32C + HexFormat.of().toHexDigits((int) crc.getValue());
  }
}
