package io.neardup.hadoop.stage4verify;

import io.neardup.similarity.IndexedSet;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.function.LongPredicate;

/**
 * The documents of a block in a file on the local disk, by column.
 *
 * <p>Memory: the shingles of one document while the file is read. Not safe for use by several
 * threads.
 */
final class DocumentSpill implements Closeable {

  private static final int BUFFER = 1 << 16;

  /** Takes a document, which the next call overwrites. */
  interface Sink {
    /** Takes an indexed document. */
    void take(ShingledDocument document) throws IOException, InterruptedException;
  }

  private final File file;
  private final DataOutputStream out;
  private int documents;

  DocumentSpill(File file) throws IOException {
    this.file = file;
    out =
        new DataOutputStream(
            new BufferedOutputStream(Files.newOutputStream(file.toPath()), BUFFER));
  }

  /** Appends a document; columns must ascend. */
  void write(ShingledDocument document) throws IOException {
    out.writeLong(document.column());
    out.writeInt(document.id().length);
    out.write(document.id());
    int size = document.size();
    out.writeInt(size);
    for (int s = 0; s < size; s++) {
      out.writeLong(document.shingles()[s]);
    }
    documents++;
  }

  /** Reads documents by column and sends each whose column is wanted when it is reached. */
  void read(LongPredicate wanted, Sink sink) throws IOException, InterruptedException {
    out.flush();
    long[] shingles = new long[0];
    IndexedSet set = new IndexedSet();
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file.toPath()), BUFFER))) {
      for (int d = 0; d < documents; d++) {
        long column = in.readLong();
        byte[] id = in.readNBytes(in.readInt());
        int size = in.readInt();
        shingles = shingles.length >= size ? shingles : new long[size];
        for (int s = 0; s < size; s++) {
          shingles[s] = in.readLong();
        }
        if (wanted.test(column)) {
          set.take(shingles, size);
          sink.take(ShingledDocument.indexed(column, id, set));
        }
      }
    }
  }

  /** Deletes the file. */
  @Override
  public void close() throws IOException {
    out.close();
    Files.deleteIfExists(file.toPath());
  }
}
