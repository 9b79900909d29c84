import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/**
 * Writes the corpora of the limits and of the benchmarks, lines {@code id<TAB>text}: {@code java
 * Corpora.java KIND DOCUMENTS FILE}. The same arguments give the same bytes.
 *
 * <pre>
 * short     documents of 100 bytes; of each ten one is a copy of one text and one nearly that text
 * template  distinct documents that share a text of 4,000 bytes and have 250 of their own
 * family    distinct documents that share 480 bytes and end with a number of 7 digits
 * shingle   documents of one letter, of different lengths: all have the same one shingle
 * long      documents of 8 MiB that resemble each other, one changed byte each
 * mixed     documents of 200 to 5,000 bytes, three of ten near-duplicates of one before
 * </pre>
 */
public final class Corpora {

  private static final String[] WORDS = words();

  private Corpora() {}

  private static String[] words() {
    Random random = new Random(7);
    String[] words = new String[20_000];
    for (int i = 0; i < words.length; i++) {
      StringBuilder word = new StringBuilder();
      for (int length = 2 + random.nextInt(9); length > 0; length--) {
        word.append((char) ('a' + random.nextInt(26)));
      }
      words[i] = word.toString();
    }
    return words;
  }

  /** Words of some bytes in all; those that are frequent are much more frequent than the rest. */
  private static StringBuilder text(Random random, int bytes) {
    StringBuilder text = new StringBuilder(bytes + 12);
    while (text.length() < bytes) {
      double u = random.nextDouble();
      text.append(WORDS[(int) (u * u * u * WORDS.length)]).append(' ');
    }
    text.setLength(bytes);
    return text;
  }

  private static String one(String kind, int i) {
    Random random = new Random(i * 2_654_435_761L + 1);
    switch (kind) {
      case "short" -> {
        StringBuilder same = text(new Random(1), 92);
        if (i % 10 == 0) {
          return same.toString();
        } else if (i % 10 == 1) { // a number at its end makes it one of many
          return same.replace(86, 92, String.format("%06d", i % 1_000_000)).toString();
        }
        return text(random, 92).toString();
      }
      case "template" -> {
        return text(new Random(2), 4_000).append(text(random, 250)).toString();
      }
      case "family" -> {
        return text(new Random(4), 480).append(String.format("%07d", i)).toString();
      }
      case "shingle" -> {
        return "a".repeat(20 + i % 200);
      }
      case "long" -> {
        StringBuilder text = text(new Random(3), (8 << 20) - 16);
        text.setCharAt(i * 1000, '#');
        return text.toString();
      }
      case "mixed" -> {
        int original = i;
        while (original > 0 && original % 10 > 6) { // of 7, 8, 9 the one that is a third of it
          original /= 3;
        }
        Random of = new Random(original * 2_654_435_761L + 1);
        StringBuilder text = text(of, 200 + of.nextInt(4_800));
        if (original != i) {
          text.replace(text.length() / 2, text.length() / 2 + 10, String.format("%010d", i));
        }
        return text.toString();
      }
      default -> throw new IllegalArgumentException("no kind of corpus: " + kind);
    }
  }

  /** Writes a corpus. */
  public static void main(String[] args) throws IOException {
    if (args.length != 3) {
      System.err.println(
          "usage: java Corpora.java short|template|family|shingle|long|mixed DOCUMENTS FILE");
      System.exit(2);
    }
    try (OutputStream out =
        new BufferedOutputStream(Files.newOutputStream(Path.of(args[2])), 1 << 20)) {
      int documents = Integer.parseInt(args[1]);
      for (int i = 0; i < documents; i++) {
        out.write((args[0] + i + "\t" + one(args[0], i) + "\n").getBytes(StandardCharsets.UTF_8));
      }
    }
  }
}
