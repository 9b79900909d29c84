package io.neardup.hadoop.embedded;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.IndexRecord;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapOutputFile;
import org.apache.hadoop.mapred.Merger;
import org.apache.hadoop.mapred.Merger.Segment;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.mapred.ShuffleConsumerPlugin;
import org.apache.hadoop.mapred.SpillRecord;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.TaskID;

/**
 * The shuffle of embedded jobs: a reduce task merges its partitions of the map output files in
 * place. Hadoop's own shuffle first copies them, as if from other machines, and so writes all
 * shuffled data once more.
 *
 * <p>Memory: a read buffer for each of at most {@value #MAX_OPEN} files; if there are more, some
 * are merged into temporary files first.
 *
 * @param <K> the key
 * @param <V> the value
 */
public final class LocalMerge<K, V> implements ShuffleConsumerPlugin<K, V> {

  /** Maximum number of files open at once. */
  private static final int MAX_OPEN = 128;

  private Context<K, V> context;

  @Override
  public void init(Context<K, V> newContext) {
    context = newContext;
  }

  @Override
  @SuppressWarnings("unchecked") // the configuration names the classes
  public RawKeyValueIterator run() throws IOException, InterruptedException {
    JobConf conf = context.getJobConf();
    FileSystem disk = FileSystem.getLocal(conf).getRaw();
    List<Segment<K, V>> segments = segments(conf, disk);
    context.getCopyPhase().complete();
    context.getStatus().setPhase(TaskStatus.Phase.SORT);
    context.getReduceTask().statusUpdate(context.getUmbilical());
    TaskID task = context.getReduceId().getTaskID();
    return Merger.merge(
        conf,
        disk,
        (Class<K>) conf.getMapOutputKeyClass(),
        (Class<V>) conf.getMapOutputValueClass(),
        context.getCodec(),
        segments,
        MAX_OPEN,
        context.getMapOutputFile().getInputFileForWrite(task, 0).getParent(),
        conf.getOutputKeyComparator(),
        context.getReporter(),
        true,
        null,
        context.getSpilledRecordsCounter(),
        context.getMergePhase(),
        task.getTaskType());
  }

  /** Opens this task's partition of each map output file, in the order of the map tasks. */
  private List<Segment<K, V>> segments(JobConf conf, FileSystem disk) throws IOException {
    int part = context.getReduceId().getTaskID().getId();
    Map<TaskAttemptID, MapOutputFile> maps = new TreeMap<>(context.getLocalMapFiles());
    List<Segment<K, V>> segments = new ArrayList<>();
    for (MapOutputFile map : maps.values()) {
      Path file = map.getOutputFile();
      IndexRecord index = new SpillRecord(map.getOutputIndexFile(), conf).getIndex(part);
      segments.add(
          new Segment<>(
              conf, disk, file, index.startOffset, index.partLength, context.getCodec(), true));
      context.getReduceShuffleBytes().increment(index.partLength);
      context.getShuffledMapsCounter().increment(1);
    }
    return segments;
  }

  @Override
  public void close() {}
}
