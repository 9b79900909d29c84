package io.neardup.hadoop.audit;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.audit.Finding.Kind;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.stage5cluster.keep.DocumentRanks;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.similarity.IndexedSet;
import io.neardup.similarity.Measure;
import io.neardup.similarity.SetComparison;
import io.neardup.text.DocumentShingler;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/**
 * Compares documents with a block of sampled documents. It writes each sampled document of the
 * block, each near-duplicate of one, and how similar a removed one is to the document kept for it.
 *
 * <p>Memory: {@link SampleBlock}, one document and its shingles.
 */
final class DocumentSearch implements Closeable {

  /** The most bytes of normalized text for a byte of text: U+FDFA becomes 18 characters. */
  private static final int MAX_GROWTH = 12;

  private final TaskInputOutputContext<?, ?, GroupedKey, Finding> context;
  private final Finding finding = new Finding();
  private final IndexedSet set = new IndexedSet();
  private final SetComparison comparison = new SetComparison();
  private final DocumentStates states;
  private final DocumentShingler shingler;
  private final SampleBlock block;
  private final DocumentRanks ranks;
  private final double threshold;
  private final Measure measure;
  private final SharedAnchors anchors; // null if the search was not for containment
  private final int bandBytes;

  DocumentSearch(int number, TaskInputOutputContext<?, ?, GroupedKey, Finding> context)
      throws IOException {
    this.context = context;
    Configuration conf = context.getConfiguration();
    Settings settings = HadoopSettings.of(conf);
    threshold = settings.get(Keys.THRESHOLD);
    bandBytes = settings.getInt(Keys.ROWS) * Integer.BYTES;
    measure = HadoopSettings.measure(settings);
    anchors = settings.isOfContainment() ? new SharedAnchors(conf, settings) : null;
    ranks = new DocumentRanks(conf);
    states = new DocumentStates(conf);
    shingler = Shinglers.of(conf, settings);
    AuditTasks tasks = AuditTasks.of(conf);
    List<Integer> starts = tasks.blocks();
    int end = number + 1 < starts.size() ? starts.get(number + 1) : Integer.MAX_VALUE;
    Path documents = new Path(tasks.documents());
    block = new SampleBlock(conf, documents, starts.get(number), end, tasks.sample());
  }

  /** Compares a document with the block; columns ascend. */
  void search(long column, DocumentWritable document) throws IOException, InterruptedException {
    boolean sampled = block.contains(column);
    IntList removed = block.removedFor(column);
    long most = (long) MAX_GROWTH * document.textLength();
    if (!sampled && removed.isEmpty() && most < block.index().smallest()) {
      return;
    }
    LongArrayList elements = document.elements(shingler);
    set.take(elements.elements(), elements.size());
    IntList candidates = block.index().candidates(set.elements(), set.size());
    boolean alone = candidates.isEmpty() || (candidates.size() == 1 && sampled);
    if (!sampled && removed.isEmpty() && alone) {
      return;
    }
    describe(column, document);
    if (sampled) {
      context.write(finding.about(Kind.DOCUMENT, column, column), finding);
    }
    if (alone && removed.isEmpty()) {
      return;
    }
    if (anchors != null && !alone) { // in the order of the text again
      elements = document.elements(shingler);
      anchors.setOne(elements);
      set.take(elements.elements(), elements.size());
    }
    byte[] slots = states.slots(column);
    for (int i = 0; i < candidates.size(); i++) {
      int place = candidates.getInt(i);
      double least = measure.jaccard(threshold, set.size(), block.index().sizeAt(place));
      if (block.column(place) != column && compare(place, least)) {
        byte[] its = block.slots(place);
        finding.agreement = PairAudit.equal(slots, its, Integer.BYTES).size();
        finding.sharesBucket =
            anchors == null
                ? !PairAudit.equal(slots, its, bandBytes).isEmpty()
                : anchors.areSharedWith(block.shingles(place));
        context.write(finding.about(Kind.NEAR_DUPLICATE, block.column(place), column), finding);
      }
    }
    for (int i = 0; i < removed.size(); i++) {
      int place = removed.getInt(i);
      compare(place, 0);
      context.write(finding.about(Kind.KEPT, block.column(place), column), finding);
    }
  }

  private void describe(long column, DocumentWritable document) throws IOException {
    DocumentStates.Decision decision = states.decision(column);
    finding.id = Arrays.copyOf(document.idBytes(), document.idLength());
    finding.size = set.size();
    finding.kept = decision.kept();
    finding.cluster = decision.cluster();
    finding.rank = ranks.of(column, document);
  }

  private boolean compare(int place, double least) {
    if (!block.reaches(place, set, comparison, least)) {
      return false;
    }
    finding.intersection = comparison.intersection();
    finding.size = set.size();
    finding.ownSize = comparison.union() + comparison.intersection() - set.size();
    return true;
  }

  @Override
  public void close() throws IOException {
    states.close();
  }
}
