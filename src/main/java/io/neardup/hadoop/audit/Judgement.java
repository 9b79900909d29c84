package io.neardup.hadoop.audit;

import io.neardup.config.Quantity;
import io.neardup.hadoop.audit.AuditFigures.MissedPair;
import io.neardup.hadoop.audit.AuditFigures.Wrong;
import io.neardup.hadoop.stage5cluster.removal.Removal;
import io.neardup.hadoop.table.ColumnPair;
import io.neardup.similarity.Jaccard;
import io.neardup.similarity.Measure;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;

/**
 * Judges a sampled document: which of its near-duplicates were reported, why the others were not,
 * and whether what was reported is right. Memory does not depend on the number of near-duplicates.
 */
final class Judgement {

  /** What is remembered of the near-duplicate that is looked at. */
  private static final class Partner {
    private final long column;
    private Finding nearDuplicate; // null if it is none
    private int times; // reported
    private long likeness; // as it was reported
    private int similarity; // likewise, in millionths
    private String ownId; // of the sampled document, as it was reported
    private String id; // its own, likewise
    private String columns; // the lines of the report
    private String line; // without the ids

    private Partner(long column) {
      this.column = column;
    }
  }

  private final AuditReducer audit;
  private final long column;
  private Finding document; // null if the documents lack it
  private long removedBy; // the column that removed-by.tsv names, or the document's own
  private Removal removal; // null if it has none
  private Finding kept; // the document that is kept for it
  private Partner partner = new Partner(-1);
  private long partners;
  private long found;
  private long implied;
  private long sameCluster;
  private long reported;
  private Partner best; // the most similar one that was reported; null before the first
  private boolean pairWithKept;
  private long likenessToKept = -1; // of the document that is kept in its place
  private long mostLikeKept = -1; // of those for which it may be removed
  private boolean missedRemoval;
  private boolean keptWithKept;
  private final long[] bandPartners = new long[Tallies.BANDS_PER_UNIT + 1];
  private final long[] bandFound = new long[Tallies.BANDS_PER_UNIT + 1];

  Judgement(AuditReducer audit, long column) {
    this.audit = audit;
    this.column = column;
    removedBy = column;
  }

  /** Takes over a finding about the document; findings come in the order of their keys. */
  void add(long other, Finding finding) throws IOException {
    switch (finding.kind()) {
      case DOCUMENT -> document = finding;
      case REMOVED_BY -> {
        wrongIf(removal != null, AuditCounters.WRONG_REMOVALS, other, "removed twice");
        removal = Removal.parse(finding.line.toString());
        removedBy = other;
      }
      case KEPT -> kept = finding;
      case NEAR_DUPLICATE -> {
        moveTo(other);
        partner.nearDuplicate = finding;
      }
      case REPORTED -> {
        moveTo(other);
        report(finding);
      }
    }
  }

  private void moveTo(long other) throws IOException {
    if (other != partner.column) {
      endPartner();
      partner = new Partner(other);
    }
  }

  private void report(Finding finding) throws IOException {
    ColumnPair pair = new ColumnPair();
    pair.parse(finding.columns);
    String[] fields = finding.line.toString().split("\t", 3);
    boolean first = column < partner.column;
    partner.times++;
    partner.similarity = pair.similarity();
    partner.likeness = audit.exact ? pair.exact(audit.measure) : pair.similarity();
    partner.ownId = fields[first ? 0 : 1];
    partner.id = fields[first ? 1 : 0];
    partner.columns = finding.columns.toString();
    partner.line = fields[2];
  }

  void end() throws IOException {
    endPartner();
    if (document == null) {
      wrongIf(true, AuditCounters.WRONG_PAIRS, column, "is in the results, but not in the corpus");
      return;
    }
    boolean isKept = document.kept == column;
    audit.count(AuditCounters.SAMPLED);
    countIf(isKept && (document.size > 0 || audit.keepsEmpty), AuditCounters.KEPT);
    countIf(partners > 0, AuditCounters.WITH_NEAR_DUPLICATE);
    countIf(found > 0, AuditCounters.FOUND);
    countIf(isKept && missedRemoval, AuditCounters.MISSED_REMOVALS);
    countIf(isKept && keptWithKept, AuditCounters.KEPT_WITH_KEPT);
    audit.tallies.pairs(Tallies.REPORTED).add(found, partners);
    audit.tallies.pairs(Tallies.IMPLIED).add(implied, partners);
    audit.tallies.pairs(Tallies.SAME_CLUSTER).add(sameCluster, partners);
    for (int band = 0; band < bandPartners.length; band++) {
      audit.tallies.band(band).add(bandFound[band], bandPartners[band]);
    }
    audit.count(AuditCounters.LINKS_CHECKED);
    wrongIf(
        (document.cluster != DocumentStates.NONE) != (reported > 0),
        AuditCounters.WRONG_LINKS,
        column,
        reported > 0 ? "is in a pair, but in no cluster" : "is in a cluster, but in no pair");
    if (!isKept || removal != null) {
      audit.count(AuditCounters.REMOVALS_CHECKED);
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
    if (!removal.id().equals(document.id()) || !removal.keptId().equals(kept.id())) {
      return "has another id in removed-by.tsv, or the kept document has";
    }
    boolean isPair = removal.reason().equals(Removal.PAIR);
    if (pairWithKept && !isPair) {
      return "makes a pair with the document it is removed for";
    }
    if (!pairWithKept && (audit.direct ? !audit.areAlike(kept) : isPair)) {
      return "makes no pair with the document it is removed for";
    }
    if (best == null) {
      return "is removed, but makes no pair";
    }
    if (audit.direct && !isHeldBy(kept)) {
      return "is removed, but the kept document holds too little of it";
    }
    if (audit.direct && pairWithKept && mostLikeKept > likenessToKept) {
      return "is removed, but not for the most similar kept document";
    }
    if ((isPair || !audit.direct) && !isLinkRight(isPair)) {
      return "is linked by another pair than removed-by.tsv says";
    }
    if (audit.exact
        && !Double.isNaN(removal.similarity())
        && millionths(removal.similarity()) != kept.millionths(audit.measure)) {
      return "has another similarity to the kept document than removed-by.tsv says";
    }
    return "";
  }

  /** Returns whether the removal names the pair that links the document, unless it is a pair. */
  private boolean isLinkRight(boolean isPair) {
    if (isPair) {
      return removal.linkColumn() == Removal.NONE
          && Double.isNaN(removal.linkSimilarity())
          && removal.linkId().isEmpty();
    }
    return removal.linkColumn() == best.column
        && (!audit.exact || millionths(removal.linkSimilarity()) == best.similarity)
        && removal.linkId().equals(best.id);
  }

  /** Returns whether another document holds enough of this one to be kept in its place. */
  private boolean isHeldBy(Finding other) {
    return audit.rule.allows(other.intersection, other.ownSize);
  }

  private void endPartner() throws IOException {
    Finding nearDuplicate = partner.nearDuplicate;
    boolean isReported = partner.times > 0;
    if (isReported) {
      reported++;
      if (partner.column == removedBy) {
        pairWithKept = true;
        likenessToKept = partner.likeness;
      }
      if (nearDuplicate != null
          && nearDuplicate.kept == partner.column
          && isHeldBy(nearDuplicate)) {
        mostLikeKept = Math.max(mostLikeKept, partner.likeness);
      }
      if (best == null || partner.likeness > best.likeness) {
        best = partner; // of equal ones the first
      }
      if (audit.exact) {
        audit.count(AuditCounters.PAIRS_CHECKED);
        String wrong = wrongPair();
        wrongIf(!wrong.isEmpty(), AuditCounters.WRONG_PAIRS, partner.column, wrong);
      }
    }
    if (nearDuplicate == null || document == null) {
      return;
    }
    boolean sameAsDocument =
        document.cluster != DocumentStates.NONE && document.cluster == nearDuplicate.cluster;
    wrongIf(
        isReported && !sameAsDocument,
        AuditCounters.WRONG_LINKS,
        partner.column,
        "makes a pair with a document of another cluster");
    int whole = nearDuplicate.whole(audit.measure);
    int band = Tallies.band(nearDuplicate.intersection, whole);
    partners++;
    bandPartners[band]++;
    if (audit.measure == Measure.JACCARD) {
      double similarity = Jaccard.similarity(nearDuplicate.intersection, whole);
      audit.tallies.expect(band, audit.scheme.candidateProbability(similarity));
    }
    if (isReported) {
      found++;
      implied++;
      sameCluster++;
      bandFound[band]++;
    } else {
      AuditCounters cause = cause(nearDuplicate);
      audit.count(cause);
      audit
          .missed
          .get(cause)
          .add(
              new MissedPair(
                  cause.name().toLowerCase(Locale.ROOT),
                  column,
                  document.id(),
                  partner.column,
                  nearDuplicate.id(),
                  nearDuplicate.millionths(audit.measure) / 1e6));
      implied += cause == AuditCounters.IMPLIED ? 1 : 0;
      sameCluster += sameAsDocument ? 1 : 0;
    }
    keptWithKept |= nearDuplicate.kept == partner.column;
    missedRemoval = missedRemoval || isRemovedBy(nearDuplicate, sameAsDocument);
  }

  /** Returns whether the document, if it is kept, should have been removed for a near-duplicate. */
  private boolean isRemovedBy(Finding nearDuplicate, boolean sameAsDocument) throws IOException {
    boolean itselfKept = nearDuplicate.kept == partner.column;
    if ((audit.direct ? !itselfKept : sameAsDocument)
        || document.kept != column // it was removed
        || !isHeldBy(nearDuplicate)) {
      return false;
    }
    int order = Arrays.compareUnsigned(audit.rankOfKept(nearDuplicate, itselfKept), document.rank);
    return order < 0 || (order == 0 && nearDuplicate.kept < column);
  }

  private AuditCounters cause(Finding missed) throws IOException {
    return AuditCounters.cause(
        audit.listed.contains(Math.min(column, partner.column), Math.max(column, partner.column)),
        missed.agreement >= audit.minimumAgreement,
        missed.sharesBucket,
        missed.agreement == audit.slots && audit.measure == Measure.JACCARD);
  }

  /** Returns what is wrong with the report of the partner; empty if nothing is. */
  private String wrongPair() {
    Finding right = partner.nearDuplicate;
    if (right == null) {
      return "is reported, but less similar than the threshold";
    }
    if (partner.times > 1) {
      return "is reported more than once";
    }
    if (document != null
        && !(partner.ownId.equals(document.id()) && partner.id.equals(right.id()))) {
      return "is reported with another id";
    }
    boolean first = column < partner.column;
    int sizeA = first ? right.ownSize : right.size;
    int sizeB = first ? right.size : right.ownSize;
    int union = right.whole(Measure.JACCARD);
    String line =
        Quantity.format(
            "%.6f\t%.6f\t%d\t%d\t%d\t%d",
            (double) right.agreement / audit.slots,
            (double) right.intersection / union,
            right.intersection,
            union,
            sizeA,
            sizeB);
    String columns =
        Quantity.format(
            "%d\t%d\t%.6f\t%d\t%d\t%d",
            Math.min(column, partner.column),
            Math.max(column, partner.column),
            (double) right.intersection / right.whole(audit.measure),
            right.intersection,
            sizeA,
            sizeB);
    return line.equals(partner.line) && columns.equals(partner.columns)
        ? ""
        : "is reported with another similarity";
  }

  private static long millionths(double similarity) {
    return Math.round(similarity * 1e6);
  }

  private void wrongIf(boolean wrong, AuditCounters kind, long other, String how) {
    if (wrong) {
      audit.count(kind);
      audit.wrong.add(new Wrong(column, document == null ? "?" : document.id(), other, how));
    }
  }

  private void countIf(boolean condition, AuditCounters kind) {
    if (condition) {
      audit.count(kind);
    }
  }
}
