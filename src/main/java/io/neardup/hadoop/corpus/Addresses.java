package io.neardup.hadoop.corpus;

import io.neardup.hadoop.format.CorpusRange;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.WritableUtils;

/**
 * The addresses of documents: the bytes of their files at which they begin (of packed files, the
 * block and the place in it), so that one document can be read without those before it. A batch has
 * one file of them, in the order of the columns. It holds for each document the distance from the
 * one before, for the first of a range from the beginning of the file, as a variable-length number
 * of {@link WritableUtils}: about 3 bytes. The manifest says where the distances of a range are.
 *
 * <p>Not all ranges have addresses: those of compressed files, of containers (Avro, Parquet,
 * SequenceFiles), of formats whose records do not say where they begin, and those of very many
 * short documents can only be read from their beginning. What was packed has addresses, whatever it
 * was before.
 */
public final class Addresses {

  /** The name of the file in the folder of a batch; there is none if no range has addresses. */
  public static final String FILE = "addresses";

  /** The most bytes that the addresses of a range may have. */
  private static final int MAX_BYTES = 1 << 20;

  private Addresses() {}

  /** Collects the addresses of one range. Memory: {@value MAX_BYTES} bytes. */
  public static final class Builder {

    private final DataOutputBuffer distances = new DataOutputBuffer();
    private long last;
    private boolean tooMany;

    /** Begins a range. */
    public void start() {
      distances.reset();
      last = 0;
      tooMany = false;
    }

    /** Adds the address of the next document. */
    public void add(long address) throws IOException {
      if (!tooMany) {
        WritableUtils.writeVLong(distances, address - last);
        last = address;
        tooMany = distances.getLength() > MAX_BYTES;
      }
    }

    /** Returns the number of bytes of the addresses; 0 if the range has too many. */
    public int length() {
      return tooMany ? 0 : distances.getLength();
    }

    /** Returns an array that begins with the addresses. */
    public byte[] bytes() {
      return distances.getData();
    }
  }

  /** Finds addresses of documents of one batch. Memory: {@value MAX_BYTES} bytes. */
  static final class Cursor implements Closeable {

    private final Configuration conf;
    private final Path file;
    private final DataInputBuffer distances = new DataInputBuffer();
    private byte[] bytes = new byte[0];
    private FSDataInputStream in; // null before the first range
    private long next; // position in the range of the document whose distance comes next
    private long address;

    /** Takes the folder of a batch. */
    Cursor(Configuration conf, Path batch) {
      this.conf = conf;
      this.file = new Path(batch, FILE);
    }

    /** Goes to a range that has addresses. */
    void open(CorpusRange range) throws IOException {
      if (in == null) {
        in = file.getFileSystem(conf).open(file);
      }
      int length = Math.toIntExact(range.addressBytes());
      if (bytes.length < length) {
        bytes = new byte[length];
      }
      in.readFully(range.addresses(), bytes, 0, length);
      distances.reset(bytes, length);
      next = 0;
      address = 0;
    }

    /**
     * Returns the address of a document of the range.
     *
     * @param position in the range, from 0, larger than in the call before
     */
    long of(long position) throws IOException {
      for (; next <= position; next++) {
        address += WritableUtils.readVLong(distances);
      }
      return address;
    }

    @Override
    public void close() throws IOException {
      if (in != null) {
        in.close();
      }
    }
  }
}
