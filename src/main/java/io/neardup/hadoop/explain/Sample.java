package io.neardup.hadoop.explain;

import io.neardup.lsh.HashShare;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A sample of a corpus, in column order. It is taken from all documents, or from those of stretches
 * spread evenly over the corpus. It has the signatures of those documents that have a band in a
 * sample of hash space, see {@link HashShare}; the others, and documents without shingles, are only
 * counted.
 */
final class Sample {

  private final double density;
  private final double part;
  private final HashShare hashes;
  private final LongArrayList columns = new LongArrayList();
  private final LongArrayList stretches = new LongArrayList();
  private final IntArrayList sizes = new IntArrayList();
  private final List<int[]> signatures = new ArrayList<>();
  private long signed;
  private long documents;
  private long idBytes;
  private long nameBytes;
  private long textBytes;
  private long shingles;
  private long pairs;
  private int stretchCount;

  /**
   * @param density the probability with which a stretch was taken of what was read, above 0, at
   *     most 1
   * @param part the probability with which a document of these was taken, above 0, at most 1
   * @param hashes the sample of hash space
   */
  Sample(double density, double part, HashShare hashes) {
    this.density = density;
    this.part = part;
    this.hashes = hashes;
  }

  /**
   * Adds a document that has a band in the sample of hash space; columns must ascend.
   *
   * @param signature n slots
   */
  void add(long column, long stretch, int size, int[] signature) {
    columns.add(column);
    stretches.add(stretch);
    sizes.add(size);
    signatures.add(signature);
  }

  /** Counts a document, with or without shingles. */
  void count(int itsIdBytes, int itsNameBytes, int itsTextBytes, int itsShingles, int itsPairs) {
    documents++;
    signed += itsShingles > 0 ? 1 : 0;
    idBytes += itsIdBytes;
    nameBytes += itsNameBytes;
    textBytes += itsTextBytes;
    shingles += itsShingles;
    pairs += itsPairs;
  }

  /** Counts a stretch. */
  void countStretch() {
    stretchCount++;
  }

  /** Appends a sample whose columns are all larger. */
  void append(Sample stretch) {
    columns.addAll(stretch.columns);
    stretches.addAll(stretch.stretches);
    sizes.addAll(stretch.sizes);
    signatures.addAll(stretch.signatures);
    signed += stretch.signed;
    documents += stretch.documents;
    idBytes += stretch.idBytes;
    nameBytes += stretch.nameBytes;
    textBytes += stretch.textBytes;
    shingles += stretch.shingles;
    pairs += stretch.pairs;
    stretchCount += stretch.stretchCount;
  }

  /** Returns a random half of the documents; every call returns the same half. */
  Sample half() {
    Sample half = new Sample(density, part, hashes);
    Random random = new Random(1);
    for (int place = 0; place < size(); place++) {
      if (random.nextBoolean()) {
        half.add(column(place), stretch(place), bytes(place), signature(place));
      }
    }
    return half;
  }

  /** Returns the sample of hash space. */
  HashShare hashes() {
    return hashes;
  }

  /** Returns how many of the documents that were read have shingles. */
  long signed() {
    return signed;
  }

  /** Returns how many signatures the sample has. */
  int size() {
    return signatures.size();
  }

  /** Returns the column of a document that has a signature, by its place from 0. */
  long column(int place) {
    return columns.getLong(place);
  }

  /**
   * Returns the stretch of the document: the high half is the number of the part of the corpus that
   * was read as a whole, the low half the number of the stretch within it.
   */
  long stretch(int place) {
    return stretches.getLong(place);
  }

  /** Returns the bytes of its id and text. */
  int bytes(int place) {
    return sizes.getInt(place);
  }

  /** Returns its n slots. */
  int[] signature(int place) {
    return signatures.get(place);
  }

  /** Returns how many documents were read. */
  long documents() {
    return documents;
  }

  /** Returns the bytes of their ids. */
  long idBytes() {
    return idBytes;
  }

  /** Returns the bytes of the names of their files. */
  long nameBytes() {
    return nameBytes;
  }

  /** Returns the bytes of their texts. */
  long textBytes() {
    return textBytes;
  }

  /** Returns the occurrences of shingles in them. */
  long shingles() {
    return shingles;
  }

  /** Returns how many document–shingle pairs their signatures need. */
  long pairs() {
    return pairs;
  }

  /** Returns how many stretches there are. */
  int stretches() {
    return stretchCount;
  }

  /** Returns the signatures by column. */
  List<int[]> signatures() {
    return signatures;
  }

  /**
   * Returns how many pairs of the corpus a pair of the documents that were taken stands for: one
   * over the probability that both were taken.
   *
   * @param share of the documents of the corpus that was taken
   */
  double pairWeight(int i, int j, double share) {
    if (density == 1) {
      return 1 / (share * share);
    }
    double read = share / part;
    boolean near = stretch(i) >> Integer.SIZE == stretch(j) >> Integer.SIZE;
    double both = near ? Math.max(density, read) : read;
    return 1 / (share * part * (stretch(i) == stretch(j) ? 1 : both));
  }
}
