package io.neardup.hadoop.stage6dedup;

import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusInputFormat;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.corpus.SourceLabels;
import io.neardup.hadoop.format.RangeReader.Annotation;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.stage5cluster.ClusterStage;
import io.neardup.hadoop.stage5cluster.removal.ClusterDocuments;
import io.neardup.hadoop.table.ColumnLists;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import io.neardup.hadoop.table.GroupedKey;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.MapFileOutputFormat;

/**
 * Names and sizes of clusters, which a job finds: MapFiles of the column of a cluster's first
 * document → {@code documents<TAB>sources<TAB>id of that document}. Memory to read them: their
 * indexes.
 */
final class ClusterNames implements Closeable {

  private static final String NAMES = "cluster-names";

  /** Bytes of a document's record to be shuffled, about. */
  private static final long RECORD_BYTES = 48;

  private final MapFile.Reader[] names;
  private final long columns;
  private final LongWritable cluster = new LongWritable();
  private final Text name = new Text();

  private ClusterNames(Configuration conf, Path names) throws IOException {
    this.names = MapFileOutputFormat.getReaders(names, conf);
    this.columns = ColumnPartition.columns(conf);
  }

  /** Finds the names of clusters of so many documents, which the tasks of a job then read. */
  static void write(
      StageContext context,
      Corpus corpus,
      Path clusters,
      long documents,
      Path names,
      StageJob<?, ?> reader)
      throws IOException {
    ClusterDocuments.SOURCE.requireIngested(context, corpus);
    StageJob.of(context, "dedup, names", context.reducers(documents * RECORD_BYTES))
        .readBeside(Decisions.DECISIONS, ClusterStage.decisions(clusters))
        .set(conf -> ColumnPartition.setColumns(conf, corpus.columns()))
        .set(corpus::configureCatalog)
        .read(CorpusInputFormat.Catalog.class)
        .map(Members.class, GroupedKey.class, Text.class)
        .partition(FirstColumnPartitioner.class)
        .group(GroupedKey.Group.class)
        .reduce(Names.class)
        .write(MapFileOutputFormat.class, LongWritable.class, Text.class, names)
        .run();
    reader.readBeside(NAMES, names).set(conf -> ColumnPartition.setColumns(conf, corpus.columns()));
  }

  /** Opens the names that a task reads; null if it does not need them. */
  static ClusterNames open(Configuration conf) throws IOException {
    Path names = StageJob.beside(conf, NAMES);
    return names == null ? null : new ClusterNames(conf, names);
  }

  /** Returns the annotation of a document of a cluster. */
  Annotation annotation(long ofCluster, boolean kept) throws IOException {
    cluster.set(ofCluster);
    int part = ColumnPartition.part(ofCluster, columns, names.length);
    if (names[part].get(cluster, name) == null) {
      throw new IOException("no name of the cluster of column " + ofCluster);
    }
    String[] fields = name.toString().split("\t", 3);
    return new Annotation(fields[2], Long.parseLong(fields[0]), Long.parseLong(fields[1]), kept);
  }

  @Override
  public void close() {
    IOUtils.closeStreams(names);
  }

  /**
   * A document in a cluster → (cluster | its source, its id if it is the first document, else
   * nothing); the group ends at the bar.
   */
  public static final class Members
      extends Mapper<LongWritable, DocumentWritable, GroupedKey, Text> {
    private final GroupedKey key = new GroupedKey();
    private final Text id = new Text();
    private ColumnLists decisions;
    private SourceLabels sources;

    @Override
    protected void setup(Context context) throws IOException {
      Configuration conf = context.getConfiguration();
      decisions = Decisions.columns(conf);
      sources = new SourceLabels(HadoopSettings.of(conf), Shinglers.isCorpusOfSets(conf));
    }

    @Override
    protected void map(LongWritable column, DocumentWritable document, Context context)
        throws IOException, InterruptedException {
      if (decisions.seek(column.get())) {
        decisions.nextEntry(); // what is kept
        decisions.nextEntry();
        long cluster = decisions.entry();
        byte[] source = sources.name(document).getBytes(StandardCharsets.UTF_8);
        key.start(GroupedKey.COLUMN_BYTES + source.length).column(cluster).endGroup();
        id.set(document.idBytes(), 0, cluster == column.get() ? document.idLength() : 0);
        context.write(key.bytes(source), id);
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException {
      decisions.close();
    }
  }

  /** The documents of a cluster, by source → (cluster, its size, sources and name). */
  public static final class Names extends Reducer<GroupedKey, Text, LongWritable, Text> {
    @Override
    protected void reduce(GroupedKey key, Iterable<Text> ids, Context context)
        throws IOException, InterruptedException {
      long documents = 0;
      long sources = 0;
      byte[] last = {}; // no source has an empty name
      String name = "";
      for (Text id : ids) { // the key changes with it
        byte[] source = key.from(GroupedKey.COLUMN_BYTES);
        sources += Arrays.equals(source, last) ? 0 : 1;
        last = source;
        documents++;
        name = id.getLength() > 0 ? id.toString() : name;
      }
      context.write(
          new LongWritable(key.groupColumn()), new Text(documents + "\t" + sources + "\t" + name));
    }
  }
}
