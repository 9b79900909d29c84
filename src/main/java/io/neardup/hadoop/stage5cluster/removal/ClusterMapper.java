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
 * {@code id<TAB>place}) or (removed document of its kept one, {@code
 * id<TAB>other<TAB>similarity<TAB>place}). A place is a {@link DocumentPlace}; {@code other} is the
 * column of the pair that is the reason, empty if that is the kept one. Every document, in a
 * cluster or not, counts for its source: (source, {@code documents<TAB>removed}).
 *
 * <p>The {@link Decisions} are read beside the documents, and so are the pairs; all are sorted by
 * column.
 *
 * <p>Memory: the sources of {@link SourceCounts}.
 */
public final class ClusterMapper
    extends Mapper<LongWritable, DocumentWritable, BytesWritable, Text> {

  private static final String DECISIONS = "neardup-internal.cluster-decisions";
  private static final String OTHERS = "neardup-internal.ids-sent-to-other-removals";
  private static final String VERIFIED = "neardup-internal.verified-pairs";

  private final BytesWritable key = new BytesWritable();
  private final Text name = new Text();
  private final LineBuilder line = new LineBuilder();
  private Decisions decisions;
  private ColumnLists others; // null if no chain leads to another kept document
  private PairColumns verified;
  private final OwnPairs own = new OwnPairs();
  private SourceLabels names;
  private SourceCounts sources;
  private DocumentPlace place;

  /** Tells the mapper where the decisions are. */
  static void setDecisions(Configuration conf, Path decisions) {
    conf.set(DECISIONS, decisions.toString());
  }

  /**
   * Tells the mapper of lines {@code column<TAB>kept column} of removed documents whose ids are
   * also needed by those that are removed for another kept document.
   */
  static void setOthers(Configuration conf, Path others) {
    conf.set(OTHERS, others.toString());
  }

  /** Tells the mapper where the output of stage 4 is. */
  static void setVerified(Configuration conf, Path pairs) {
    conf.set(VERIFIED, pairs.toString());
  }

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    decisions = new Decisions(conf, new Path(conf.get(DECISIONS)));
    verified = new PairColumns(conf, new Path(conf.get(VERIFIED)));
    if (conf.get(OTHERS) != null) {
      others = new ColumnLists(conf, new Path(conf.get(OTHERS)));
    }
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
    line.clear().append(document.idBytes(), 0, document.idLength());
    readOwnPairs(c);
    own.append(line);
    ClusterKey.setMember(key, decisions.cluster(), c, !removed);
    context.write(key, line.toText());
    line.clear().append(document.idBytes(), 0, document.idLength()).append('\t');
    if (removed) {
      ClusterKey.setRemoved(key, kept, c);
      if (decisions.other() != kept) {
        line.append(decisions.other());
      }
      line.append('\t').appendMillionths(decisions.similarity()).append('\t');
    } else {
      ClusterKey.setKept(key, c);
    }
    place.append(line, c, document.fileName(), document.position());
    context.write(key, line.toText());
    if (others != null && others.seek(c) && others.nextEntry()) {
      ClusterKey.setOther(key, others.entry(), c);
      line.clear().append(document.idBytes(), 0, document.idLength()).append('\t');
      context.write(key, line.toText());
    }
  }

  private void readOwnPairs(long column) throws IOException {
    own.clear();
    if (verified.seek(column)) {
      while (verified.nextPair()) {
        own.add(verified.pair().larger(), verified.pair().similarity());
      }
    }
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    sources.flush();
    decisions.close();
    verified.close();
    if (others != null) {
      others.close();
    }
  }
}
