package io.neardup.hadoop.format;

import java.io.EOFException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.CallableRaisingIOE;
import org.apache.hadoop.util.functional.FutureIO;

/**
 * The bytes of a source. Every exception of the storage becomes a {@link StorageException}, so that
 * all other exceptions of a reader are about the content.
 */
public final class SourceStream extends FSInputStream {

  private static final int BUFFER = 1 << 16;

  private final String file;
  private final FSDataInputStream in;

  private SourceStream(String file, FSDataInputStream in) {
    this.file = file;
    this.in = in;
  }

  private static <T> T storage(String file, CallableRaisingIOE<T> call) throws StorageException {
    try {
      return call.apply();
    } catch (IOException | RuntimeException e) {
      throw new StorageException(file, e);
    }
  }

  /** Opens a file at its first byte; StorageException if the storage fails. */
  public static FSDataInputStream open(Configuration conf, Path file) throws StorageException {
    FileSystem fs = storage(file.toString(), () -> file.getFileSystem(conf));
    return open(fs, storage(file.toString(), () -> fs.getFileStatus(file)), BUFFER);
  }

  /**
   * Opens a file, which a store is not asked about again, at its first byte, with a buffer that is
   * not longer than the bytes to be read; StorageException if the storage fails.
   */
  public static FSDataInputStream open(FileSystem fs, FileStatus status, long length)
      throws StorageException {
    String file = status.getPath().toString();
    return storage(
        file,
        () -> {
          FutureDataInputStreamBuilder opening =
              fs.openFile(status.getPath())
                  .withFileStatus(status)
                  .opt(OpenFileOptions.FS_OPTION_OPENFILE_BUFFER_SIZE, buffer(length))
                  .opt( // else a store may send a small piece at a time after a step back
                      OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY,
                      OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_SEQUENTIAL);
          return new FSDataInputStream(
              new SourceStream(file, FutureIO.awaitFuture(opening.build())));
        });
  }

  /**
   * Returns the length of the buffer of a file of which at most some bytes are read or written. To
   * allocate a long one takes longer than to read or write a small file.
   */
  static int buffer(long bytes) {
    return (int) Math.max(1, Math.min(bytes, BUFFER));
  }

  @Override
  public int read() throws StorageException {
    return storage(file, in::read);
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws StorageException {
    return storage(file, () -> in.read(bytes, offset, length));
  }

  /**
   * Moves to a byte; EOFException if it is beyond the end, since the content that points there is
   * damaged.
   */
  @Override
  public void seek(long position) throws IOException {
    try {
      in.seek(position);
    } catch (EOFException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new StorageException(file, e);
    }
  }

  @Override
  public long getPos() throws IOException {
    return in.getPos();
  }

  @Override
  public boolean seekToNewSource(long target) throws IOException {
    return in.seekToNewSource(target);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
