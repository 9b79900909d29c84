package io.neardup.hadoop.stage0ingest;

import io.neardup.hadoop.corpus.CorpusBatch;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.IngestInputFormat;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;

/**
 * The two jobs that group lines {@code set<TAB>element} into one document per set, in the order of
 * the sets' first lines.
 */
final class SetPacking {

  private final StageContext context;
  private final CorpusBatch lines;
  private final long ranges;
  private final long bytes;

  /**
   * @param lines a batch whose manifest is the plan of the lines
   * @param ranges how many ranges it has
   * @param bytes how long its files are
   */
  SetPacking(StageContext context, CorpusBatch lines, long ranges, long bytes) {
    this.context = context;
    this.lines = lines;
    this.ranges = ranges;
    this.bytes = bytes;
  }

  /** Writes files {@code documents-…} and {@code skipped-…} into a folder. */
  void run(Path output) throws IOException {
    Path grouped = new Path(output.getParent(), "grouped");
    group(grouped);
    order(grouped, output);
    FileSystem fs = output.getFileSystem(context.conf());
    fs.delete(grouped, true);
  }

  private void group(Path grouped) throws IOException {
    StageJob.of(context, "ingest, grouping of sets", context.reducers(bytes))
        .set(conf -> CorpusInput.configure(conf, List.of(lines), bytes))
        .read(IngestInputFormat.class)
        .map(SetMemberMapper.class, SetMemberKey.class, BytesWritable.class)
        .partition(SetMemberPartitioner.class)
        .group(SetMemberKey.Set.class)
        .reduce(SetGroupReducer.class)
        .write(SequenceFileOutputFormat.class, PlaceKey.class, DocumentWritable.class, grouped)
        .run();
  }

  private void order(Path grouped, Path output) throws IOException {
    StageJob.of(context, "ingest, order of sets", context.reducers(bytes))
        .readRecords(grouped)
        .shuffle(PlaceKey.class, DocumentWritable.class)
        .set(conf -> PlacePartitioner.setRanges(conf, ranges))
        .partition(PlacePartitioner.class)
        .set(conf -> Plan.setFile(conf, new Path(lines.manifest())))
        .reduce(SetOrderReducer.class)
        .write(SetOutputFormat.class, Text.class, BytesWritable.class, output)
        .run();
  }
}
