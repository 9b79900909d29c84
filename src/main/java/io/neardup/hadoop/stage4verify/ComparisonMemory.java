package io.neardup.hadoop.stage4verify;

/** How much of its heap a reduce task of the comparison gives to the documents it holds. */
final class ComparisonMemory {

  /** It gives this part of its heap at least: one over this. */
  private static final int PART_OF_HEAP = 5;

  /** What a document of 8 MiB takes while it is shingled, with all else a task needs. */
  private static final long ONE_DOCUMENT = 192L << 20;

  /** With less heap a task may not have room for documents of 8 MiB. */
  static final long MIN_HEAP_BYTES = ONE_DOCUMENT * 3 / 2;

  private static final long MIN_BYTES = 16L << 20;
  private static final long MAX_BYTES = 1L << 30;

  private ComparisonMemory() {}

  /** Returns how many bytes of documents a task with such a heap may hold. */
  static long bytesForDocuments(long heapBytes) {
    long share = Math.max(heapBytes / PART_OF_HEAP, (heapBytes - ONE_DOCUMENT) / 2);
    return Math.max(MIN_BYTES, Math.min(MAX_BYTES, share));
  }
}
