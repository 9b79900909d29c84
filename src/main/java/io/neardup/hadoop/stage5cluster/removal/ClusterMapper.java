package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.corpus.SourceLabels;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.stage5cluster.keep.DecisionWriter;
import io.neardup.hadoop.table.ColumnLines;
import io.neardup.hadoop.table.ColumnLists;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.hadoop.table.PairColumns;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Document of column c → records by which {@link ClusterReducer} writes its lines. Lengths of
 * fields are in parentheses; the group ends at the bar, a place is that of {@link
 * Removal#appendPlace}.
 *
 * <pre>
 * key                                            value
 * MEMBER (1) smallest of the cluster (5) | c (5)   id TAB 1 if it is kept, else 0; TAB hash of the
 *                                                  source; TAB pairs (c, j) TAB their least
 *                                                  similarity, if there are any
 * REMOVAL (1) c (5) | KEPT (1)                     id TAB place, if c is kept
 * REMOVAL (1) kept (5) | c (5) REMOVED (1)         id TAB other TAB similarity TAB place
 * REMOVAL (1) kept (5) | column (5) LINK (1)       c TAB id
 * SOURCE (1) name |                                documents TAB removed TAB in clusters
 * </pre>
 *
 * A removed document makes a pair with {@code other}, which is empty if it is the kept document;
 * else a link precedes it, which that other document sends. Documents in no cluster only count for
 * their source.
 *
 * <p>The {@linkplain DecisionWriter decisions} are read beside the documents, and so are the pairs;
 * all are sorted by column. Memory: the sources of {@link SourceCounts}.
 */
public final class ClusterMapper extends Mapper<LongWritable, DocumentWritable, GroupedKey, Text> {

  static final byte MEMBER = 0;
  static final byte REMOVAL = 1;
  static final byte SOURCE = 2;
  static final byte KEPT = 0;
  static final byte LINK = 1;
  static final byte REMOVED = 2;

  /** Read beside: the {@linkplain DecisionWriter decisions}. */
  static final String DECISIONS = "decisions";

  /** Read beside: the output of stage 4. */
  static final String PAIRS = "pairs";

  /** Read beside, if there are any: lines {@code other<TAB>kept column} of links, by other. */
  static final String LINKS = "links";

  private static final int COLUMN_BYTES = GroupedKey.COLUMN_BYTES;

  private final GroupedKey key = new GroupedKey();
  private final LineBuilder line = new LineBuilder();
  private ColumnLines decisions; // kept, cluster, other, similarity
  private ColumnLists links; // null if there are none
  private PairColumns verified;
  private SourceLabels names;
  private String sourceField;
  private boolean sets; // whether the documents are
  private SourceCounts sources;
  private String hashed; // the last source
  private long hash; // its hash

  static GroupedKey setMember(GroupedKey key, long cluster, long column) {
    return key.start(1 + 2 * COLUMN_BYTES).bytes(MEMBER).column(cluster).endGroup().column(column);
  }

  static GroupedKey setKept(GroupedKey key, long column) {
    return key.start(2 + COLUMN_BYTES).bytes(REMOVAL).column(column).endGroup().bytes(KEPT);
  }

  /** Sets the key of a document that is removed for a kept one, or of its link. */
  static GroupedKey setRemoved(GroupedKey key, long kept, long column, byte what) {
    return key.start(2 + 2 * COLUMN_BYTES)
        .bytes(REMOVAL)
        .column(kept)
        .endGroup()
        .column(column)
        .bytes(what);
  }

  static GroupedKey setSource(GroupedKey key, String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    return key.start(1 + bytes.length).bytes(SOURCE).bytes(bytes);
  }

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    decisions = new ColumnLines(conf, StageJob.beside(conf, DECISIONS));
    verified = new PairColumns(conf, StageJob.beside(conf, PAIRS));
    Path folder = StageJob.beside(conf, LINKS);
    links = folder == null ? null : new ColumnLists(conf, folder);
    sets = Shinglers.isCorpusOfSets(conf);
    Settings settings = HadoopSettings.of(conf);
    names = new SourceLabels(settings, sets);
    sourceField = settings.get(Keys.SOURCE_FIELD);
    sources =
        new SourceCounts(
            (source, counts) -> {
              line.clear().append(counts[0]).append('\t').append(counts[1]);
              context.write(setSource(key, source), line.append('\t').append(counts[2]).toText());
            });
  }

  @Override
  protected void map(LongWritable column, DocumentWritable document, Context context)
      throws IOException, InterruptedException {
    long c = column.get();
    boolean clustered = decisions.seek(c);
    long kept = clustered ? decisions.readNumber() : c;
    String source = names.name(document);
    sources.add(source, kept != c, clustered);
    if (document.field(sourceField) != null) {
      context.getCounter(ClusterCounters.WITH_SOURCE).increment(1);
    }
    if (!clustered) {
      return;
    }
    context.getCounter(ClusterCounters.DOCUMENTS).increment(1);
    startLine(document).append(kept == c ? '1' : '0').append('\t').append(hash(source));
    appendPairs(c);
    context.write(setMember(key, decisions.readFurtherNumber(), c), line.toText());
    startLine(document);
    if (kept == c) {
      setKept(key, c);
    } else {
      setRemoved(key, kept, c, REMOVED);
      long other = decisions.readFurtherNumber();
      if (other != kept) {
        line.append(other);
      }
      line.append('\t').appendMillionths(decisions.readFurtherNumber()).append('\t');
    }
    Removal.appendPlace(line, sets, c, document.fileName(), document.position());
    context.write(key, line.toText());
    if (links != null && links.seek(c)) {
      line.clear().append(c).append('\t').append(document.idBytes(), 0, document.idLength());
      while (links.nextEntry()) {
        long keptForIt = links.entry();
        links.nextEntry();
        context.write(setRemoved(key, keptForIt, links.entry(), LINK), line.toText());
      }
    }
  }

  private long hash(String source) {
    if (!source.equals(hashed)) {
      hashed = source;
      hash = ClusterSources.hash(source);
    }
    return hash;
  }

  private LineBuilder startLine(DocumentWritable document) {
    return line.clear().append(document.idBytes(), 0, document.idLength()).append('\t');
  }

  /** Appends how many pairs have the column as the smaller one, and their least similarity. */
  private void appendPairs(long column) throws IOException {
    long count = 0;
    int least = 0;
    if (verified.seek(column)) {
      while (verified.nextPair()) {
        int similarity = verified.pair().similarity();
        least = count == 0 ? similarity : Math.min(least, similarity);
        count++;
      }
    }
    if (count > 0) {
      line.append('\t').append(count).append('\t').append(least);
    }
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    sources.flush();
    IOUtils.closeStreams(decisions, verified, links);
  }

  /**
   * Counts the documents of each source, and those removed and in clusters, in a table of bounded
   * size that is written out and emptied when it is full.
   */
  static final class SourceCounts {

    /** Most sources in the table. */
    static final int MAX_SOURCES = 10_000;

    interface Sink {
      void accept(String source, long[] counts) throws IOException, InterruptedException;
    }

    private final Map<String, long[]> counts = new LinkedHashMap<>(); // all, removed, clustered
    private final Sink sink;

    SourceCounts(Sink sink) {
      this.sink = sink;
    }

    void add(String source, boolean removed, boolean clustered)
        throws IOException, InterruptedException {
      if (counts.size() == MAX_SOURCES && !counts.containsKey(source)) {
        flush();
      }
      long[] count = counts.computeIfAbsent(source, name -> new long[3]);
      count[0]++;
      count[1] += removed ? 1 : 0;
      count[2] += clustered ? 1 : 0;
    }

    /** Writes the counts out and empties the table. */
    void flush() throws IOException, InterruptedException {
      for (Map.Entry<String, long[]> entry : counts.entrySet()) {
        sink.accept(entry.getKey(), entry.getValue());
      }
      counts.clear();
    }
  }
}
