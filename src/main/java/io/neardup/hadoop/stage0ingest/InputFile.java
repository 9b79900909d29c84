package io.neardup.hadoop.stage0ingest;

import org.apache.hadoop.fs.Path;

/**
 * A file of the input.
 *
 * @param path where it is
 * @param name its name among the sources of the corpus: a safe relative path
 * @param length its length in bytes
 * @param modified its modification time in ms since 1970
 */
record InputFile(Path path, String name, long length, long modified) {

  /** Returns the same file under another name. */
  InputFile named(String newName) {
    return new InputFile(path, newName, length, modified);
  }
}
