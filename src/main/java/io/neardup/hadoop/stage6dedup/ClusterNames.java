package io.neardup.hadoop.stage6dedup;

import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusInputFormat;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.format.RangeReader.Annotation;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.stage5cluster.ClusterStage;
import io.neardup.hadoop.table.ColumnLists;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.MapFileOutputFormat;
import org.apache.hadoop.mapreduce.lib.partition.HashPartitioner;

/**
 * Names and sizes of clusters, which a job finds: MapFiles of the column of a cluster's first
 * document → {@code documents<TAB>id of that document}. Memory to read them: their indexes.
 */
final class ClusterNames implements Closeable {

  private static final String NAMES = "cluster-names";

  /** Bytes of a document's record to be shuffled, about. */
  private static final long RECORD_BYTES = 32;

  private static final ByCluster PARTITIONER = new ByCluster();

  private final MapFile.Reader[] names;
  private final LongWritable cluster = new LongWritable();
  private final Text name = new Text();

  private ClusterNames(MapFile.Reader[] names) {
    this.names = names;
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
    StageJob.of(context, "dedup, names", context.reducers(documents * RECORD_BYTES))
        .readBeside(Decisions.DECISIONS, ClusterStage.decisions(clusters))
        .set(corpus::configure)
        .read(CorpusInputFormat.Catalog.class)
        .map(Members.class, LongWritable.class, Text.class)
        .partition(ByCluster.class)
        .reduce(Names.class)
        .write(MapFileOutputFormat.class, LongWritable.class, Text.class, names)
        .run();
    reader.readBeside(NAMES, names);
  }

  /** Opens the names that a task reads; null if it does not need them. */
  static ClusterNames open(Configuration conf) throws IOException {
    Path names = StageJob.beside(conf, NAMES);
    return names == null ? null : new ClusterNames(MapFileOutputFormat.getReaders(names, conf));
  }

  /** Returns the annotation of a document of a cluster. */
  Annotation annotation(long ofCluster, boolean kept) throws IOException {
    cluster.set(ofCluster);
    if (MapFileOutputFormat.getEntry(names, PARTITIONER, cluster, name) == null) {
      throw new IOException("no name of the cluster of column " + ofCluster);
    }
    String[] fields = name.toString().split("\t", 2);
    return new Annotation(fields[1], Long.parseLong(fields[0]), kept);
  }

  @Override
  public void close() {
    IOUtils.closeStreams(names);
  }

  /** Sends all documents of a cluster to the same reducer. */
  public static final class ByCluster extends HashPartitioner<LongWritable, Text> {}

  /** A document in a cluster → (cluster, its id if it is the first document, else nothing). */
  public static final class Members
      extends Mapper<LongWritable, DocumentWritable, LongWritable, Text> {
    private final LongWritable cluster = new LongWritable();
    private final Text id = new Text();
    private ColumnLists decisions;

    @Override
    protected void setup(Context context) throws IOException {
      decisions = Decisions.columns(context.getConfiguration());
    }

    @Override
    protected void map(LongWritable column, DocumentWritable document, Context context)
        throws IOException, InterruptedException {
      if (decisions.seek(column.get())) {
        decisions.nextEntry(); // what is kept
        decisions.nextEntry();
        cluster.set(decisions.entry());
        id.set(document.idBytes(), 0, cluster.equals(column) ? document.idLength() : 0);
        context.write(cluster, id);
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException {
      decisions.close();
    }
  }

  /** The documents of a cluster → (cluster, its name and size). */
  public static final class Names extends Reducer<LongWritable, Text, LongWritable, Text> {
    @Override
    protected void reduce(LongWritable cluster, Iterable<Text> ids, Context context)
        throws IOException, InterruptedException {
      long documents = 0;
      String name = "";
      for (Text id : ids) {
        documents++;
        name = id.getLength() > 0 ? id.toString() : name;
      }
      context.write(cluster, new Text(documents + "\t" + name));
    }
  }
}
