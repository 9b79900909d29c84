package io.neardup.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ArbitrarySupplier;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Generators of texts in many scripts, and of bytes that are no text. */
final class Texts {

  private static final String MARKS_AND_OTHERS =
      "\u0300\u0301\u0307\u0308\u0316\u0327\u0344\u0345\uFF9E\u1161\u11A8\u05B0\u064B\u0E38"
          + "\u00DF\u1E9E\u0130\u0131\u01C5\u0149\u03A3\u03C2\u03C3\u0390\u1FB3\uFB03\u212A\u00A8"
          + "\u037A\u0384\u034F\u200D\u200B\uFEFF\uFFFD\uFFFE\u13A0\uAB70\uAC00\u3099\uFDFA";
  private static final String SPACES =
      "\t\n\u000B\f\r \u0085\u00A0\u1680\u2000\u2001\u200A\u2028\u2029\u202F\u205F\u3000";
  // Neighbours of white space that are none.
  private static final String NO_SPACES =
      "\u0008\u000E\u001C\u001F!\u0084\u0086\u009F\u00A1\u167F\u1681\u1FFF\u200B\u2027\u202A\u202E"
          + "\u2030\u205E\u2060\u2FFF\u3001\u180E";

  private Texts() {}

  /** Texts of up to 120 code points. */
  static final class Text implements ArbitrarySupplier<String> {
    @Override
    public Arbitrary<String> get() {
      Arbitrary<String> codePoint =
          Arbitraries.frequencyOf(
              Tuple.of(6, Arbitraries.integers().between('a', 'e').map(Character::toString)),
              Tuple.of(2, Arbitraries.integers().between('A', 'Z').map(Character::toString)),
              Tuple.of(3, Arbitraries.just(" ")),
              Tuple.of(2, oneOf(SPACES)),
              Tuple.of(1, oneOf(NO_SPACES)),
              Tuple.of(2, oneOf(MARKS_AND_OTHERS)),
              Tuple.of(1, range(0x391, 0x3C9)),
              Tuple.of(1, range(0x5D0, 0x5EA)),
              Tuple.of(1, range(0x4E00, 0x4E10)),
              Tuple.of(1, range(0x1F600, 0x1F610)),
              Tuple.of(1, range(0, 0x10FFFF)));
      Arbitrary<String> mixed = joined(codePoint, 120);
      Arbitrary<String> ascii =
          joined(
              Arbitraries.frequencyOf(
                  Tuple.of(20, Arbitraries.integers().between('a', 'c').map(Character::toString)),
                  Tuple.of(4, Arbitraries.just(" ")),
                  Tuple.of(1, range(0, 0x7F))),
              120);
      return Arbitraries.oneOf(mixed, ascii);
    }
  }

  /** Texts cut, joined and spoilt: mostly not valid UTF-8. */
  static final class Bytes implements ArbitrarySupplier<byte[]> {
    @Override
    public Arbitrary<byte[]> get() {
      Arbitrary<byte[]> any = Arbitraries.bytes().array(byte[].class).ofSize(1);
      // Lead bytes whose second byte is restricted, and second bytes at the limits.
      Arbitrary<byte[]> sequence =
          Combinators.combine(
                  bytesOf(
                      0x61, 0xC0, 0xC1, 0xC2, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF),
                  bytesOf(0x20, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0),
                  bytesOf(0x80, 0xBF).array(byte[].class).ofMaxSize(3))
              .as((lead, second, rest) -> concatenate(new byte[] {lead, second}, rest));
      Arbitrary<byte[]> spoilt =
          Arbitraries.frequencyOf(Tuple.of(1, any), Tuple.of(3, sequence))
              .list()
              .ofMaxSize(12)
              .map(parts -> concatenate(parts.toArray(byte[][]::new)));
      Arbitrary<byte[]> cut =
          Combinators.combine(new Text().get(), Arbitraries.integers().between(0, 3))
              .as(
                  (text, less) -> {
                    byte[] bytes = text.getBytes(UTF_8);
                    return Arrays.copyOf(bytes, Math.max(0, bytes.length - less));
                  });
      return Combinators.combine(cut, spoilt, cut)
          .as((first, second, third) -> concatenate(first, second, third));
    }
  }

  private static Arbitrary<Byte> bytesOf(Integer... values) {
    return Arbitraries.of(values).map(Integer::byteValue);
  }

  private static byte[] concatenate(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    Stream.of(parts).forEach(all::writeBytes);
    return all.toByteArray();
  }

  private static Arbitrary<String> joined(Arbitrary<String> codePoint, int most) {
    return codePoint.list().ofMaxSize(most).map(parts -> String.join("", parts));
  }

  private static Arbitrary<String> range(int from, int to) {
    return Arbitraries.integers()
        .between(from, to)
        .filter(cp -> cp < Character.MIN_SURROGATE || cp > Character.MAX_SURROGATE)
        .map(Character::toString);
  }

  private static Arbitrary<String> oneOf(String characters) {
    List<String> each = characters.codePoints().mapToObj(Character::toString).toList();
    return Arbitraries.of(each);
  }
}
