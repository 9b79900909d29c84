package io.neardup.hadoop.embedded;

import java.io.File;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.Syncable;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.fs.statistics.BufferedIOStatisticsOutputStream;
import org.apache.hadoop.util.Progressable;

/**
 * Hadoop's local file system, with modes and owners of files read and set through the Java library.
 * Without its native library, Hadoop starts a process ({@code chmod}, {@code ls}) for each such
 * access: two for every file created, and hundreds for a pipeline of small jobs.
 */
public final class NioLocalFileSystem extends LocalFileSystem {

  /** For {@code FileSystem}, which initializes it. */
  public NioLocalFileSystem() {
    super(new Raw());
  }

  /** Opens a file; a file without checksums is opened directly, as there may be very many. */
  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    File file = pathToFile(path);
    return new File(file.getParent(), "." + file.getName() + ".crc").exists()
        ? super.open(path, bufferSize)
        : getRawFileSystem().open(path, bufferSize);
  }

  /** The status of a file; names of owner and group are looked up only on request. */
  private static final class Status extends FileStatus {

    private static final long serialVersionUID = 1;

    private final transient PosixFileAttributes file; // null after deserialization

    Status(PosixFileAttributes file, long blockSize, Path path) {
      super(
          file.isDirectory() ? 0 : file.size(),
          file.isDirectory(),
          1,
          blockSize,
          file.lastModifiedTime().toMillis(),
          file.lastAccessTime().toMillis(),
          permission(file.permissions()),
          null,
          null,
          path);
      this.file = file;
    }

    @Override
    public String getOwner() {
      if (file != null && super.getOwner().isEmpty()) {
        setOwner(file.owner().getName());
      }
      return super.getOwner();
    }

    @Override
    public String getGroup() {
      if (file != null && super.getGroup().isEmpty()) {
        setGroup(file.group().getName());
      }
      return super.getGroup();
    }
  }

  /** Names the file if a write fails. Hadoop's stream throws an {@code Error} that does not. */
  private static final class Output extends FilterOutputStream
      implements Syncable, StreamCapabilities {

    private final Path file;

    Output(OutputStream out, Path file) {
      super(out);
      this.file = file;
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      try {
        out.write(bytes, offset, length);
      } catch (FSError e) {
        throw new IOException("cannot write " + file + ": " + e.getCause().getMessage(), e);
      }
    }

    @Override
    public void hflush() throws IOException {
      ((Syncable) out).hflush();
    }

    @Override
    public void hsync() throws IOException {
      ((Syncable) out).hsync();
    }

    @Override
    public boolean hasCapability(String capability) {
      return ((StreamCapabilities) out).hasCapability(capability);
    }
  }

  private static final class Raw extends RawLocalFileSystem {

    private long blockSize; // which Hadoop looks up for each file

    @Override
    public void initialize(URI uri, Configuration conf) throws IOException {
      super.initialize(uri, conf);
      blockSize = getDefaultBlockSize(new Path(uri));
    }

    @Override
    public void setPermission(Path path, FsPermission permission) throws IOException {
      if (permission.getStickyBit()) { // Java has no name for it
        super.setPermission(path, permission);
        return;
      }
      Set<PosixFilePermission> modes = PosixFilePermissions.fromString(permission.toString());
      try {
        Files.setPosixFilePermissions(pathToFile(path).toPath(), modes);
      } catch (UnsupportedOperationException e) { // a disk without such modes
        super.setPermission(path, permission);
      }
    }

    /**
     * Creates a file without checking first whether it exists: in a large folder, the check takes
     * as long as creating the file. If it fails, Hadoop's class makes the folder or reports the
     * error.
     */
    @Override
    public FSDataOutputStream create(
        Path path,
        FsPermission permission,
        boolean overwrite,
        int bufferSize,
        short replication,
        long blockSize,
        Progressable progress)
        throws IOException {
      try {
        Files.createFile(pathToFile(path).toPath());
      } catch (IOException e) {
        return super.create(
            path, permission, overwrite, bufferSize, replication, blockSize, progress);
      }
      OutputStream out = createOutputStreamWithMode(path, false, permission);
      return new FSDataOutputStream(
          new BufferedIOStatisticsOutputStream(out, bufferSize, true), statistics);
    }

    @Override
    protected OutputStream createOutputStreamWithMode(
        Path file, boolean append, FsPermission permission) throws IOException {
      return new Output(super.createOutputStreamWithMode(file, append, permission), file);
    }

    /** Makes a folder, unless it is there: Hadoop tries to make it for each file created in it. */
    @Override
    public boolean mkdirs(Path path) throws IOException {
      return pathToFile(path).isDirectory() || super.mkdirs(path);
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
      PosixFileAttributes file;
      try {
        file = Files.readAttributes(pathToFile(path).toPath(), PosixFileAttributes.class);
      } catch (IOException | UnsupportedOperationException e) { // Hadoop's class reports it
        return super.getFileStatus(path);
      }
      return new Status(file, blockSize, path.makeQualified(getUri(), getWorkingDirectory()));
    }
  }

  /** Returns the permission of a file, which may be on another file system. */
  public static FsPermission permission(FileStatus file) throws IOException {
    URI uri = file.getPath().toUri();
    if (file instanceof Status) { // Hadoop's start a process to find it
      return file.getPermission();
    }
    try {
      return "file".equals(uri.getScheme())
          ? permission(Files.getPosixFilePermissions(java.nio.file.Path.of(uri.getPath())))
          : file.getPermission();
    } catch (UnsupportedOperationException e) { // a disk without such permissions
      return file.getPermission();
    }
  }

  /** Returns Java's permissions of a file as Hadoop's. */
  static FsPermission permission(Set<PosixFilePermission> modes) {
    return FsPermission.valueOf("-" + PosixFilePermissions.toString(modes));
  }
}
