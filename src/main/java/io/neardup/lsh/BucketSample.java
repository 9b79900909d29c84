package io.neardup.lsh;

import io.neardup.sort.HashOrder;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * The buckets of some signatures whose band hashes lie in a sample of hash space. Documents are
 * named by their places 0, 1, … in the list.
 *
 * <p>Memory: 4·b + 16 bytes a document. Not safe for use by several threads.
 */
public final class BucketSample {

  /** The most documents. */
  public static final int MAX_DOCUMENTS = HashOrder.MAX_HASHES;

  private static final int HALVINGS = 40;

  /** Takes the members of a bucket. */
  public interface Sink {
    /**
     * Takes a bucket of two members or more.
     *
     * @param cell the number of the bucket in its band, from 0, by ascending hash
     * @param places of the members, from {@code from} (inclusive) to {@code to} (exclusive), by
     *     signature hash, then place; the next call overwrites them
     */
    void take(int cell, int[] places, int from, int to);
  }

  private final int bands;
  private final int size;
  private final HashShare[] shares = new HashShare[HALVINGS + 1];
  private final int[][] sampled; // by share and band: how many buckets are sampled
  private final int[] cells; // place by place: the bucket in each band
  private final long[] signatureHashes;
  private final int[] bySignature; // places by signature hash, then place
  private int halvings;

  /**
   * Finds the buckets.
   *
   * @param signatures b·r slots each, at most {@value #MAX_DOCUMENTS}
   * @param share the sample; signatures without a sampled bucket are allowed
   */
  public BucketSample(List<int[]> signatures, BandingScheme scheme, HashShare share) {
    this.bands = scheme.bands();
    this.size = signatures.size();
    this.sampled = new int[HALVINGS + 1][bands];
    this.cells = new int[Math.multiplyExact(size, bands)];
    shares[0] = share;
    for (int h = 0; h < HALVINGS; h++) {
      shares[h + 1] = shares[h].half();
    }
    BandHasher hasher = new BandHasher(scheme);
    HashOrder order = new HashOrder();
    long[] ofBand = new long[size];
    ByteBuffer bytes = ByteBuffer.allocate(scheme.slots() * BandHasher.SLOT_BYTES);
    IntBuffer slots = bytes.asIntBuffer();
    int rows = scheme.rows();
    for (int band = 0; band < bands; band++) {
      for (int place = 0; place < size; place++) {
        slots.put(band * rows, signatures.get(place), band * rows, rows);
        ofBand[place] = hasher.bandHash(bytes.array(), 0, band);
      }
      order.order(ofBand, size);
      number(band, ofBand, order);
    }
    signatureHashes = ofBand;
    for (int place = 0; place < size; place++) {
      slots.put(0, signatures.get(place));
      signatureHashes[place] = hasher.signatureHash(bytes.array(), 0);
    }
    order.order(signatureHashes, size);
    bySignature = new int[size];
    Arrays.setAll(bySignature, order::at);
  }

  private void number(int band, long[] ofBand, HashOrder order) {
    int cell = -1;
    for (int at = 0; at < size; at++) {
      int place = order.at(at);
      long hash = ofBand[place];
      if (at == 0 || hash != ofBand[order.at(at - 1)]) {
        cell++;
        for (int h = 0; h <= HALVINGS && shares[h].contains(hash); h++) {
          sampled[h][band]++;
        }
      }
      cells[place * bands + band] = cell;
    }
  }

  /** Returns the sample of hash space. */
  public HashShare share() {
    return shares[halvings];
  }

  /**
   * Halves the sample of hash space.
   *
   * @return false if it has been halved {@value #HALVINGS} times, and is not halved again
   */
  public boolean halve() {
    halvings = Math.min(HALVINGS, halvings + 1);
    return halvings < HALVINGS;
  }

  /** Returns how many documents there are. */
  public int size() {
    return size;
  }

  /** Returns b. */
  public int bands() {
    return bands;
  }

  /** Returns the number of the bucket that a document is in. */
  public int cell(int place, int band) {
    return cells[place * bands + band];
  }

  /** Returns whether a bucket is in the sample. */
  public boolean isSampled(int band, int cell) {
    return cell < sampled[halvings][band];
  }

  /** Finds the bands in which two documents share a bucket. */
  public void findShared(int i, int j, SharedBands into) {
    into.find(cells, i * bands, j * bands, sampled[halvings]);
  }

  /** Returns the hash of a signature. */
  public long signatureHash(int place) {
    return signatureHashes[place];
  }

  /** Returns a place by its position in the order of signature hash (unsigned), then place. */
  public int bySignature(int position) {
    return bySignature[position];
  }

  /** Sends the sampled buckets of a band that have two members or more to a sink, by hash. */
  public void list(int band, Sink sink) {
    int count = sampled[halvings][band];
    int[] starts = new int[count + 1];
    for (int place = 0; place < size; place++) {
      int cell = cell(place, band);
      if (cell < count) {
        starts[cell + 1]++;
      }
    }
    Arrays.parallelPrefix(starts, Integer::sum);
    int[] next = starts.clone();
    int[] members = new int[starts[count]];
    for (int place : bySignature) {
      int cell = cell(place, band);
      if (cell < count) {
        members[next[cell]++] = place;
      }
    }
    for (int cell = 0; cell < count; cell++) {
      if (starts[cell + 1] - starts[cell] > 1) {
        sink.take(cell, members, starts[cell], starts[cell + 1]);
      }
    }
  }
}
