package io.neardup.hadoop.stage0ingest;

import org.apache.hadoop.fs.Path;

/**
 * A file of the input.
 *
 * @param uri where it is: a string, as very many are held or read, and few are opened
 * @param name its name among the sources of the corpus: a safe relative path
 * @param length its length in bytes
 * @param modified its modification time in ms since 1970
 */
record InputFile(String uri, String name, long length, long modified) {

  /** Returns where it is. */
  Path path() {
    return new Path(uri);
  }

  /** Returns the same file under another name. */
  InputFile named(String newName) {
    return new InputFile(uri, newName, length, modified);
  }
}
