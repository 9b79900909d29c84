package io.neardup.hadoop.collection;

import io.neardup.hadoop.job.PartFiles;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * Reads the ids of the documents in clusters from the lines {@code cluster<TAB>id<TAB>verdict} that
 * stage 5 writes, in their order.
 */
final class ClusterIds implements Closeable {

  private final Configuration conf;
  private final Iterator<FileStatus> parts;
  private BufferedReader in; // null before the first part

  /** Opens the part files of an output of stage 5. */
  ClusterIds(Configuration conf, Path clusters) throws IOException {
    this.conf = conf;
    this.parts = PartFiles.of(conf, clusters).iterator();
  }

  /**
   * Returns the next id.
   *
   * @throws IOException also if there is none
   */
  String next() throws IOException {
    String line = in == null ? null : in.readLine();
    while (line == null) {
      if (!parts.hasNext()) {
        throw new IOException("there are fewer documents in clusters than decisions");
      }
      close();
      Path part = parts.next().getPath();
      in =
          new BufferedReader(
              new InputStreamReader(part.getFileSystem(conf).open(part), StandardCharsets.UTF_8));
      line = in.readLine();
    }
    int from = line.indexOf('\t') + 1;
    return line.substring(from, line.indexOf('\t', from));
  }

  @Override
  public void close() throws IOException {
    if (in != null) {
      in.close();
    }
  }
}
