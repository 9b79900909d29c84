package io.neardup.hadoop.index;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;

/**
 * Reads the entries of a run in order: by band, then hash, unsigned, then column. It stands before
 * the first entry until {@link #next()} or {@link #seek} is called. Blocks that a seek passes over
 * are not read. A damaged block or footer is an {@link IOException} that names the file and the
 * offset; after an exception the cursor can only be closed.
 *
 * <p>Memory: 250 KB, and 23 bytes for each block of the open file; one file is open at a time. Not
 * safe for use by several threads.
 */
public final class RunCursor implements Closeable {

  private final Configuration conf;
  private final List<FileStatus> files = new ArrayList<>(); // those with entries
  private final byte[] bytes = new byte[RunFormat.BUFFER_BYTES];
  private final RunFormat.Block block = new RunFormat.Block();
  private int openFile = -1;
  private FSDataInputStream in;
  private RunFooter footer;
  private int openBlock; // −1 if none of the file has been read
  private int at = -1; // in the block
  private boolean atEnd;

  /**
   * @param files the part files in name order
   */
  public RunCursor(Configuration conf, List<FileStatus> files) throws IOException {
    this.conf = conf;
    for (FileStatus file : files) {
      if (file.getLen() > RunFormat.TRAILER_BYTES || RunFooter.read(conf, file).blocks() > 0) {
        this.files.add(file);
      }
    }
  }

  /** Moves to the next entry; returns false if there is none. */
  public boolean next() throws IOException {
    return ++at < block.size || nextBlock();
  }

  private boolean nextBlock() throws IOException {
    if (atEnd) {
      return false;
    }
    if (footer == null || openBlock + 1 == footer.blocks()) {
      if (openFile + 1 == files.size()) {
        return end();
      }
      open(openFile + 1);
    }
    load(openBlock + 1);
    return true;
  }

  private boolean end() {
    atEnd = true;
    block.size = 0;
    return false;
  }

  /**
   * Moves to the first entry at or after (band, hash), or stays where it is if that is there or
   * later. Returns false if there is no such entry: the cursor is then at the end.
   */
  public boolean seek(int band, long hash) throws IOException {
    if (atEnd) {
      return false;
    }
    if (at >= 0 && !isBefore(at, band, hash)) {
      return true;
    }
    if ((footer == null || endsBefore(band, hash)) && !openFileWith(band, hash)) {
      return end();
    }
    int target = footer.lastBefore(band, hash);
    if (target > openBlock) {
      load(target);
    }
    int low = at;
    int high = block.size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (isBefore(middle, band, hash)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    at = low;
    return at < block.size || nextBlock();
  }

  private boolean isBefore(int entry, int band, long hash) {
    return block.band != band
        ? block.band < band
        : Long.compareUnsigned(block.hashes[entry], hash) < 0;
  }

  private boolean endsBefore(int band, long hash) {
    return footer.isBefore(footer.blocks(), band, hash);
  }

  /** Opens the first of the later files that does not end before (band, hash), if any. */
  private boolean openFileWith(int band, long hash) throws IOException {
    int low = openFile + 1;
    int high = files.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      open(middle);
      if (endsBefore(band, hash)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low == files.size()) {
      return false;
    }
    open(low);
    return true;
  }

  private void open(int file) throws IOException {
    if (file == openFile) {
      return;
    }
    close();
    FileStatus status = files.get(file);
    in = status.getPath().getFileSystem(conf).open(status.getPath());
    footer = RunFooter.read(in, status);
    openFile = file;
    openBlock = -1;
    block.size = 0;
    at = -1;
  }

  private void load(int newBlock) throws IOException {
    long offset = footer.offset(newBlock);
    int length = (int) (footer.offset(newBlock + 1) - offset);
    try {
      in.seek(offset); // nothing to do if the block before has been read
      in.readFully(bytes, 0, length);
      RunFormat.decode(bytes, length, block);
    } catch (IOException e) {
      throw new IOException(
          files.get(openFile).getPath() + ", block at " + offset + ": " + e.getMessage(), e);
    }
    openBlock = newBlock;
    at = 0;
  }

  /** Returns whether the last entry has been passed. */
  public boolean isAtEnd() {
    return atEnd;
  }

  /** Returns the band of the current entry. */
  public int band() {
    return block.band;
  }

  /** Returns the hash of the current entry. */
  public long hash() {
    return block.hashes[at];
  }

  /** Returns the column of the current entry. */
  public long column() {
    return block.columns[at];
  }

  @Override
  public void close() throws IOException {
    if (in != null) {
      in.close();
      in = null;
    }
  }
}
