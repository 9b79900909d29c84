package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.config.Keys;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.job.PartFiles;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.TaskNotes;
import io.neardup.hadoop.stage4verify.PairSimilarities;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.table.LineBuilder;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.util.LineReader;

/**
 * Makes one file {@code removed-by.tsv} of what the tasks wrote. If documents are removed by chains
 * and the tasks had no texts to compare, it first has their similarities to the kept documents
 * computed, unless {@code neardup.cluster.chain-similarity=false}, and puts them into their lines.
 *
 * <p>Memory: a line, and the least similar removals.
 */
final class RemovedByFile {

  private static final int BUFFER = 1 << 16;

  private final StageContext context;
  private final Path output;
  private final FileSystem fs;
  private final LeastSimilar least = new LeastSimilar(LeastSimilar.COUNT);
  private final LeastSimilar leastChain = new LeastSimilar(1);

  /**
   * @param output the folder with the files of the tasks
   */
  RemovedByFile(StageContext context, Path output) throws IOException {
    this.context = context;
    this.output = output;
    this.fs = output.getFileSystem(context.conf());
  }

  /**
   * Writes the file and that of {@link LeastSimilar}, and deletes the files of the tasks.
   *
   * @param work a temporary folder that does not exist
   * @return the least similarities
   */
  LeastSimilarities write(Corpus corpus, Path work) throws IOException {
    FileStatus[] lines = PartFiles.named(fs, output, ClusterReducer.REMOVED_BY + "-");
    FileStatus[] chains = PartFiles.named(fs, output, ClusterReducer.CHAINS + "-");
    Path file = new Path(output, ClusterDocuments.REMOVED_BY);
    least.addLines(TaskNotes.read(context.conf(), output, LeastSimilar.NOTE));
    leastChain.addLines(TaskNotes.read(context.conf(), output, LeastSimilar.CHAIN_NOTE));
    if (chains.length == 0 || !context.settings().get(Keys.CHAIN_SIMILARITY)) {
      PartFiles.concatenate(fs, output, ClusterReducer.REMOVED_BY + "-", file);
    } else {
      long number = context.count(ClusterCounters.REMOVED_BY_LINK);
      Path similarities = new Path(work, "similarities");
      PairSimilarities.compute(
          context,
          "cluster, chains",
          corpus,
          chains,
          number,
          new Path(work, "blocks"),
          similarities);
      complete(lines, similarities, file);
    }
    try (OutputStream out = fs.create(new Path(output, LeastSimilar.FILE), true)) {
      out.write(least.lines().getBytes(StandardCharsets.UTF_8));
    }
    for (FileStatus[] files :
        new FileStatus[][] {
          lines, chains, notes(LeastSimilar.NOTE), notes(LeastSimilar.CHAIN_NOTE)
        }) {
      for (FileStatus one : files) {
        fs.delete(one.getPath(), false);
      }
    }
    return new LeastSimilarities(least.least(), leastChain.least());
  }

  private FileStatus[] notes(String name) throws IOException {
    return PartFiles.named(fs, output, "_" + name + "-");
  }

  /**
   * Writes the lines; those without a similarity get it from the other files, in the same order.
   */
  private void complete(FileStatus[] lines, Path similarities, Path file) throws IOException {
    Text line = new Text();
    LineBuilder completed = new LineBuilder();
    try (ChainSimilarities chains = new ChainSimilarities(context.conf(), similarities);
        OutputStream out = new BufferedOutputStream(fs.create(file, true), BUFFER)) {
      for (FileStatus part : lines) {
        try (InputStream in = fs.open(part.getPath());
            LineReader reader = new LineReader(in, BUFFER)) {
          while (reader.readLine(line) > 0) {
            int third = line.find("\t", line.find("\t") + 1) + 1;
            if (line.charAt(third) != '\t') {
              out.write(line.getBytes(), 0, line.getLength());
            } else {
              int similarity = chains.next(line);
              completed.clear().append(line.getBytes(), 0, third).appendMillionths(similarity);
              completed.append(line.getBytes(), third, line.getLength() - third);
              Text text = completed.toText();
              out.write(text.getBytes(), 0, text.getLength());
              least.add(similarity, text);
              leastChain.add(similarity, text);
            }
            out.write('\n');
          }
        }
      }
    }
  }
}
