package io.neardup.hadoop.stage0ingest;

import io.neardup.config.Keys;
import io.neardup.hadoop.corpus.CorpusBatch;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.corpus.SourceInputFormat;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.job.TaskNotes;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;

/** The job that copies the records of many files into a few packed files. */
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
    StageJob.of(context, "ingest, packing", 0)
        .set(conf -> conf.setLong(Keys.SPLIT_BYTES.name(), context.settings().get(Keys.PACK_BYTES)))
        .set(conf -> conf.setBoolean("mapreduce.map.speculative", false)) // one file a task
        .set(conf -> CorpusInput.configure(conf, List.of(batch), bytes))
        .read(SourceInputFormat.class)
        .mapToFiles(PackMapper.class, output)
        .run();
    if (context.count(IngestCounters.BAD_FILES) > 0) {
      List<String> bad = TaskNotes.read(context.conf(), output, PackMapper.BAD_FILES);
      throw new BadRecords(context).tooMany(bad.stream(), bad.get(0).split("\t", -1)[3]);
    }
  }
}
