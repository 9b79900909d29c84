package io.neardup.hadoop.format.packed;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.neardup.hadoop.job.Utf8Lines;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Base64;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * A file whose records have been packed. The sources of a packed file are listed beside it in their
 * order, one JSON object per line.
 *
 * @param file the file's full URI when it was packed
 * @param name its path below the input
 * @param head the bytes before its first record, in Base64
 */
@JsonPropertyOrder({"file", "name", "head"})
public record PackedSource(String file, String name, String head) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final ObjectReader READER = JSON.readerFor(PackedSource.class);
  private static final ObjectWriter WRITER = JSON.writerFor(PackedSource.class);

  static PackedSource of(String file, String name, byte[] head) {
    return new PackedSource(file, name, Base64.getEncoder().encodeToString(head));
  }

  /** Returns what stood before the first record. */
  byte[] headBytes() {
    return Base64.getDecoder().decode(head);
  }

  /** Returns the list beside a packed file. */
  static Path list(Path packed) {
    return new Path(packed.getParent(), packed.getName() + "-sources.jsonl");
  }

  void append(OutputStream out) throws IOException {
    out.write(WRITER.writeValueAsBytes(this));
    out.write('\n');
  }

  /** Reads a list forwards. */
  public static final class Cursor implements Closeable {
    private final Path list;
    private final BufferedReader in;
    private long next;
    private PackedSource source;

    public Cursor(Configuration conf, Path packed) throws IOException {
      list = PackedSource.list(packed);
      in = Utf8Lines.read(conf, list);
    }

    /** Returns the source at a position; positions must not decrease from call to call. */
    public PackedSource at(long position) throws IOException {
      for (; next <= position; next++) {
        String line = in.readLine();
        if (line == null) {
          throw new IOException(list + " has no source " + position);
        }
        if (next == position) {
          source = READER.readValue(line);
        }
      }
      return source;
    }

    /** Returns the source after the last one read, null at the end. */
    public PackedSource next() throws IOException {
      String line = in.readLine();
      next++;
      return line == null ? null : READER.readValue(line);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
