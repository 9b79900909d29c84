package io.neardup.hadoop.stage6dedup;

import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusInputFormat;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.stage5cluster.ClusterStage;
import io.neardup.hadoop.table.ColumnLists;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.LineBuilder;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;

/**
 * Names and sizes of clusters for each of their documents: lines {@code column<TAB>documents<TAB>id
 * of the cluster's first document}, by column. A job groups the documents by cluster, another sorts
 * the lines.
 */
final class ClusterNames {

  /** Bytes of a document's records to be shuffled, about. */
  private static final long RECORD_BYTES = 64;

  private static final int COUNTED = 0;
  private static final int NAMED = 1;

  private ClusterNames() {}

  /** Writes the lines of the documents in clusters, first in the order of these, then by column. */
  static void write(
      StageContext context, Corpus corpus, Path clusters, long documents, Path named, Path lines)
      throws IOException {
    int reducers = context.reducers(documents * RECORD_BYTES);
    StageJob.of(context, "dedup, names", reducers, clusters)
        .set(conf -> Decisions.setFolder(conf, ClusterStage.decisions(clusters)))
        .set(conf -> ColumnPartition.setColumns(conf, corpus.columns()))
        .set(corpus::configure)
        .read(CorpusInputFormat.Catalog.class)
        .map(Members.class, GroupedKey.class, Text.class)
        .partition(FirstColumnPartitioner.class)
        .group(GroupedKey.Group.class)
        .reduce(Names.class)
        .write(SequenceFileOutputFormat.class, LongWritable.class, Text.class, named)
        .run();
    StageJob.of(context, "dedup, order of names", reducers, clusters)
        .set(conf -> ColumnPartition.setColumns(conf, corpus.columns()))
        .readRecords(named)
        .shuffle(LongWritable.class, Text.class)
        .partition(FirstColumnPartitioner.class)
        .write(TextOutputFormat.class, LongWritable.class, Text.class, lines)
        .run();
  }

  /**
   * A document of column c in a cluster → two records: ((cluster, 0, c), nothing), by which the
   * reducer counts it, and ((cluster, 1, c), nothing), by which the reducer names it. For the first
   * document of the cluster, the second record has its id.
   */
  public static final class Members
      extends Mapper<LongWritable, DocumentWritable, GroupedKey, Text> {
    private final GroupedKey key = new GroupedKey();
    private final Text id = new Text();
    private ColumnLists decisions;

    @Override
    protected void setup(Context context) throws IOException {
      decisions = Decisions.columns(context.getConfiguration());
    }

    @Override
    protected void map(LongWritable column, DocumentWritable document, Context context)
        throws IOException, InterruptedException {
      if (!decisions.seek(column.get())) {
        return;
      }
      decisions.nextEntry(); // what is kept
      decisions.nextEntry();
      long cluster = decisions.entry();
      id.clear();
      context.write(key.set(cluster, COUNTED, column.get()), id);
      if (cluster == column.get()) {
        id.set(document.idBytes(), 0, document.idLength());
      }
      context.write(key.set(cluster, NAMED, column.get()), id);
    }

    @Override
    protected void cleanup(Context context) throws IOException {
      decisions.close();
    }
  }

  /**
   * The documents of a cluster, first all of them to be counted, then all of them again by column →
   * for each (column, {@code documents<TAB>id of the first}). Memory: one id.
   */
  public static final class Names extends Reducer<GroupedKey, Text, LongWritable, Text> {
    private final LongWritable column = new LongWritable();
    private final LineBuilder line = new LineBuilder();
    private final Text name = new Text();

    @Override
    protected void reduce(
        GroupedKey key,
        Iterable<Text> ids,
        Reducer<GroupedKey, Text, LongWritable, Text>.Context context)
        throws IOException, InterruptedException {
      long documents = 0;
      for (Text id : ids) { // the key moves on with the values
        if (key.tag() == COUNTED) {
          documents++;
          continue;
        }
        if (key.column() == key.groupColumn()) {
          name.set(id);
        }
        column.set(key.column());
        line.clear().append(documents).append('\t').append(name.getBytes(), 0, name.getLength());
        context.write(column, line.toText());
      }
    }
  }
}
