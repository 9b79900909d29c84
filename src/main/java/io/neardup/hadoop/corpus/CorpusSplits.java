package io.neardup.hadoop.corpus;

import io.neardup.hadoop.table.ColumnLines;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.mapreduce.InputSplit;

/**
 * Divides the documents of batches among splits of about equal bytes, in column order. A document
 * counts as long as the mean of its part.
 */
final class CorpusSplits {

  private final Configuration conf;
  private final ColumnLines only; // null if all documents are read
  private final double target;
  private final List<InputSplit> splits = new ArrayList<>();

  private final List<CorpusSplit.Section> sections = new ArrayList<>(); // of the current split
  private double bytes;
  private double all; // of all splits
  private String[] hosts;

  private int batch = -1;
  private CorpusBatch current;
  private CorpusPart part;

  /**
   * @param only the columns that are read, null for all
   * @param target the bytes of a split
   */
  CorpusSplits(Configuration conf, ColumnLines only, double target) {
    this.conf = conf;
    this.only = only;
    this.target = target;
  }

  /**
   * Returns a split of consecutive documents of a batch.
   *
   * @param index the position of the batch among those that the job reads
   * @param columns the first one and the one after the last, counted from the first of the batch
   */
  static CorpusSplit of(Configuration conf, int index, CorpusBatch batch, long[] columns)
      throws IOException {
    List<CorpusSplit.Section> sections = new ArrayList<>();
    try (CorpusPart.Cursor parts = new CorpusPart.Cursor(conf, batch.folder())) {
      for (CorpusPart part = parts.next(); part != null; part = parts.next()) {
        long start = Math.max(0, columns[0] - part.firstColumn());
        long end = Math.min(part.documents(), columns[1] - part.firstColumn());
        if (start < end) {
          sections.add(
              new CorpusSplit.Section(
                  index,
                  part.number(),
                  part.firstLine(),
                  batch.firstColumn() + part.firstColumn(),
                  start,
                  end));
        }
      }
    }
    return new CorpusSplit(sections, 0, new String[0]);
  }

  /** Adds the parts of the next batch. */
  void add(CorpusBatch next) throws IOException {
    batch++;
    current = next;
    try (CorpusPart.Cursor parts = new CorpusPart.Cursor(conf, next.folder())) {
      for (part = parts.next(); part != null; part = parts.next()) {
        if (only == null) {
          addAll();
        } else {
          addOnly();
        }
      }
      if (parts.columns() != next.documents()) {
        throw parts.damaged();
      }
    }
  }

  private double mean() {
    return (double) part.bytes() / part.documents();
  }

  private void addAll() throws IOException {
    for (long place = 0; place < part.documents(); ) {
      long room = Math.max(1, (long) Math.ceil((target - bytes) / mean()));
      long count = Math.min(part.documents() - place, room);
      add(place, count);
      place += count;
    }
  }

  private void addOnly() throws IOException {
    long first = current.firstColumn() + part.firstColumn();
    long column = first;
    while (only.hasAny(column, first + part.documents())) {
      add(only.column() - first, 1);
      column = only.column() + 1;
    }
  }

  /** Adds documents of the part to the current split, and ends it if it is full. */
  private void add(long start, long count) throws IOException {
    long first = current.firstColumn() + part.firstColumn();
    if (sections.isEmpty()) {
      hosts = hosts(start);
    }
    CorpusSplit.Section last = sections.isEmpty() ? null : sections.get(sections.size() - 1);
    boolean extend = last != null && last.firstColumn() == first;
    if (extend) {
      sections.remove(sections.size() - 1);
    }
    sections.add(
        new CorpusSplit.Section(
            batch,
            part.number(),
            part.firstLine(),
            first,
            extend ? last.start() : start,
            start + count));
    bytes += count * mean();
    all += count * mean();
    if (bytes >= target) {
      endSplit();
      bytes = Math.max(0, bytes - target); // so that the splits are even
    }
  }

  private void endSplit() {
    if (!sections.isEmpty()) {
      splits.add(new CorpusSplit(sections, (long) bytes, hosts));
      sections.clear();
    }
  }

  /** Ends the last split and returns all. */
  List<InputSplit> finish() {
    endSplit();
    return splits;
  }

  /** Returns the bytes of the texts of all splits. */
  long bytes() {
    return (long) all;
  }

  private String[] hosts(long place) throws IOException {
    Path texts =
        new Path(
            CorpusPart.file(current.folder(), CorpusPart.TEXTS, part.number()),
            MapFile.DATA_FILE_NAME);
    FileSystem fs = texts.getFileSystem(conf);
    FileStatus status = fs.getFileStatus(texts);
    long start = (long) ((double) status.getLen() * place / part.documents());
    return CorpusInput.hosts(fs.getFileBlockLocations(status, start, 1));
  }
}
