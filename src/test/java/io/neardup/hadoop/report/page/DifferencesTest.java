package io.neardup.hadoop.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.text.Printable;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DifferencesTest {

  private static String side(List<Differences.Piece> pieces) {
    return pieces.stream()
        .map(piece -> piece.different() ? "[" + piece.text() + "]" : piece.text())
        .collect(Collectors.joining());
  }

  private static List<String> lines(Differences differences) {
    return differences.hunks().stream()
        .map(h -> h.skipped() + ": " + side(h.left()) + " | " + side(h.right()))
        .toList();
  }

  private static String words(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));
  }

  @Test
  void onlyWhatDiffersIsMarked() {
    Differences differences =
        Differences.of("The quick brown fox.", "The slow brown  fox jumps.", true);
    assertThat(lines(differences))
        .containsExactly("0: The [quick] brown fox. | The [slow] brown fox [jumps].");
    assertThat(differences.rest()).isEqualTo("All differences are shown.");
    assertThat(lines(Differences.of("我爱中文吗", "我爱法文吗", true)))
        .containsExactly("0: 我爱[中]文吗 | 我爱[法]文吗");
    assertThat(lines(Differences.of("a b", "a " + words(0, 100) + " b", true)))
        .containsExactly("0: a b | a [" + words(0, 60) + "] […]  b");
  }

  @Test
  void theTextsAreCutAroundTheirDifferences() {
    String left = words(0, 100) + " x " + words(100, 200) + " y";
    String right = words(0, 100) + " " + words(100, 200) + " z";
    assertThat(lines(Differences.of(left, right, true)))
        .containsExactly(
            "88: " + (words(88, 100) + " [x] " + words(100, 112)) + " | " + words(88, 112),
            "76: " + words(188, 200) + " [y] | " + words(188, 200) + " [z]");
  }

  @Test
  void differencesThatAreCloseAreShownTogether() {
    String left = "a " + words(0, 33) + " b";
    String right = "c " + words(0, 33) + " d";
    assertThat(lines(Differences.of(left, right, true)))
        .containsExactly("0: [a] " + words(0, 33) + " [b] | [c] " + words(0, 33) + " [d]");
    left = "a " + words(0, 34) + " b";
    right = "c " + words(0, 34) + " d";
    assertThat(lines(Differences.of(left, right, true)))
        .containsExactly(
            "0: [a] " + words(0, 12) + " | [c] " + words(0, 12),
            "10: " + words(22, 34) + " [b] | " + words(22, 34) + " [d]");
  }

  @Test
  void equalTextsAreSaidToBeEqual() {
    Differences differences = Differences.of("a b\n c", " a b c", true);
    assertThat(differences.equal()).isTrue();
    assertThat(differences.rest()).isEqualTo("The words of both texts are the same.");
    assertThat(Differences.of("a", "a", false).rest())
        .isEqualTo("So far the texts are the same. Only the first 1 word were compared.");
  }

  @Test
  void theEndsOfLongTextsAreNotCompared() {
    String left = words(0, Differences.MAX_WORDS) + " x";
    String right = words(0, Differences.MAX_WORDS) + " y";
    Differences differences = Differences.of(left, right, true);
    assertThat(differences.equal()).isTrue();
    assertThat(differences.whole()).isFalse();
  }

  /** Texts that take most room: no two words alike, all to be escaped, or in two letters. */
  @ParameterizedTest
  @ValueSource(strings = {"<&\">", "\u202e", "Ж", "😀", "\u0001", "x", "\ud800"})
  void thePartsHaveABound(String letter) {
    Random random = new Random(8);
    for (int length : new int[] {1, 50, 9000}) {
      String left = text(random, letter, length);
      String right = text(random, letter, length);
      long bytes = 0;
      for (Differences.Hunk hunk : Differences.of(left, right, true).hunks()) {
        for (List<Differences.Piece> side : List.of(hunk.left(), hunk.right())) {
          bytes += side.stream().mapToInt(p -> Printable.bytes(p.text()) + 13).sum();
        }
      }
      assertThat(bytes).isLessThan(4L * Differences.MAX_BYTES);
    }
  }

  private static String text(Random random, String letter, int length) {
    StringBuilder text = new StringBuilder();
    while (text.length() < 100_000) {
      text.append(letter.repeat(length)).append(random.nextInt(50)).append(' ');
    }
    return text.toString();
  }
}
