package io.neardup.minhash;

import java.util.stream.LongStream;

/** The sets of the stability vectors. */
final class Vectors {

  private Vectors() {}

  private static long[] set(String name) {
    return switch (name) {
      case "few" -> new long[] {1, 42, 0x0123456789abcdefL, -1};
      case "zero" -> new long[] {0};
      case "hundred" -> LongStream.rangeClosed(1, 100).toArray();
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** Returns the stored slots of a named set, 8 hexadecimal digits each. */
  static String storedSlots(SignatureScheme scheme, String name) {
    ColumnSketcher sketcher = scheme.newColumnSketcher();
    long[] elements = set(name);
    sketcher.sketch(elements, elements.length);
    StringBuilder hex = new StringBuilder();
    for (long slot : sketcher.slots()) {
      hex.append(String.format("%08x", SignatureScheme.stored(slot)));
    }
    return hex.toString();
  }
}
