package io.neardup.bench;

import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Made-up documents: words of random letters, some much more frequent than others. */
final class Texts {

  private static final int VOCABULARY = 20_000;

  private Texts() {}

  /**
   * Returns a text of about so many bytes in UTF-8.
   *
   * @param script {@code ascii}, or {@code mixed}: two words of five Cyrillic, one of five Chinese
   */
  static byte[] text(String script, int bytes, long seed) {
    String[] words = words(script);
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder();
    int length = 0;
    while (length < bytes) {
      double u = random.nextDouble();
      String word = words[(int) (u * u * u * VOCABULARY)];
      text.append(word).append(' ');
      length += word.getBytes(StandardCharsets.UTF_8).length + 1;
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static String[] words(String script) {
    Random random = new Random(7);
    String[] words = new String[VOCABULARY];
    for (int w = 0; w < VOCABULARY; w++) {
      int kind = script.equals("ascii") ? 4 : w % 5;
      char first = kind < 2 ? '\u0430' : kind == 2 ? '\u4e00' : 'a';
      int letters = kind == 2 ? 1 + random.nextInt(3) : 2 + random.nextInt(9);
      StringBuilder word = new StringBuilder();
      for (int l = 0; l < letters; l++) {
        word.append((char) (first + random.nextInt(kind == 2 ? 2000 : 26)));
      }
      words[w] = word.toString();
    }
    return words;
  }
}
