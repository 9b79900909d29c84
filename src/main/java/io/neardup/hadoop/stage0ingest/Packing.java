package io.neardup.hadoop.stage0ingest;

import io.neardup.config.Keys;
import io.neardup.hadoop.corpus.CorpusBatch;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.corpus.SourceInputFormat;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.TaskNotes;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.LazyOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;

/** Copies the records of many files into few packed files. */
final class Packing {

  private final StageContext context;

  Packing(StageContext context) {
    this.context = context;
  }

  /**
   * Packs the files of a batch into a folder, which must not exist.
   *
   * @param batch its manifest is the plan, a range a file
   * @param bytes of the files, together
   */
  void run(CorpusBatch batch, long bytes, Path output) throws IOException {
    Job job = context.newJob("ingest, packing", 0);
    job.getConfiguration()
        .setLong(
            Keys.SPLIT_BYTES.name(), context.settings().get(Keys.PACK_BYTES)); // one file a task
    job.getConfiguration().setBoolean("mapreduce.map.speculative", false);
    CorpusInput.configure(job, List.of(batch), bytes);
    job.setInputFormatClass(SourceInputFormat.class);
    job.setMapperClass(PackMapper.class);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(NullWritable.class);
    // The mapper writes its files itself, through the committer.
    LazyOutputFormat.setOutputFormatClass(job, TextOutputFormat.class);
    FileOutputFormat.setOutputPath(job, output);
    context.run(job);
    if (context.count(IngestCounters.BAD_FILES) > 0) {
      List<String> bad = TaskNotes.read(context.conf(), output, PackMapper.BAD_FILES);
      throw new BadRecords(context).tooMany(bad.stream(), bad.get(0).split("\t", -1)[3]);
    }
  }
}
