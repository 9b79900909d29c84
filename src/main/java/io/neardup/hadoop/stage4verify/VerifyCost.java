package io.neardup.hadoop.stage4verify;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.hadoop.corpus.ShinglingCost;
import io.neardup.hadoop.cost.CorpusLoad;
import io.neardup.hadoop.cost.PairLoad;
import io.neardup.hadoop.cost.ShuffledRecord;
import io.neardup.hadoop.cost.StageCost;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.Differences;
import io.neardup.lsh.HashShare;
import java.util.function.IntToLongFunction;
import org.apache.hadoop.conf.Configuration;

/**
 * Estimates the cost of stage 4: signatures and lists sent to the blocks of the signature filter,
 * and documents sent to the blocks of the comparison.
 */
public final class VerifyCost {

  // Core time in nanoseconds.
  private static final double CANDIDATE = 200;
  private static final double COMPARED_PAIR = 1_500;
  private static final double SET_BYTE = 4; // of a text: its shingles are sorted, or put in a table

  private final StageContext context;
  private final Settings settings;
  private final CorpusLoad load;
  private final int slots;
  private final long heldBytes;

  private VerifyCost(StageContext context, CorpusLoad load) {
    this.context = context;
    this.settings = context.settings();
    this.load = load;
    this.slots = settings.getInt(Keys.BANDS) * settings.getInt(Keys.ROWS);
    this.heldBytes = VerifyStage.shareMemory(new Configuration(context.conf()));
  }

  /** Returns the cost of the stage, in the mode that the settings name. */
  public static StageCost of(StageContext context, CorpusLoad load, PairLoad pairs) {
    return new VerifyCost(context, load).cost(pairs);
  }

  /**
   * Returns the counter of a sample's sends.
   *
   * @param columns gives the column of a place in the sample
   * @param corpusColumns columns of the sampled corpus
   * @param share fraction of the documents of the corpus that the sample is taken from
   * @param growth columns of the load per column of the sampled corpus
   * @param hashes the sample of hash space
   */
  public static SampledBlocks sampled(
      StageContext context,
      CorpusLoad load,
      IntToLongFunction columns,
      long corpusColumns,
      double share,
      double growth,
      HashShare hashes) {
    VerifyCost cost = new VerifyCost(context, load);
    return new SampledBlocks( // of a corpus with as many blocks
        columns,
        cost.settings,
        hashes,
        new SampledBlocks.Division(
            corpusColumns,
            Math.max(1, (long) (cost.signatureBlock() / growth)),
            Math.max(1, cost.documentBlock() * share / growth),
            context.reducers((long) load.textBytes())));
  }

  /**
   * Returns the heap of a task in bytes at most, without the buffers of Hadoop.
   *
   * @param load the documents of which each candidate has one at least
   * @param similar documents in plausible pairs
   */
  public static double memory(StageContext context, CorpusLoad load, double similar) {
    return new VerifyCost(context, load).memory(similar);
  }

  private double memory(double similar) {
    return Math.max(filterMemory(), comparisonMemory(similar));
  }

  private StageCost cost(PairLoad pairs) {
    boolean exact = Verification.exact(settings);
    double idOnly = load.perDocument(load.idBytes());
    double documentBytes = exact ? pairs.bytesOfSent() : idOnly;
    double sends = pairs.sends();
    double sentBytes = sends * documentBytes;
    return new StageCost(
        Stage.VERIFY,
        sentLists(pairs) + sends,
        filterBytes(pairs) + comparisonBytes(pairs, sends, documentBytes),
        context.reducers((long) load.textBytes()),
        memory(pairs.similar()),
        (exact ? ShinglingCost.seconds(settings, sentBytes) + sentBytes * SET_BYTE / 1e9 : 0)
            + (pairs.candidates() * CANDIDATE + pairs.plausible() * COMPARED_PAIR) / 1e9);
  }

  /** Returns how many lists are sent to the signature filter: one a block at most. */
  private double sentLists(PairLoad pairs) {
    double blocks = Math.ceil((double) load.documents() / signatureBlock());
    return Math.min(pairs.listsInBlocks(), blocks * load.columns());
  }

  private double filterBytes(PairLoad pairs) {
    double lists = sentLists(pairs);
    double others = Math.max(0, pairs.candidates() / Math.max(1, lists) - 1);
    double offsets = Differences.bytes(signatureBlock() / 2) + others * pairs.columnBytes();
    double slotBytes = (double) Integer.BYTES * slots;
    return lists
        * ShuffledRecord.bytes(
            ColumnPairKey.LENGTH,
            ShuffledRecord.length((long) slotBytes)
                + slotBytes
                + ShuffledRecord.length((long) offsets)
                + offsets);
  }

  /**
   * Returns the bytes of {@code sends} sent documents and their partners.
   *
   * @param documentBytes of id and text
   */
  private double comparisonBytes(PairLoad pairs, double sends, double documentBytes) {
    double partners = pairs.plausible() / Math.max(1, sends);
    double partnerBytes = // column, agreement
        Math.min(1, partners) * (ShuffledRecord.length(load.documents() / 2) + 1)
            + Math.max(0, partners - 1) * (pairs.columnBytes() + 1);
    double id = load.perDocument(load.idBytes());
    double lengths =
        ShuffledRecord.length((long) id) + ShuffledRecord.length((long) (documentBytes - id));
    return sends
        * ShuffledRecord.bytes(
            ComparisonKey.LENGTH,
            ShuffledRecord.length((long) partners) + partnerBytes + lengths + documentBytes);
  }

  private double filterMemory() {
    return (double) Math.min(signatureBlock(), load.documents()) * Integer.BYTES * slots
        + (double) (32 << 20);
  }

  private double comparisonMemory(double similar) {
    long document = HeldDocuments.bytes((long) load.perDocument(load.shingles()));
    return Math.min((double) heldBytes, document * similar) + (32 << 20);
  }

  /** Returns how many columns a block of the signature filter has. */
  private long signatureBlock() {
    long signatureBytes = load.documents() * Integer.BYTES * slots;
    int reducers = context.reducers(signatureBytes);
    return ColumnBlocks.ofSignatures(load.documents(), slots, reducers).size();
  }

  /** Returns how many documents a block of the comparison holds. */
  private long documentBlock() {
    return DocumentBlocks.maxColumns(load.documents(), (long) load.shingles(), heldBytes);
  }
}
