package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusInputFormat;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.NumberParser;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.util.LineReader;

/**
 * Computes the similarity of given pairs of documents, whatever it is, in one job: the Jaccard
 * similarity, or with {@code neardup.verify=signature} the share of equal slots of their
 * signatures, which the tasks compute anew from the documents.
 *
 * <p>The first document of each pair is a member of a block, the second a visitor. The pairs are
 * cut, in their order, into blocks for {@link SimilarityReducer}: each reduce task gets the same
 * number of pairs, and a block has no more members than fit in memory. So a member with many
 * visitors is sent to several tasks, and each visitor once. The blocks change no result.
 */
public final class PairSimilarities {

  private PairSimilarities() {}

  /**
   * Runs the job. Writes part files of lines {@code member<TAB>visitor<TAB>similarity}, in the
   * order of the pairs.
   *
   * @param name of the job
   * @param corpus of the documents
   * @param pairs files of lines {@code member<TAB>visitor}: columns, by member, then visitor, none
   *     twice; no column is both a member and a visitor
   * @param number how many pairs there are, at least 1
   * @param work a temporary folder that does not exist
   * @param output a folder that does not exist
   * @throws io.neardup.hadoop.job.StageFailedException if not all pairs were compared
   */
  public static void compute(
      StageContext context,
      String name,
      Corpus corpus,
      FileStatus[] pairs,
      long number,
      Path work,
      Path output)
      throws IOException {
    int parts = (int) Math.min(number, context.reducers(textBytes(corpus, number)));
    StageJob<?, ?> job = StageJob.of(context, name, parts, work);
    Configuration conf = job.conf();
    long memory = VerifyStage.shareMemory(conf);
    // A document has at most about as many shingles as bytes.
    int size = DocumentBlocks.maxColumns(corpus.columns(), corpus.bytes(), memory);
    int[] starts;
    try (PairBlocks blocks = new PairBlocks(Disk.ofClient(context.conf()), number, parts, size)) {
      read(context.conf(), pairs, blocks);
      blocks.write(context.conf(), work);
      starts = blocks.starts();
    }
    Verification.setBytesInMemory(conf, memory);
    SimilarityMapper.setBlocks(conf, work);
    Counters counters =
        job.set(c -> ComparisonPartitioner.configure(c, starts))
            .set(corpus.only(conf, work)::configure)
            .read(CorpusInputFormat.class)
            .map(SimilarityMapper.class, ComparisonKey.class, ComparedDocument.class)
            .partition(ComparisonPartitioner.class)
            .group(ComparisonKey.Block.class)
            .reduce(SimilarityReducer.class)
            .writeLines(output)
            .run();
    context.balance(
        "pairs to be compared and pairs compared",
        number,
        counters.findCounter(TaskCounter.REDUCE_OUTPUT_RECORDS).getValue());
  }

  /** Returns about how many bytes the documents of so many pairs have. */
  private static long textBytes(Corpus corpus, long pairs) {
    double share = Math.min(1, 2.0 * pairs / Math.max(1, corpus.columns()));
    return (long) (share * corpus.bytes());
  }

  private static void read(Configuration conf, FileStatus[] files, PairBlocks blocks)
      throws IOException {
    NumberParser numbers = new NumberParser("a pair of columns");
    Text line = new Text();
    for (FileStatus file : files) {
      try (InputStream in = file.getPath().getFileSystem(conf).open(file.getPath());
          LineReader lines = new LineReader(in)) {
        while (lines.readLine(line) > 0) {
          long member = numbers.start(line).number();
          numbers.expect('\t');
          blocks.add(member, numbers.number());
          numbers.expectEnd();
        }
      }
    }
  }
}
