package io.neardup.hadoop.pipeline;

import io.neardup.hadoop.pipeline.SummaryFigures.SimilarPair;
import io.neardup.hadoop.pipeline.SummaryFigures.Sizes;
import io.neardup.hadoop.stage4verify.VerifyStage;
import io.neardup.hadoop.stage5cluster.ClusterStage;
import io.neardup.hadoop.stage5cluster.removal.SourceShare;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * What a run has left for its summary beside the counts. All lists are short, whatever the corpus.
 *
 * @param mostSimilar the most similar pairs, the best first
 * @param sizes of clusters, from small to large
 * @param worstSources the sources that lose the greatest share of their documents, the worst first
 */
record SummaryNotes(
    List<SimilarPair> mostSimilar, List<Sizes> sizes, List<SourceShare> worstSources) {

  /** Returns the notes of a run without verification. */
  static SummaryNotes none() {
    return new SummaryNotes(List.of(), List.of(), List.of());
  }

  /** Reads the notes from the folders of stages 4 and 5. */
  static SummaryNotes read(Configuration conf, Path pairs, Path clusters) throws IOException {
    return new SummaryNotes(
        VerifyStage.mostSimilar(conf, pairs).stream().map(SummaryNotes::pair).toList(),
        ClusterStage.sizes(conf, clusters).stream().map(SummaryNotes::size).toList(),
        ClusterStage.worstSources(conf, clusters));
  }

  private static SimilarPair pair(String line) {
    String[] fields = line.split("\t", -1);
    return new SimilarPair(
        fields[0], fields[1], Double.parseDouble(fields[3].isEmpty() ? fields[2] : fields[3]));
  }

  private static Sizes size(String line) {
    String[] fields = line.split("\t", -1);
    return new Sizes(
        Long.parseLong(fields[0]),
        Long.parseLong(fields[1]),
        Long.parseLong(fields[2]),
        Long.parseLong(fields[3]));
  }
}
