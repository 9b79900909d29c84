package io.neardup.hadoop.collection;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusReader;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.job.Utf8Lines;
import io.neardup.hadoop.stage5cluster.ClusterStage;
import io.neardup.hadoop.stage6dedup.DedupStage;
import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.ColumnBits;
import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.RecordSort;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * What a change of a collection means for its documents. Compares the decisions on the clusters
 * that the change touches with those before it, and writes three files:
 *
 * <ul>
 *   <li>{@code removed-by.tsv}: the removals of new documents
 *   <li>{@code changes.tsv}: old documents that were kept and are removed now, or the reverse
 *   <li>{@code reassigned.tsv}: old documents that are still removed, but for another document
 * </ul>
 *
 * <p>The last two are sorted by column. Their lines have the thirteen fields of {@code
 * removed-by.tsv}, and one more: in {@code changes.tsv} the verdict, {@code removed} or {@code
 * kept} (then only its id, its column and the column of the document are given for which it was
 * removed before), and in {@code reassigned.tsv} the column of the document that was kept in its
 * place before.
 *
 * <p>Memory: {@value #BYTES_IN_MEMORY} bytes of lines, the rest on the local disk.
 */
final class BatchChanges {

  /** The folder of the files in the folder of a writer. */
  static final String FOLDER = "changes";

  /** The file of old documents whose verdict has changed. */
  static final String CHANGES = "changes.tsv";

  /** The file of old documents that are removed for another document than before. */
  static final String REASSIGNED = "reassigned.tsv";

  private static final int BYTES_IN_MEMORY = 32 << 20;
  private static final int COLUMN_BYTES = ColumnPairKey.COLUMN_BYTES;
  private static final int COLUMN = 4; // place among the fields of a line, from 0
  private static final int KEPT_COLUMN = 7;

  private final Configuration conf;
  private final Path before; // decisions; null if there were none
  private final Path after; // clusters
  private final long firstNew;
  private final List<Corpus.Batch> batches;
  private ColumnBits members; // of the clusters; null if all of them are in one still
  private long newRemoved;
  private long nowRemoved;
  private long nowKept;
  private long reassigned;

  /**
   * @param before the decisions before the change; null if there were none
   * @param after the output of stage 5 for the clusters that the change touches
   * @param firstNew the first new column
   * @param batches of the collection, where the ids of documents are found
   */
  BatchChanges(
      Configuration conf, Path before, Path after, long firstNew, List<Corpus.Batch> batches) {
    this.conf = conf;
    this.before = before;
    this.after = after;
    this.firstNew = firstNew;
    this.batches = batches;
  }

  /**
   * Says that there may be documents that are in no cluster any more.
   *
   * @param columns that were in the clusters, except dropped ones
   */
  void setMembers(ColumnBits columns) {
    members = columns;
  }

  /**
   * Writes the files.
   *
   * @param folder an existing folder
   */
  void write(Path folder) throws IOException {
    try (Writer changes = Utf8Lines.write(conf, new Path(folder, CHANGES));
        Writer others = Utf8Lines.write(conf, new Path(folder, REASSIGNED));
        RecordSort old = sort()) {
      try (Writer ofNew = Utf8Lines.write(conf, new Path(folder, DedupStage.REMOVED_BY))) {
        readRemovals(after, (column, line) -> addAfter(column, line, old, ofNew));
      }
      if (before != null) {
        compare(old, changes, others);
      }
    }
  }

  private void addAfter(long column, String line, RecordSort old, Writer ofNew) throws IOException {
    if (column < firstNew) {
      old.add(record(column, line));
    } else {
      ofNew.write(line);
      ofNew.write('\n');
      newRemoved++;
    }
  }

  /** Compares the removals of old documents, and those that there were before. */
  private void compare(RecordSort now, Writer changes, Writer others) throws IOException {
    try (RecordSort changed = sort()) {
      addKept(changed);
      try (DecisionCursor keptBefore = new DecisionCursor(conf, before)) {
        now.drainTo(
            (record, length) -> {
              long column = BigEndian.get(record, 0, COLUMN_BYTES);
              String line = line(record, length);
              long earlier = keptBefore.kept(column);
              if (earlier == column) {
                changed.add(record(column, line + "\tremoved"));
                nowRemoved++;
              } else if (earlier != Long.parseLong(field(line, KEPT_COLUMN))) {
                others.write(line + "\t" + earlier + "\n");
                reassigned++;
              }
            });
      }
      changed.drainTo((record, length) -> changes.write(line(record, length) + "\n"));
    }
  }

  /** Adds the old documents that were removed and are kept now. */
  private void addKept(RecordSort changed) throws IOException {
    DocumentWritable document = new DocumentWritable();
    try (DecisionCursor keptBefore = new DecisionCursor(conf, before);
        CorpusReader in = CorpusReader.of(conf, batches, CorpusReader.Content.CATALOG)) {
      findKept()
          .forEach(
              column -> {
                in.read(column, document);
                String row =
                    String.format(
                        Locale.ROOT,
                        "%s\t\t\t\t%d\t\t\t%d\t\t\t\t\t\tkept",
                        new String(document.idBytes(), 0, document.idLength(), UTF_8),
                        column,
                        keptBefore.kept(column));
                changed.add(record(column, row));
                nowKept++;
              });
    }
  }

  private ColumnBits findKept() throws IOException {
    ColumnBits kept = new ColumnBits();
    try (DecisionCursor keptBefore = new DecisionCursor(conf, before);
        DecisionCursor now = new DecisionCursor(conf, ClusterStage.decisions(after))) {
      while (now.nextDecision()) {
        long column = now.column();
        if (column < firstNew && now.kept() == column && keptBefore.kept(column) != column) {
          kept.add(column);
        }
      }
    }
    if (members != null) {
      addLeft(kept);
    }
    return kept;
  }

  /** Adds the documents that were removed and are in no cluster now. */
  private void addLeft(ColumnBits kept) throws IOException {
    try (DecisionCursor keptBefore = new DecisionCursor(conf, before);
        DecisionCursor now = new DecisionCursor(conf, ClusterStage.decisions(after))) {
      members.forEach(
          column -> {
            if (!now.seek(column) && keptBefore.kept(column) != column) {
              kept.add(column);
            }
          });
    }
  }

  private RecordSort sort() {
    return new RecordSort(Disk.ofClient(conf), BYTES_IN_MEMORY);
  }

  private interface Sink {
    void take(long column, String line) throws IOException;
  }

  private void readRemovals(Path clusters, Sink sink) throws IOException {
    Path file = new Path(clusters, DedupStage.REMOVED_BY);
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(file.getFileSystem(conf).open(file), UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        sink.take(Long.parseLong(field(line, COLUMN)), line);
      }
    }
  }

  private static String field(String line, int index) {
    int from = 0;
    for (int field = 0; field < index; field++) {
      from = line.indexOf('\t', from) + 1;
    }
    return line.substring(from, line.indexOf('\t', from));
  }

  private static byte[] record(long column, String line) {
    byte[] text = line.getBytes(UTF_8);
    byte[] record = new byte[COLUMN_BYTES + text.length];
    BigEndian.put(record, 0, COLUMN_BYTES, column);
    System.arraycopy(text, 0, record, COLUMN_BYTES, text.length);
    return record;
  }

  private static String line(byte[] record, int length) {
    return new String(record, COLUMN_BYTES, length - COLUMN_BYTES, UTF_8);
  }

  /** Returns how many new documents are removed for others. */
  long newRemoved() {
    return newRemoved;
  }

  /** Returns how many old documents were kept and are removed now. */
  long nowRemoved() {
    return nowRemoved;
  }

  /** Returns how many old documents were removed and are kept now. */
  long nowKept() {
    return nowKept;
  }

  /** Returns how many old documents are removed for another document than before. */
  long reassigned() {
    return reassigned;
  }
}
