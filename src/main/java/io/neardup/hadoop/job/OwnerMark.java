package io.neardup.hadoop.job;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The mark of a folder that neardup made, {@code _owner.json}. It is written before anything else,
 * and only a folder that carries it is ever deleted or replaced.
 *
 * @param neardup the version that made the folder
 * @param verb the verb that made it
 * @param output its full path; a copy of the folder elsewhere therefore does not count as ours
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record OwnerMark(String neardup, String verb, String output) {

  /** The name of the file. */
  static final String NAME = "_owner.json";

  /** Upper bound of the length of a mark in bytes; larger files of that name are not read. */
  private static final int MAX_BYTES = 1 << 16;

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Writes the mark of a folder, which must exist. */
  static void write(FileSystem fs, Path folder, String verb) throws IOException {
    try (OutputStream out = fs.create(new Path(folder, NAME), true)) {
      out.write(
          JSON.writeValueAsBytes(new OwnerMark(StageMetadata.version(), verb, folder.toString())));
    }
  }

  /** Returns the mark of a folder; empty if there is none, or none that we wrote. */
  static Optional<OwnerMark> read(FileSystem fs, Path folder) throws IOException {
    try {
      // HDFS reports a path below a file as an error of permissions, not as a missing file.
      return fs.getFileStatus(folder).isDirectory()
          ? readFrom(fs, new Path(folder, NAME))
          : Optional.empty();
    } catch (FileNotFoundException | JsonProcessingException e) {
      return Optional.empty();
    }
  }

  private static Optional<OwnerMark> readFrom(FileSystem fs, Path file) throws IOException {
    try (InputStream in = fs.open(file)) {
      OwnerMark mark = JSON.readValue(in.readNBytes(MAX_BYTES), OwnerMark.class);
      return mark == null || mark.verb == null || mark.output == null
          ? Optional.empty()
          : Optional.of(mark);
    }
  }

  /** Returns whether this is the mark of the folder at a full path, whatever its server. */
  boolean isOf(Path folder) {
    // By their strings: a path made from a URI keeps a slash at its end.
    return new Path(output).toUri().getPath().equals(new Path(folder.toString()).toUri().getPath());
  }
}
