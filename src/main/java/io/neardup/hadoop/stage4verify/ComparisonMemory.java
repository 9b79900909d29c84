package io.neardup.hadoop.stage4verify;

/** How much of its heap a reduce task of the comparison gives to the documents it holds. */
final class ComparisonMemory {

  /** Divisor of the heap: a task gives at least this fraction, 1/{@value}, to documents. */
  private static final int PART_OF_HEAP = 5;

  /** Bytes to shingle a document of 8 MiB, with everything else that a task needs. */
  private static final long ONE_DOCUMENT = 192L << 20;

  /** With less heap a task may not have room for documents of 8 MiB. */
  static final long MIN_HEAP_BYTES = ONE_DOCUMENT * 3 / 2;

  private static final long MIN_BYTES = 16L << 20;
  private static final long MAX_BYTES = 1L << 30;

  private ComparisonMemory() {}

  /** Returns how many bytes of documents a task with {@code heapBytes} of heap may hold. */
  static long bytesForDocuments(long heapBytes) {
    long share = Math.max(heapBytes / PART_OF_HEAP, (heapBytes - ONE_DOCUMENT) / 2);
    return Math.max(MIN_BYTES, Math.min(MAX_BYTES, share));
  }
}
