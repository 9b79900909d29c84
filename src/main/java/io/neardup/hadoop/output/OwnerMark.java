package io.neardup.hadoop.output;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.config.UsageException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
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
public record OwnerMark(String neardup, String verb, String output) {

  /** The name of the file. */
  static final String NAME = "_owner.json";

  /** Upper bound of the length of a mark in bytes; larger files of that name are not read. */
  private static final int MAX_BYTES = 1 << 16;

  private static final ObjectMapper JSON = new ObjectMapper();

  /** What is at a path that a run wants to write to. */
  public enum State {
    /** Nothing. */
    MISSING,
    /** A folder without anything in it. */
    EMPTY,
    /** A folder that carries our mark. */
    OURS,
    /** A folder with our mark of another path: it was copied or moved. */
    MOVED,
    /** Anything else. */
    FOREIGN
  }

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
      if (!fs.getFileStatus(folder).isDirectory()) {
        return Optional.empty();
      }
      try (InputStream in = fs.open(new Path(folder, NAME))) {
        return Optional.ofNullable(JSON.readValue(in.readNBytes(MAX_BYTES), OwnerMark.class))
            .filter(mark -> mark.verb != null && mark.output != null);
      }
    } catch (FileNotFoundException | JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /** Returns whether this is the mark of the folder at a full path, whatever its server. */
  boolean isOf(Path folder) {
    // By their strings: a path made from a URI keeps a slash at its end.
    return new Path(output).toUri().getPath().equals(new Path(folder.toString()).toUri().getPath());
  }

  /** Returns what is at a full path. */
  public static State state(FileSystem fs, Path path) throws IOException {
    FileStatus[] children;
    try {
      if (!fs.getFileStatus(path).isDirectory()) {
        return State.FOREIGN;
      }
      children = fs.listStatus(path, child -> !OwnedFolder.isOfOwner(child));
    } catch (FileNotFoundException e) {
      return State.MISSING;
    }
    Optional<OwnerMark> mark = read(fs, path);
    if (mark.isPresent()) {
      return mark.get().isOf(path) ? State.OURS : State.MOVED;
    }
    return children.length == 0 && !hasForeignMark(fs, path) ? State.EMPTY : State.FOREIGN;
  }

  /** Returns whether a file has the name of our mark but is not one; ours is empty at first. */
  private static boolean hasForeignMark(FileSystem fs, Path path) throws IOException {
    try {
      return fs.getFileStatus(new Path(path, NAME)).getLen() > 0 && read(fs, path).isEmpty();
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  /** Returns whether a folder carries the mark of a verb, and was neither copied nor moved. */
  public static boolean isOutputOf(FileSystem fs, Path path, String verb) throws IOException {
    return read(fs, path).filter(mark -> mark.verb().equals(verb) && mark.isOf(path)).isPresent();
  }

  /** Returns whether a folder carries the mark of a verb, even if it was copied or moved. */
  public static boolean isMadeBy(FileSystem fs, Path path, String verb) throws IOException {
    return read(fs, path).filter(mark -> mark.verb().equals(verb)).isPresent();
  }

  /**
   * Checks that everything in the output of a verb was made by neardup; UsageException naming what
   * was not.
   */
  public static void requireOnlyOurs(FileSystem fs, Path path, String verb) throws IOException {
    if (isOutputOf(fs, path, verb)) {
      OutputContents.requireOurs(fs, path, verb);
    }
  }

  /**
   * Refuses to replace a complete output of a verb, or one that holds a file of somebody else.
   * {@link OwnedFolder} checks whether the folder is neardup's; an unfinished output may always be
   * replaced. UsageException if the output may not be overwritten.
   */
  public static void requireReplaceable(
      Configuration conf, Path output, String verb, boolean overwrite) throws IOException {
    FileSystem fs = output.getFileSystem(conf);
    StageFolder existing = new StageFolder(conf, output);
    UsageException.require(
        overwrite || !existing.isFinished() || !isOutputOf(fs, existing.path(), verb),
        "%s exists; --overwrite replaces it, or name another output",
        existing.path());
    requireOnlyOurs(fs, existing.path(), verb);
  }

  /** Returns where a folder was made, by its mark; empty if it carries no mark of ours. */
  public static Optional<Path> madeAt(FileSystem fs, Path path) throws IOException {
    return read(fs, path).map(mark -> new Path(mark.output()));
  }

  /**
   * Refuses a path that this run may not write to; otherwise returns its state.
   *
   * @param verb the verb to run; it never writes into the output of another verb
   * @throws UsageException if the folder is not neardup's, was copied or moved, or is the output of
   *     another verb
   */
  public static State requireFree(FileSystem fs, Path path, String verb) throws IOException {
    return requireFree(fs, path, verb, false);
  }

  /**
   * Refuses a path as {@link #requireFree(FileSystem, Path, String)} does, but not, if files are
   * only added, because it was copied or moved.
   */
  public static State requireFree(FileSystem fs, Path path, String verb, boolean adding)
      throws IOException {
    State state = state(fs, path);
    if (adding && state == State.MOVED && isMadeBy(fs, path, verb)) {
      return state;
    }
    switch (state) {
      case FOREIGN ->
          throw new UsageException(
              "%s exists and was not made by neardup; it is left alone. Name another output", path);
      case MOVED ->
          throw new UsageException(
              "%s was copied or moved after neardup made it; it is left alone. Delete it yourself, or"
                  + " name another output",
              path);
      case OURS -> {
        String other = read(fs, path).map(OwnerMark::verb).orElse(verb);
        UsageException.require(
            other.equals(verb) || OwnedFolder.isEmpty(fs, path),
            "%s is %s, not %s; it is left alone. Name another output",
            path,
            other.equals(OwnedFolder.COLLECTION)
                ? "a collection"
                : "the output of neardup " + other,
            verb.equals(OwnedFolder.COLLECTION) ? "a collection" : "of " + verb);
      }
      case MISSING, EMPTY -> {}
    }
    return state;
  }
}
