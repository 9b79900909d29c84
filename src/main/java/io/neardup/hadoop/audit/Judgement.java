package io.neardup.hadoop.audit;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.graph.ContainmentRule;
import io.neardup.graph.KeepPolicy;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.stage4verify.Verification;
import io.neardup.hadoop.stage5cluster.removal.Removal;
import io.neardup.hadoop.table.SignatureInputFormat;
import io.neardup.lsh.BandingScheme;
import io.neardup.similarity.Jaccard;
import io.neardup.similarity.Measure;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;

/**
 * Judges sampled documents one by one: which of their near-duplicates were reported, why the others
 * were not, and whether what was reported is right. Memory does not depend on the number of
 * near-duplicates.
 */
final class Judgement implements Closeable {

  static final String CANDIDATES = "candidates";
  static final String RANKS = "ranks";

  /** The kind of examples of what is wrong. */
  static final String WRONG = "WRONG";

  /** What is remembered of the near-duplicate that is looked at. */
  private static final class Partner {
    private long column = -1;
    private Finding nearDuplicate; // null if it is none
    private Finding reported;
    private int times; // reported
  }

  private final Tallies tallies = new Tallies();
  private final Consumer<AuditCounters> counter; // of one more
  private final BandingScheme scheme;
  private final KeptRanks ranks; // null if all documents have the same
  private final ListedPairs listed;
  private final Measure measure;
  private final ContainmentRule rule;
  private final boolean exact;
  private final boolean direct;
  private final int slots;
  private final int minimumAgreement;

  private long column;
  private Finding document; // null if the documents lack it
  private long removedBy; // the column that removed-by.tsv names, or the document's own
  private Finding removal;
  private Finding kept; // the document that is kept for it
  private Partner partner;
  private long partners;
  private long found;
  private long implied;
  private long sameCluster;
  private long reported;
  private Partner best; // the most similar one that was reported; null before the first
  private boolean pairWithKept;
  private long likenessToKept; // of the document that is kept in its place
  private long mostLikeKept; // of those for which it may be removed
  private boolean missedRemoval;
  private boolean keptWithKept;
  private final long[] bandPartners = new long[Tallies.BANDS_PER_UNIT + 1];
  private final long[] bandFound = new long[Tallies.BANDS_PER_UNIT + 1];

  Judgement(Configuration conf, Settings settings, Consumer<AuditCounters> counter)
      throws IOException {
    this.counter = counter;
    scheme = new BandingScheme(settings.getInt(Keys.BANDS), settings.getInt(Keys.ROWS));
    ranks =
        KeepPolicy.of(settings).ranks()
            ? new KeptRanks(conf, AuditTasks.folder(conf, RANKS))
            : null;
    measure = HadoopSettings.measure(settings);
    rule = ContainmentRule.of(settings);
    exact = settings.get(Keys.VERIFY_MODE).equals("exact");
    direct = settings.get(Keys.LINKING).equals("direct");
    slots = SignatureInputFormat.slots(conf);
    minimumAgreement = Verification.minimumAgreement(settings, slots);
    listed = new ListedPairs(conf, AuditTasks.folder(conf, CANDIDATES));
  }

  void begin(long newColumn) {
    column = newColumn;
    document = null;
    removedBy = newColumn;
    removal = null;
    kept = null;
    partner = new Partner();
    partners = 0;
    found = 0;
    implied = 0;
    sameCluster = 0;
    reported = 0;
    best = null;
    pairWithKept = false;
    likenessToKept = -1;
    mostLikeKept = -1;
    missedRemoval = false;
    keptWithKept = false;
    Arrays.fill(bandPartners, 0);
    Arrays.fill(bandFound, 0);
  }

  /**
   * Adds a finding about the document; findings come in the order of their keys.
   *
   * @param finding taken over
   */
  void add(long other, Finding finding) throws IOException {
    switch (finding.kind()) {
      case DOCUMENT -> document = finding;
      case REMOVED_BY -> {
        wrongIf(removal != null, AuditCounters.WRONG_REMOVALS, other, "removed twice");
        removal = finding;
        removedBy = other;
      }
      case KEPT -> kept = finding;
      case NEAR_DUPLICATE -> {
        moveTo(other);
        partner.nearDuplicate = finding;
      }
      case REPORTED -> {
        moveTo(other);
        partner.reported = finding;
        partner.times++;
      }
    }
  }

  private void moveTo(long other) throws IOException {
    if (other != partner.column) {
      endPartner();
      partner = new Partner();
      partner.column = other;
    }
  }

  void end() throws IOException {
    endPartner();
    if (document == null) {
      wrongIf(true, AuditCounters.WRONG_PAIRS, column, "is in the results, but not in the corpus");
      return;
    }
    boolean isKept = document.kept == column;
    counter.accept(AuditCounters.SAMPLED);
    countIf(isKept, AuditCounters.KEPT);
    countIf(partners > 0, AuditCounters.WITH_NEAR_DUPLICATE);
    countIf(found > 0, AuditCounters.FOUND);
    countIf(isKept && missedRemoval, AuditCounters.MISSED_REMOVALS);
    countIf(isKept && keptWithKept, AuditCounters.KEPT_WITH_KEPT);
    tallies.add(Tallies.REPORTED, found, partners);
    tallies.add(Tallies.IMPLIED, implied, partners);
    tallies.add(Tallies.SAME_CLUSTER, sameCluster, partners);
    for (int band = 0; band < bandPartners.length; band++) {
      tallies.addBand(band, bandFound[band], bandPartners[band]);
    }
    counter.accept(AuditCounters.LINKS_CHECKED);
    wrongIf(
        (document.cluster != DocumentStates.NONE) != (reported > 0),
        AuditCounters.WRONG_LINKS,
        column,
        reported > 0 ? "is in a pair, but in no cluster" : "is in a cluster, but in no pair");
    if (!isKept || removal != null) {
      counter.accept(AuditCounters.REMOVALS_CHECKED);
      String wrong = wrongRemoval();
      wrongIf(!wrong.isEmpty(), AuditCounters.WRONG_REMOVALS, removedBy, wrong);
    }
  }

  /** Returns what is wrong with the removal of the document; empty if nothing is. */
  private String wrongRemoval() {
    if (removal == null) {
      return "is removed, but not in removed-by.tsv";
    }
    if (removedBy != document.kept || kept == null) {
      return "is not removed for the document that removed-by.tsv names";
    }
    if (kept.kept != removedBy) {
      return "is removed for a document that is removed";
    }
    if (kept.cluster != document.cluster) {
      return "is removed for a document of another cluster";
    }
    if (!Arrays.equals(removal.ownId, document.id) || !Arrays.equals(removal.id, kept.id)) {
      return "has another id in removed-by.tsv, or the kept document has";
    }
    if (removal.isPair != pairWithKept || (direct && !pairWithKept)) {
      return removal.isPair
          ? "makes no pair with the document it is removed for"
          : "makes a pair with the document it is removed for";
    }
    if (best == null) {
      return "is removed, but makes no pair";
    }
    if (direct && !rule.allows(kept.intersection, kept.ownSize)) {
      return "is removed, but the kept document holds too little of it";
    }
    if (direct && mostLikeKept > likenessToKept) {
      return "is removed, but not for the most similar kept document";
    }
    if (!isLinkRight()) {
      return "is linked by another pair than removed-by.tsv says";
    }
    if (exact
        && removal.similarity != Finding.NO_SIMILARITY
        && removal.similarity != kept.millionths(measure)) {
      return "has another similarity to the kept document than removed-by.tsv says";
    }
    return "";
  }

  /** Returns whether the removal names the pair that links the document, unless it is a pair. */
  private boolean isLinkRight() {
    if (removal.isPair) {
      return removal.linkColumn == Removal.NONE
          && removal.linkSimilarity == Finding.NO_SIMILARITY
          && removal.linkId.length == 0;
    }
    return removal.linkColumn == best.column
        && (!exact || removal.linkSimilarity == best.reported.similarity)
        && Arrays.equals(removal.linkId, best.reported.id);
  }

  private void endPartner() throws IOException {
    Finding nearDuplicate = partner.nearDuplicate;
    if (partner.reported != null) {
      reported++;
      if (partner.column == removedBy) {
        pairWithKept = true;
        likenessToKept = likeness(partner.reported);
      }
      if (nearDuplicate != null
          && nearDuplicate.kept == partner.column
          && rule.allows(nearDuplicate.intersection, nearDuplicate.ownSize)) {
        mostLikeKept = Math.max(mostLikeKept, likeness(partner.reported));
      }
      if (best == null || likeness(partner.reported) > likeness(best.reported)) {
        best = partner; // of equal ones the first
      }
      if (exact) {
        counter.accept(AuditCounters.PAIRS_CHECKED);
        String wrong = wrongPair(partner.reported, nearDuplicate);
        wrongIf(!wrong.isEmpty(), AuditCounters.WRONG_PAIRS, partner.column, wrong);
      }
    }
    if (nearDuplicate == null || document == null) {
      return;
    }
    boolean sameAsDocument =
        document.cluster != DocumentStates.NONE && document.cluster == nearDuplicate.cluster;
    wrongIf(
        partner.reported != null && !sameAsDocument,
        AuditCounters.WRONG_LINKS,
        partner.column,
        "makes a pair with a document of another cluster");
    int band = Tallies.band(nearDuplicate.intersection, nearDuplicate.whole(measure));
    partners++;
    bandPartners[band]++;
    if (measure == Measure.JACCARD) {
      tallies.expect(
          band,
          scheme.candidateProbability(
              Jaccard.similarity(nearDuplicate.intersection, nearDuplicate.whole(measure))));
    }
    if (partner.reported != null) {
      found++;
      implied++;
      sameCluster++;
      bandFound[band]++;
    } else {
      AuditCounters cause = cause(nearDuplicate);
      counter.accept(cause);
      tallies.example(
          cause.name(),
          column,
          partner.column,
          column,
          text(document.id),
          partner.column,
          text(nearDuplicate.id),
          nearDuplicate.millionths(measure));
      implied += cause == AuditCounters.IMPLIED ? 1 : 0;
      sameCluster += sameAsDocument ? 1 : 0;
    }
    keptWithKept |= nearDuplicate.kept == partner.column;
    missedRemoval |= isRemovedBy(nearDuplicate, sameAsDocument);
  }

  /** Returns whether the document, if it is kept, should have been removed for a near-duplicate. */
  private boolean isRemovedBy(Finding nearDuplicate, boolean sameAsDocument) throws IOException {
    boolean itselfKept = nearDuplicate.kept == partner.column;
    if (direct ? !itselfKept : sameAsDocument) {
      return false;
    }
    if (document.kept != column) {
      return false; // it was removed
    }
    if (!rule.allows(nearDuplicate.intersection, nearDuplicate.ownSize)) {
      return false;
    }
    byte[] rank = itselfKept || ranks == null ? nearDuplicate.rank : ranks.of(nearDuplicate.kept);
    return isPreferred(rank, nearDuplicate.kept);
  }

  private boolean isPreferred(byte[] rank, long other) {
    int order = Arrays.compareUnsigned(rank, document.rank);
    return order < 0 || (order == 0 && other < column);
  }

  private AuditCounters cause(Finding missed) throws IOException {
    boolean isListed =
        listed.contains(Math.min(column, partner.column), Math.max(column, partner.column));
    if (isListed) {
      return missed.agreement < minimumAgreement ? AuditCounters.FILTER : AuditCounters.FAULT;
    }
    if (!missed.sharesBucket) {
      return AuditCounters.BANDS;
    }
    return missed.agreement == slots && measure == Measure.JACCARD
        ? AuditCounters.IMPLIED
        : AuditCounters.GUARD;
  }

  private long likeness(Finding itsReport) {
    return exact
        ? measure.exact(
            itsReport.similarity, itsReport.intersection, itsReport.ownSize, itsReport.size)
        : itsReport.agreement;
  }

  /** Returns what is wrong with a reported pair; empty if nothing is. */
  private String wrongPair(Finding itsReport, Finding nearDuplicate) {
    if (nearDuplicate == null) {
      return "is reported, but less similar than the threshold";
    }
    if (partner.times > 1) {
      return "is reported more than once";
    }
    if (document != null
        && (!Arrays.equals(itsReport.ownId, document.id)
            || !Arrays.equals(itsReport.id, nearDuplicate.id))) {
      return "is reported with another id";
    }
    if (itsReport.intersection != nearDuplicate.intersection
        || itsReport.union != nearDuplicate.whole(Measure.JACCARD)
        || itsReport.size != nearDuplicate.size
        || itsReport.ownSize != nearDuplicate.ownSize
        || itsReport.jaccard != nearDuplicate.millionths(Measure.JACCARD)
        || itsReport.similarity != nearDuplicate.millionths(measure)
        || itsReport.agreement != Finding.millionths(nearDuplicate.agreement, slots)) {
      return "is reported with another similarity";
    }
    return "";
  }

  private void wrongIf(boolean wrong, AuditCounters kind, long other, String how) {
    if (wrong) {
      counter.accept(kind);
      String id = document == null ? "?" : text(document.id);
      tallies.example(WRONG, column, other, column, id, other, how);
    }
  }

  private static String text(byte[] id) {
    return new String(id, StandardCharsets.UTF_8);
  }

  private void countIf(boolean condition, AuditCounters kind) {
    if (condition) {
      counter.accept(kind);
    }
  }

  Tallies tallies() {
    return tallies;
  }

  @Override
  public void close() throws IOException {
    listed.close();
    if (ranks != null) {
      ranks.close();
    }
  }
}
