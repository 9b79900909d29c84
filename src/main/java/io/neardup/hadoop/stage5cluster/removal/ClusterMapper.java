package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.corpus.SourceLabels;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.table.ColumnLists;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.hadoop.table.PairColumns;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * A document of column c in a cluster → (member, id and its {@link OwnPairs}) and (kept document c,
 * or removed document of its kept one; {@code id<TAB>place}, and a line feed and the text if texts
 * are to be sent). A place is a {@link DocumentPlace}. Every document, in a cluster or not, counts
 * for its source: (source, {@code documents<TAB>removed}).
 *
 * <p>The kept column of each column is read beside the documents; so are the reasons of removals
 * or, if the first column of each component is kept, the pairs, in which {@link PairReasons} finds
 * them. All are sorted by column.
 *
 * <p>Memory: the sources of {@link SourceCounts} and the columns of {@link PairReasons}.
 */
public final class ClusterMapper
    extends Mapper<LongWritable, DocumentWritable, BytesWritable, Text> {

  private static final String DECISIONS = "neardup-internal.cluster-decisions";
  private static final String TEXTS = "neardup-internal.texts-of-clusters";
  private static final String PAIRS = "neardup-internal.pairs-of-clusters";
  private static final String OTHERS = "neardup-internal.ids-sent-to-other-removals";
  private static final String VERIFIED = "neardup-internal.verified-pairs";

  private final BytesWritable key = new BytesWritable();
  private final Text name = new Text();
  private final Text nothing = new Text();
  private final LineBuilder line = new LineBuilder();
  private Decisions decisions;
  private PairReasons pairs; // null if the decisions have reasons
  private ColumnLists others; // null if no chain leads to another kept document
  private PairColumns verified; // null if the reasons are found in the pairs
  private final OwnPairs own = new OwnPairs();
  private SourceLabels names;
  private SourceCounts sources;
  private DocumentPlace place;
  private boolean texts;

  /**
   * Tells the mapper where lines {@code column<TAB>kept cluster reason} are, of removed columns,
   * and {@code column<TAB>kept cluster} of others.
   */
  static void setDecisions(Configuration conf, Path decisions) {
    conf.set(DECISIONS, decisions.toString());
  }

  /**
   * Tells the mapper that no line has a reason, and that the first column of each component is
   * kept.
   *
   * @param pairs the output of stage 4, where it finds the reasons
   */
  static void setPairs(Configuration conf, Path pairs) {
    conf.set(PAIRS, pairs.toString());
  }

  /** Sets whether the texts of documents in clusters are sent, for a comparison. */
  static void setSendsTexts(Configuration conf, boolean texts) {
    conf.setBoolean(TEXTS, texts);
  }

  static boolean sendsTexts(Configuration conf) {
    return conf.getBoolean(TEXTS, false);
  }

  /**
   * Tells the mapper of lines {@code column<TAB>kept column} of removed documents whose ids are
   * also needed by those that are removed for another kept document.
   */
  static void setOthers(Configuration conf, Path others) {
    conf.set(OTHERS, others.toString());
  }

  /** Tells the mapper where the output of stage 4 is. */
  public static void setVerified(Configuration conf, Path pairs) {
    conf.set(VERIFIED, pairs.toString());
  }

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    decisions = new Decisions(conf, new Path(conf.get(DECISIONS)));
    String folder = conf.get(PAIRS);
    if (folder != null) {
      pairs =
          new PairReasons(
              conf,
              new Path(folder),
              PairReasons.IN_MEMORY,
              (column, kept, reason) -> writeReason(column, kept, reason, context));
    } else if (conf.get(VERIFIED) != null) {
      verified = new PairColumns(conf, new Path(conf.get(VERIFIED)));
    }
    if (conf.get(OTHERS) != null) {
      others = new ColumnLists(conf, new Path(conf.get(OTHERS)));
    }
    texts = sendsTexts(conf);
    boolean sets = Shinglers.isCorpusOfSets(conf);
    names = new SourceLabels(HadoopSettings.of(conf), sets);
    place = new DocumentPlace(sets);
    sources =
        new SourceCounts(
            (source, documents, removed) -> {
              name.set(source);
              ClusterKey.setSource(key, name.getBytes(), name.getLength());
              line.clear().append(documents).append('\t').append(removed);
              context.write(key, line.toText());
            });
  }

  @Override
  protected void map(LongWritable column, DocumentWritable document, Context context)
      throws IOException, InterruptedException {
    long c = column.get();
    boolean clustered = decisions.seek(c);
    boolean removed = clustered && decisions.kept() != c;
    sources.add(names.name(document), removed);
    if (document.field(0) != null) {
      context.getCounter(ClusterCounters.WITH_SOURCE).increment(1);
    }
    if (!clustered) {
      return;
    }
    context.getCounter(ClusterCounters.DOCUMENTS).increment(1);
    long kept = decisions.kept();
    if (pairs != null) {
      pairs.read(c, kept);
    } else if (removed) {
      writeReason(c, kept, decisions.readReason(c), context);
    }
    line.clear().append(document.idBytes(), 0, document.idLength());
    ownPairs(c).append(line);
    ClusterKey.setMember(key, decisions.cluster(), c, !removed);
    context.write(key, line.toText());
    if (removed) {
      ClusterKey.setRemoved(key, kept, c);
    } else {
      ClusterKey.setKept(key, c);
    }
    line.clear().append(document.idBytes(), 0, document.idLength()).append('\t');
    place.append(line, c, document.fileName(), document.position());
    if (texts) {
      line.append('\n');
      line.append(document.textBytes(), document.textOffset(), document.textLength());
    }
    context.write(key, line.toText());
    if (others != null && others.seek(c) && others.nextEntry()) {
      ClusterKey.setOther(key, others.entry(), c);
      line.clear().append(document.idBytes(), 0, document.idLength()).append('\t');
      context.write(key, line.toText());
    }
  }

  private OwnPairs ownPairs(long column) throws IOException {
    if (pairs != null) {
      return pairs.own();
    }
    own.clear();
    if (verified != null && verified.seek(column)) {
      while (verified.nextPair()) {
        own.add(verified.larger(), verified.similarity());
      }
    }
    return own;
  }

  private void writeReason(long column, long kept, long reason, Context context)
      throws IOException, InterruptedException {
    ClusterKey.setReason(key, kept, column, reason);
    context.write(key, nothing);
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    sources.flush();
    decisions.close();
    if (pairs != null) {
      pairs.drain();
      context.getCounter(ClusterCounters.PAIRS_DECIDED).increment(pairs.pairs());
      pairs.close();
    }
    if (verified != null) {
      verified.close();
    }
    if (others != null) {
      others.close();
    }
  }
}
