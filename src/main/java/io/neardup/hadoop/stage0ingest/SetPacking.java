package io.neardup.hadoop.stage0ingest;

import io.neardup.hadoop.corpus.CorpusBatch;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.IngestInputFormat;
import io.neardup.hadoop.job.PartFiles;
import io.neardup.hadoop.job.StageContext;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;

/** Groups lines of set and element into documents, in the order of the sets' first lines. */
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
    Job job = context.newJob("ingest, grouping of sets", context.reducers(bytes));
    CorpusInput.configure(job, List.of(lines), bytes);
    job.setInputFormatClass(IngestInputFormat.class);
    job.setMapperClass(SetMemberMapper.class);
    job.setMapOutputKeyClass(SetMemberKey.class);
    job.setMapOutputValueClass(BytesWritable.class);
    job.setPartitionerClass(SetMemberPartitioner.class);
    job.setGroupingComparatorClass(SetMemberKey.Set.class);
    job.setReducerClass(SetGroupReducer.class);
    job.setOutputKeyClass(PlaceKey.class);
    job.setOutputValueClass(DocumentWritable.class);
    job.setOutputFormatClass(SequenceFileOutputFormat.class);
    FileOutputFormat.setOutputPath(job, grouped);
    context.run(job);
  }

  private void order(Path grouped, Path output) throws IOException {
    Job job = context.newJob("ingest, order of sets", context.reducers(bytes));
    job.setInputFormatClass(SequenceFileInputFormat.class);
    SequenceFileInputFormat.setInputPaths(job, PartFiles.asInput(grouped));
    job.setMapOutputKeyClass(PlaceKey.class);
    job.setMapOutputValueClass(DocumentWritable.class);
    PlacePartitioner.setRanges(job.getConfiguration(), ranges);
    job.setPartitionerClass(PlacePartitioner.class);
    Plan.setFile(job.getConfiguration(), new Path(lines.manifest()));
    job.setReducerClass(SetOrderReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(BytesWritable.class);
    job.setOutputFormatClass(SetOutputFormat.class);
    FileOutputFormat.setOutputPath(job, output);
    context.run(job);
  }
}
