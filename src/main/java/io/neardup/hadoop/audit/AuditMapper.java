package io.neardup.hadoop.audit;

import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.job.PartFiles;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Documents → their near-duplicates in a block of the sample; or a file of results → what it says
 * of sampled documents.
 */
public final class AuditMapper extends Mapper<LongWritable, DocumentWritable, AuditKey, Finding> {

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    SearchSplit split = (SearchSplit) context.getInputSplit();
    if (!split.isOfDocuments()) {
      Path file = new Path(split.file());
      if (file.getName().startsWith(PartFiles.PREFIX)) {
        ReportedPairs.read(file, context);
      } else {
        ReportedRemovals.read(file, context);
      }
      return;
    }
    try (DocumentSearch search = new DocumentSearch(split.block(), context)) {
      while (context.nextKeyValue()) {
        search.search(context.getCurrentKey().get(), context.getCurrentValue());
      }
    }
  }
}
