package io.neardup.hadoop.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.neardup.config.UsageException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * A JSON file in an output that holds one record, such as figures or metadata.
 *
 * @param <T> the record
 * @param name of the file
 * @param type of the record
 */
public record FiguresFile<T extends Record>(String name, Class<T> type) {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /**
   * Returns the figures in a folder; empty if there is no file; UsageException if the file is
   * damaged.
   */
  public Optional<T> read(Configuration conf, Path folder) throws IOException {
    Path file = new Path(folder, name);
    try (InputStream in = file.getFileSystem(conf).open(file)) {
      T figures = JSON.readValue(in, type);
      UsageException.require(figures != null, "%s is damaged: something is missing", file);
      return Optional.of(figures);
    } catch (FileNotFoundException e) {
      return Optional.empty();
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw new UsageException("%s is damaged in line %d, or of another version", file, line);
    }
  }

  /**
   * Makes sure that no file of others would be replaced: one that is there has the version of
   * neardup that wrote it.
   *
   * @throws UsageException if it has none
   */
  public void requireReplaceable(Configuration conf, Path folder) throws IOException {
    Path file = new Path(folder, name);
    boolean ours;
    try (InputStream in = file.getFileSystem(conf).open(file)) {
      ours = JSON.readTree(in).has("neardup");
    } catch (JsonProcessingException e) {
      ours = false;
    } catch (FileNotFoundException e) {
      return;
    }
    OutputContents.require(ours, file);
  }

  /** Writes the figures into a folder, in place of earlier ones; a file is never there in part. */
  public void write(OwnedFolder folder, T figures) throws IOException {
    folder.replace(name, bytes(figures));
  }

  /**
   * Writes the figures as {@link #write(OwnedFolder, Record)} does, into a folder below, by its
   * relative path, such as {@code work/UUID}.
   */
  public void write(OwnedFolder folder, String below, T figures) throws IOException {
    folder.replace(below + "/" + name, bytes(figures));
  }

  static byte[] bytes(Record figures) throws IOException {
    return (JSON.writeValueAsString(figures) + "\n").getBytes(UTF_8);
  }
}
