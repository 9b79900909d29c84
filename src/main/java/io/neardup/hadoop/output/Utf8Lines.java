package io.neardup.hadoop.output;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.ConsumerRaisingIOE;

/** Files of lines of UTF-8. */
public final class Utf8Lines {

  private Utf8Lines() {}

  /** Opens a file; FileNotFoundException if it does not exist. */
  public static BufferedReader read(Configuration conf, Path file) throws IOException {
    return new BufferedReader(
        new InputStreamReader(file.getFileSystem(conf).open(file), StandardCharsets.UTF_8));
  }

  /** Does something with each line of a file, without its end. */
  public static void forEach(Configuration conf, Path file, ConsumerRaisingIOE<String> action)
      throws IOException {
    try (BufferedReader in = read(conf, file)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        action.accept(line);
      }
    }
  }

  /** Does something with each line of the part files of a folder, in their order. */
  public static void forEachOfParts(
      Configuration conf, Path folder, ConsumerRaisingIOE<String> action) throws IOException {
    for (FileStatus part : PartFiles.of(conf, folder)) {
      forEach(conf, part.getPath(), action);
    }
  }

  /** Creates a file, which replaces one of the same path. */
  public static Writer write(Configuration conf, Path file) throws IOException {
    return new BufferedWriter(
        new OutputStreamWriter(
            file.getFileSystem(conf).create(file, true), StandardCharsets.UTF_8));
  }
}
