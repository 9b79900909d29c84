package io.neardup.cli;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.util.Progressable;

/**
 * A file system of another scheme, {@code other:}, over the local disk: what begins with the local
 * scheme or takes the default one does not get here. Names with {@code unreadable} in them cannot
 * be read, those with {@code unwritable} not be written.
 */
public class OtherFileSystem extends RawLocalFileSystem {

  private URI uri;

  @Override
  public void initialize(URI name, Configuration conf) throws IOException {
    super.initialize(name, conf);
    uri = URI.create(getScheme() + "://" + name.getAuthority());
    setWorkingDirectory(new Path(uri.toString(), conf.get("other.home", "/")));
  }

  @Override
  public String getScheme() {
    return "other";
  }

  @Override
  public URI getUri() {
    return uri == null
        ? URI.create(getScheme() + ":///")
        : uri; // asked for in the constructor of the parent
  }

  @Override
  public java.io.File pathToFile(Path path) {
    return new java.io.File(makeQualified(path).toUri().getPath());
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    java.io.File file = pathToFile(path);
    if (!file.exists()) {
      throw new FileNotFoundException("File " + path + " does not exist");
    }
    return new FileStatus(
        file.isDirectory() ? 0 : file.length(),
        file.isDirectory(),
        1,
        32 << 20,
        file.lastModified(),
        makeQualified(path));
  }

  @Override
  public void setPermission(Path path, FsPermission permission) {
    // Not what is tested.
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    deny(path, "unreadable");
    return super.open(path, bufferSize);
  }

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
    deny(path, "unwritable");
    return super.create(path, permission, overwrite, bufferSize, replication, blockSize, progress);
  }

  @Override
  public boolean mkdirs(Path path) throws IOException {
    deny(path, "unwritable");
    return super.mkdirs(path);
  }

  @Override
  public boolean mkdirs(Path path, FsPermission permission) throws IOException {
    return mkdirs(path);
  }

  private static void deny(Path path, String what) throws AccessControlException {
    if (path.toString().contains(what)) {
      throw new AccessControlException("Permission denied: " + path);
    }
  }
}
