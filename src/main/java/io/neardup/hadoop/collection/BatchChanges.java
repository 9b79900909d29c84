package io.neardup.hadoop.collection;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusReader;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.output.Utf8Lines;
import io.neardup.hadoop.stage5cluster.ClusterStage;
import io.neardup.hadoop.stage5cluster.removal.Removal;
import io.neardup.hadoop.stage6dedup.DedupStage;
import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.ColumnLines;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.RecordSort;
import java.io.IOException;
import java.io.Writer;
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
public final class BatchChanges {

  /** The folder of the files in the folder of a writer. */
  public static final String FOLDER = "changes";

  /** The file of old documents whose verdict has changed. */
  public static final String CHANGES = "changes.tsv";

  /** The file of old documents that are removed for another document than before. */
  public static final String REASSIGNED = "reassigned.tsv";

  private static final int BYTES_IN_MEMORY = 32 << 20;
  private static final int COLUMN_BYTES = GroupedKey.COLUMN_BYTES;

  private final Configuration conf;
  private final ClusterUpdate clusters;
  private final long firstNew;
  private final Corpus corpus;
  private final Path before; // decisions; null if there were none
  private long newRemoved;
  private long nowRemoved;
  private long nowKept;
  private long reassigned;

  private BatchChanges(
      CollectionWriter writer, ClusterUpdate clusters, long firstNew, Corpus corpus) {
    this.conf = writer.conf();
    this.clusters = clusters;
    this.firstNew = firstNew;
    this.corpus = corpus;
    this.before = writer.parent().isEmpty() ? null : writer.parent().decisions();
  }

  /**
   * Writes the files into the folder {@link #FOLDER} of a writer, in place of what an interrupted
   * run has left of it.
   *
   * @param clusters that the change touches
   * @param firstNew the first new column
   * @param corpus all documents, after the change
   */
  public static BatchChanges write(
      CollectionWriter writer, ClusterUpdate clusters, long firstNew, Corpus corpus)
      throws IOException {
    BatchChanges changes = new BatchChanges(writer, clusters, firstNew, corpus);
    Path folder = writer.work(FOLDER);
    writer.delete(folder);
    writer.fileSystem().mkdirs(folder);
    changes.write(folder);
    return changes;
  }

  private void write(Path folder) throws IOException {
    try (Writer changes = Utf8Lines.write(conf, new Path(folder, CHANGES));
        Writer others = Utf8Lines.write(conf, new Path(folder, REASSIGNED));
        Writer ofNew = Utf8Lines.write(conf, new Path(folder, DedupStage.REMOVED_BY));
        RecordSort old = new RecordSort(Disk.ofClient(conf), BYTES_IN_MEMORY)) {
      readRemovals(old, ofNew);
      if (before != null) {
        addKept(old);
        compare(old, changes, others);
      }
    }
  }

  private void readRemovals(RecordSort old, Writer ofNew) throws IOException {
    Path file = new Path(clusters.clusters(), DedupStage.REMOVED_BY);
    Utf8Lines.forEach(
        conf,
        file,
        line -> {
          long column = Removal.parse(line).column();
          if (column < firstNew) {
            old.add(record(column, line));
          } else {
            ofNew.write(line);
            ofNew.write('\n');
            newRemoved++;
          }
        });
  }

  /** Adds the old documents that were removed and are kept now, or in no cluster: empty lines. */
  private void addKept(RecordSort old) throws IOException {
    try (ColumnLines keptBefore = new ColumnLines(conf, before);
        ColumnLines now = new ColumnLines(conf, ClusterStage.decisions(clusters.clusters()))) {
      clusters
          .members()
          .forEach(
              column -> {
                if (column < firstNew
                    && kept(now, column) == column
                    && kept(keptBefore, column) != column) {
                  old.add(record(column, ""));
                }
              });
    }
  }

  /** Compares the verdicts on old documents with those that there were before. */
  private void compare(RecordSort now, Writer changes, Writer others) throws IOException {
    DocumentWritable document = new DocumentWritable();
    try (ColumnLines keptBefore = new ColumnLines(conf, before);
        CorpusReader in = new CorpusReader(conf, corpus.batches(), CorpusReader.Content.CATALOG)) {
      now.drainTo(
          (record, length) -> {
            long column = BigEndian.get(record, 0, COLUMN_BYTES);
            String line = new String(record, COLUMN_BYTES, length - COLUMN_BYTES, UTF_8);
            long earlier = kept(keptBefore, column);
            if (line.isEmpty()) {
              in.read(column, document);
              String id = document.idText();
              changes.write(id + "\t\t\t\t" + column + "\t\t\t" + earlier + "\t\t\t\t\t\tkept\n");
              nowKept++;
            } else if (earlier == column) {
              changes.write(line + "\tremoved\n");
              nowRemoved++;
            } else if (earlier != Removal.parse(line).keptColumn()) {
              others.write(line + "\t" + earlier + "\n");
              reassigned++;
            }
          });
    }
  }

  /** Returns the column that is kept in the place of a column, larger than in the call before. */
  private static long kept(ColumnLines decisions, long column) throws IOException {
    return decisions.seek(column) ? decisions.readNumber() : column;
  }

  private static byte[] record(long column, String line) {
    byte[] text = line.getBytes(UTF_8);
    byte[] record = new byte[COLUMN_BYTES + text.length];
    BigEndian.put(record, 0, COLUMN_BYTES, column);
    System.arraycopy(text, 0, record, COLUMN_BYTES, text.length);
    return record;
  }

  /** Returns how many new documents are removed for others. */
  public long newRemoved() {
    return newRemoved;
  }

  /** Returns what has changed for old documents. */
  public AdditionFigures.Changes changes() {
    return new AdditionFigures.Changes(nowRemoved, nowKept, reassigned);
  }
}
