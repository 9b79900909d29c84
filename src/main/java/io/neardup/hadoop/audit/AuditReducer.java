package io.neardup.hadoop.audit;

import static java.util.stream.Collectors.toMap;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.graph.ContainmentRule;
import io.neardup.graph.KeepPolicy;
import io.neardup.hadoop.audit.AuditFigures.MissedPair;
import io.neardup.hadoop.audit.AuditFigures.Wrong;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.corpus.CorpusReader;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.stage4verify.compare.Verification;
import io.neardup.hadoop.stage5cluster.keep.DocumentRanks;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.SignatureInputFormat;
import io.neardup.hadoop.table.TopNotes;
import io.neardup.lsh.BandingScheme;
import io.neardup.similarity.Jaccard;
import io.neardup.similarity.Measure;
import java.io.IOException;
import java.util.Map;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * What was found about a sampled document → a {@link Judgement}. Leaves the {@link Tallies} and the
 * first examples of what is missing or wrong as notes.
 */
public final class AuditReducer extends Reducer<GroupedKey, Finding, NullWritable, Text> {

  final Tallies tallies = new Tallies();
  final Map<AuditCounters, TopNotes<MissedPair>> missed =
      AuditCounters.CAUSES.stream().collect(toMap(Function.identity(), MissedPair::notes));
  final TopNotes<Wrong> wrong = Wrong.notes();

  BandingScheme scheme;
  Measure measure;
  ContainmentRule rule;
  boolean exact; // the similarities of pairs
  boolean direct; // linking
  boolean keepsEmpty; // documents without shingles
  double threshold;
  int slots;
  int minimumAgreement;
  ListedPairs listed;
  private boolean hasRanks; // else all documents have the same
  private Context context;

  @Override
  protected void setup(Context newContext) throws IOException {
    context = newContext;
    Configuration conf = context.getConfiguration();
    Settings settings = HadoopSettings.of(conf);
    scheme = settings.banding();
    measure = HadoopSettings.measure(settings);
    rule = ContainmentRule.of(settings);
    exact = settings.get(Keys.VERIFY_MODE).equals("exact");
    threshold = settings.get(Keys.THRESHOLD);
    direct = settings.get(Keys.LINKING).equals("direct");
    keepsEmpty = settings.get(Keys.WITHOUT_SHINGLES).equals("keep");
    slots = SignatureInputFormat.slots(conf);
    minimumAgreement = Verification.minimumAgreement(settings, slots);
    listed = new ListedPairs(conf, AuditTasks.of(conf).folder(Stage.CANDIDATE_LIST));
    hasRanks = new KeepPolicy(settings).ranks();
  }

  @Override
  protected void reduce(GroupedKey key, Iterable<Finding> findings, Context sameContext)
      throws IOException {
    Judgement judgement = new Judgement(this, key.groupColumn());
    for (Finding finding : findings) { // the key changes with each value
      judgement.add(key.column(), WritableUtils.clone(finding, context.getConfiguration()));
      context.progress();
    }
    judgement.end();
  }

  /** Returns whether a document and the one of a finding reach the threshold, as far as known. */
  boolean areAlike(Finding other) {
    return !exact || Jaccard.similarity(other.intersection, other.whole(measure)) >= threshold;
  }

  void count(AuditCounters counter) {
    context.getCounter(counter).increment(1);
  }

  /** Returns the rank of the document that is kept for a near-duplicate, which may be itself. */
  byte[] rankOfKept(Finding nearDuplicate, boolean itself) throws IOException {
    if (itself || !hasRanks) {
      return nearDuplicate.rank;
    }
    Configuration conf = context.getConfiguration();
    DocumentWritable document = new DocumentWritable();
    try (CorpusReader corpus =
        new CorpusReader(
            conf,
            CorpusInput.batches(conf),
            CorpusReader.Content.ALL)) { // rarely more than once for a sampled document
      corpus.read(nearDuplicate.kept, document);
      return new DocumentRanks(conf).of(nearDuplicate.kept, document);
    }
  }

  @Override
  protected void cleanup(Context sameContext) throws IOException {
    tallies.write(context);
    for (TopNotes<MissedPair> ofCause : missed.values()) {
      ofCause.write(context);
    }
    wrong.write(context);
    listed.close();
  }
}
