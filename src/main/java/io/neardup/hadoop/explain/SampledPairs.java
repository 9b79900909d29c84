package io.neardup.hadoop.explain;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.stage2bandbucket.BucketBuilder;
import io.neardup.hadoop.stage4verify.Verification;
import io.neardup.hadoop.table.Differences;
import io.neardup.lsh.BandHasher;
import io.neardup.lsh.BandingScheme;
import io.neardup.minhash.SignatureColumn;
import io.neardup.sort.HashOrder;
import it.unimi.dsi.fastutil.longs.LongArrays;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntFunction;

/**
 * The candidates of a sample: its buckets are listed as stage 2 does it, and each listed pair is
 * counted as the stages after it would meet it. If the buckets have very many pairs, only those of
 * some of the columns i are gone through, and count for the others.
 *
 * <p>Memory: 24 bytes a document, and up to 32 a pair gone through, of {@value #MOST_PAIRS}.
 */
final class SampledPairs {

  /** How many listed pairs are gone through, about. */
  private static final long MOST_PAIRS = 1L << 23;

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private final Sample sample;
  private final Settings settings;
  private final int bands;
  private final int bandBytes;
  private final int slots;
  private final int minimumAgreement;
  private final int groups;
  private final long signatureBlock;
  private final long documentBlock;

  private final PairCount listed = new PairCount();
  private final PairCount groupBytes = new PairCount();
  private final PairCount candidates = new PairCount();
  private final PairCount plausible = new PairCount();
  private final PairCount listedPlausible = new PairCount();
  private final LongOpenHashSet tails = new LongOpenHashSet(); // column i, band
  private final LongOpenHashSet blockLists = new LongOpenHashSet(); // column i, block of j
  private final LongOpenHashSet sends = new LongOpenHashSet(); // column j, block of i
  private final BitSet lists = new BitSet();
  private final BitSet similar = new BitSet();
  private final int[] slotsOfA;
  private final int[] slotsOfB;
  private long[] signatureHashes = new long[0];
  private double stride = 1; // a whole number

  /**
   * @param share of the corpus that the sample is, above 0, at most 1
   * @param groups how many map tasks of stage 3 there are, each with about as many bands
   * @param signatureBlock columns of a block of the signature filter
   * @param documentBlock columns of a block of the comparison
   */
  SampledPairs(
      Sample sample,
      Settings settings,
      double share,
      int groups,
      long signatureBlock,
      long documentBlock)
      throws IOException {
    this.sample = sample;
    this.settings = settings;
    this.bands = settings.getInt(Keys.BANDS);
    this.bandBytes = settings.getInt(Keys.ROWS) * BandHasher.SLOT_BYTES;
    this.slots = bands * settings.getInt(Keys.ROWS);
    this.slotsOfA = new int[slots];
    this.slotsOfB = new int[slots];
    this.minimumAgreement = Verification.minimumAgreement(settings, slots);
    this.groups = groups;
    this.signatureBlock = signatureBlock;
    this.documentBlock = documentBlock;
    count(share);
  }

  private void count(double share) throws IOException {
    BandHasher hasher = new BandHasher(new BandingScheme(bands, settings.getInt(Keys.ROWS)));
    signatureHashes = new long[sample.size()];
    for (int place = 0; place < sample.size(); place++) {
      signatureHashes[place] = hasher.signatureHash(sample.signature(place), 0);
    }
    // A bucket of the sample stands for one that is larger by the share.
    int maxColumns = (int) Math.max(2, share * settings.getInt(Keys.MAX_BUCKET_COLUMNS));
    int maxTwins = (int) Math.max(1, share * settings.getInt(Keys.MAX_TWINS));
    long[] all = {0};
    try {
      visitAll(
          hasher,
          band ->
              new BucketBuilder(
                  maxTwins,
                  maxColumns,
                  (heads, columns, from, to) ->
                      all[0] += heads * (to - from - 1L) - heads * (heads - 1L) / 2));
      stride = (double) (1 + all[0] / MOST_PAIRS);
      visitAll(
          hasher,
          band ->
              new BucketBuilder(
                  maxTwins,
                  maxColumns,
                  (heads, columns, from, to) -> list(band, heads, columns, from, to)));
    } catch (InterruptedException e) { // which nothing here throws
      throw new IOException(e);
    }
  }

  /** Gives the buckets of all bands to builders, one a band. */
  private void visitAll(BandHasher hasher, IntFunction<BucketBuilder> builders)
      throws IOException, InterruptedException {
    int size = Math.min(sample.size(), HashOrder.MAX_HASHES);
    long[] hashes = new long[size];
    HashOrder order = new HashOrder();
    for (int band = 0; band < bands; band++) {
      for (int place = 0; place < size; place++) {
        hashes[place] = hasher.bandHash(sample.signature(place), 0, band);
      }
      order.order(hashes, size);
      visit(hashes, order, size, builders.apply(band), band);
    }
  }

  private void visit(long[] hashes, HashOrder order, int size, BucketBuilder bucket, int band)
      throws IOException, InterruptedException {
    long[] members = new long[16];
    int from = 0;
    while (from < size) {
      int to = from + 1;
      while (to < size && hashes[order.at(to)] == hashes[order.at(from)]) {
        to++;
      }
      if (to - from > 1) {
        members = members.length >= to - from ? members : new long[2 * (to - from)];
        for (int i = from; i < to; i++) {
          members[i - from] = order.at(i);
        }
        LongArrays.quickSort(
            members,
            0,
            to - from,
            (a, b) -> {
              int byHash = Long.compareUnsigned(signatureHashes[(int) a], signatureHashes[(int) b]);
              return byHash != 0 ? byHash : Long.compare(a, b);
            });
        bucket.start(band);
        for (int i = 0; i < to - from; i++) {
          bucket.add(signatureHashes[(int) members[i]], members[i]);
        }
        bucket.finish();
      }
      from = to;
    }
  }

  private void list(int band, int heads, long[] places, int from, int to) {
    for (int head = from; head < from + heads; head++) {
      int i = (int) places[head];
      if (stride > 1 && Long.remainderUnsigned(i * GOLDEN, (long) stride) != 0) {
        continue;
      }
      long last = 0;
      for (int other = head + 1; other < to; other++) {
        int j = (int) places[other];
        long column = sample.column(j);
        meet(band, Math.min(i, j), Math.max(i, j), Differences.bytes(column - last));
        last = column;
      }
    }
  }

  private void meet(int band, int i, int j, int columnBytes) {
    byte[] a = sample.signature(i);
    byte[] b = sample.signature(j);
    boolean same = sample.stretch(i) == sample.stretch(j);
    SignatureColumn.decode(a, 0, slotsOfA, 0, slots);
    SignatureColumn.decode(b, 0, slotsOfB, 0, slots);
    int agreement = SignatureColumn.agreement(slotsOfA, slotsOfB, 0);
    boolean isPlausible = agreement >= minimumAgreement;
    listed.add(same, stride);
    if (isPlausible) {
      listedPlausible.add(same, stride);
    }
    tails.add((long) i * bands + band);
    int first = firstCommonBand(a, b);
    if (first == band || !commonBefore(a, b, band)) {
      groupBytes.add(same, stride * columnBytes);
    }
    if (first != band) {
      return;
    }
    candidates.add(same, stride);
    lists.set(i);
    blockLists.add(key(i, sample.column(j) / signatureBlock));
    if (isPlausible) {
      plausible.add(same, stride);
      similar.set(i);
      similar.set(j);
      long block = sample.column(i) / documentBlock;
      sends.add(key(j, block));
    }
  }

  private static long key(int place, long block) {
    return (long) place << Integer.SIZE | block;
  }

  /** Returns which of so many parts of the bands a band is in. */
  private int part(int band, int parts) {
    return (int) ((long) band * parts / bands);
  }

  private boolean agree(byte[] a, byte[] b, int band) {
    int from = band * bandBytes;
    return Arrays.equals(a, from, from + bandBytes, b, from, from + bandBytes);
  }

  private int firstCommonBand(byte[] a, byte[] b) {
    int band = 0;
    while (!agree(a, b, band)) {
      band++;
    }
    return band;
  }

  /** Returns whether two signatures agree in an earlier band of the same group. */
  private boolean commonBefore(byte[] a, byte[] b, int band) {
    int group = part(band, groups);
    for (int before = band - 1; before >= 0 && part(before, groups) == group; before--) {
      if (agree(a, b, before)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the pairs of all buckets, as often as they are listed. */
  PairCount listed() {
    return listed;
  }

  /** Returns the same, of plausible pairs only. */
  PairCount listedPlausible() {
    return listedPlausible;
  }

  /** Returns the bytes of the columns in the joined tails, a pair each. */
  PairCount groupBytes() {
    return groupBytes;
  }

  /** Returns the candidates: distinct pairs. */
  PairCount candidates() {
    return candidates;
  }

  /** Returns the candidates that pass the signature filter. */
  PairCount plausible() {
    return plausible;
  }

  /**
   * Returns how many tails there are where those of a column are joined within each of so many
   * parts of the bands.
   *
   * @param parts 1 to the number of bands
   */
  double tails(int parts) {
    long[] sorted = tails.toLongArray(); // a set filled from another in its order has long chains
    Arrays.sort(sorted);
    long joined = 0;
    long last = -1;
    for (long tail : sorted) {
      long piece = tail / bands * parts + part((int) (tail % bands), parts);
      if (piece != last) {
        joined++;
      }
      last = piece;
    }
    return stride * joined;
  }

  /** Returns how many candidate lists there are, each once for each block it has columns of. */
  double listsInBlocks() {
    return stride * blockLists.size();
  }

  /** Returns how many documents have a candidate list. */
  double lists() {
    return stride * lists.cardinality();
  }

  /** Returns the bytes of ids and texts of a document with a candidate list, on average. */
  double bytesOfListed() {
    return average(lists);
  }

  /** Returns how many documents are in plausible pairs, as far as these were gone through. */
  double similar() {
    return similar.cardinality();
  }

  /** Returns the bytes of ids and texts of a document in a plausible pair, on average. */
  double bytesOfSimilar() {
    return average(similar);
  }

  private double average(BitSet places) {
    return places.stream().mapToLong(sample::bytes).average().orElse(0);
  }

  /**
   * Returns how often documents are sent to be compared with those of a block that is not their
   * own.
   */
  double sendsElsewhere() {
    double elsewhere = 0;
    for (long send : sends) {
      int j = (int) (send >> Integer.SIZE);
      if ((int) send != sample.column(j) / documentBlock || !lists.get(j)) {
        elsewhere++;
      }
    }
    return elsewhere;
  }
}
