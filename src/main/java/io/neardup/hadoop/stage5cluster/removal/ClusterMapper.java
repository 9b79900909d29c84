package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.table.LineBuilder;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * A document of column c in a cluster → (member, id) and, if it is kept, (kept document c, {@code
 * id<TAB>place}), otherwise (removed for its kept document, {@code
 * id<TAB>similarity<TAB>pair|link<TAB>place}). A place is a {@link DocumentPlace}. The decisions
 * are read beside the documents; both are sorted by column. Every document, in a cluster or not,
 * counts for its source: (source, {@code documents<TAB>removed}).
 *
 * <p>Memory: the sources of {@link SourceCounts}.
 */
public final class ClusterMapper
    extends Mapper<LongWritable, DocumentWritable, BytesWritable, Text> {

  private static final String DECISIONS = "neardup-internal.cluster-decisions";

  private final BytesWritable key = new BytesWritable();
  private final Text id = new Text();
  private final Text name = new Text();
  private final LineBuilder line = new LineBuilder();
  private Decisions decisions;
  private SourceLabels names;
  private SourceCounts sources;
  private DocumentPlace place;

  static void setDecisions(Configuration conf, Path decisions) {
    conf.set(DECISIONS, decisions.toString());
  }

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    decisions = new Decisions(conf, new Path(conf.get(DECISIONS)));
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
    id.set(document.idBytes(), 0, document.idLength());
    ClusterKey.setMember(key, decisions.cluster(), c, !removed);
    context.write(key, id);
    line.clear().append(document.idBytes(), 0, document.idLength()).append('\t');
    if (removed) {
      ClusterKey.setRemoved(key, decisions.kept(), c);
      line.appendMillionths(decisions.similarity()).append('\t');
      line.append(decisions.isPair() ? "pair" : "link").append('\t');
      if (!decisions.isPair()) {
        context.getCounter(ClusterCounters.REMOVED_BY_LINK).increment(1);
      }
    } else {
      ClusterKey.setKept(key, c);
    }
    place.append(line, c, document.fileName(), document.position());
    context.write(key, line.toText());
    context.getCounter(ClusterCounters.DOCUMENTS).increment(1);
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    sources.flush();
    decisions.close();
  }
}
