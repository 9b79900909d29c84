package io.neardup.hadoop.stage0ingest;

import io.neardup.hadoop.stage0ingest.InputFiles.InputFile;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;

/**
 * Finds the form of an input by name and by the first lines: {@code .jsonl}, {@code .ndjson} and
 * {@code .tsv} by name; else tsv if the first line of each of the first ten files that are not
 * empty has a tab after its first character; jsonl if each begins with a brace and there is one
 * file; else lines for a single file and files for several.
 */
final class FormatFinder {

  private static final int LOOK_FILES = 10;
  private static final int LOOK_BYTES = 1 << 16;

  private FormatFinder() {}

  /** Returns {@code tsv}, {@code lines}, {@code jsonl} or {@code files}. */
  static String find(Configuration conf, List<InputFile> files) throws IOException {
    if (files.stream().allMatch(file -> hasEnding(file, ".jsonl", ".ndjson"))) {
      return "jsonl";
    }
    if (files.stream().allMatch(file -> hasEnding(file, ".tsv"))) {
      return "tsv";
    }
    boolean tabs = true;
    boolean braces = true;
    int looked = 0;
    for (InputFile file : files) {
      if (looked == LOOK_FILES) {
        break;
      }
      if (file.length() == 0) {
        continue;
      }
      byte[] head = head(conf, file.path());
      if (head.length == 0) { // compressed
        continue;
      }
      looked++;
      tabs &= tabInFirstLine(head) > 0;
      braces &= head[0] == '{';
    }
    if (looked > 0 && tabs) {
      return "tsv";
    }
    if (looked > 0 && braces && files.size() == 1) {
      return "jsonl";
    }
    return files.size() == 1 ? "lines" : "files";
  }

  private static boolean hasEnding(InputFile file, String... endings) {
    String name = file.name().toLowerCase(Locale.ROOT).replaceFirst("\\.(gz|bz2)$", "");
    for (String ending : endings) {
      if (name.endsWith(ending)) {
        return true;
      }
    }
    return false;
  }

  private static byte[] head(Configuration conf, Path file) throws IOException {
    CompressionCodec codec = new CompressionCodecFactory(conf).getCodec(file);
    try (InputStream raw = file.getFileSystem(conf).open(file)) {
      return (codec == null ? raw : codec.createInputStream(raw)).readNBytes(LOOK_BYTES);
    } catch (IOException e) {
      throw new IOException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  private static int tabInFirstLine(byte[] head) {
    for (int i = 0; i < head.length && head[i] != '\n'; i++) {
      if (head[i] == '\t') {
        return i;
      }
    }
    return -1;
  }
}
