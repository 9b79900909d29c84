package io.neardup.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.text.ShingleSettings.Unit;
import it.unimi.dsi.fastutil.longs.LongAVLTreeSet;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DocumentShinglerTest {

  private static final long AB = 0xa873719c24d5735cL;

  private static DocumentShingler shingler(Unit unit, int size, int hashBits, boolean multiset) {
    return new DocumentShingler(
        new ShingleSettings(unit, size, hashBits, multiset, Normalization.WHITESPACE),
        StopWords.english());
  }

  private static List<Long> distinct(DocumentShingler shingler, String document) {
    byte[] bytes = document.getBytes(UTF_8);
    return List.copyOf(new LongAVLTreeSet(shingler.elements(bytes, 0, bytes.length)));
  }

  private static List<Long> elements(DocumentShingler shingler, String document) {
    byte[] bytes = document.getBytes(UTF_8);
    return shingler.elements(bytes, 0, bytes.length);
  }

  private static List<Long> sortedHashes(String... shingles) {
    return Plain.hashes(List.of(shingles)).stream().sorted().toList();
  }

  @Test
  void abcabAsASet() {
    DocumentShingler set = shingler(Unit.CHAR, 2, 64, false);
    assertThat(distinct(set, "abcab")).isEqualTo(sortedHashes("ab", "bc", "ca"));
    assertThat(elements(set, "abcab")).isEqualTo(Plain.hashes(List.of("ab", "bc", "ca", "ab")));
  }

  @Test
  void abcabAsABag() {
    DocumentShingler bag = shingler(Unit.CHAR, 2, 64, true);
    assertThat(distinct(bag, "abcab"))
        .hasSize(4)
        .containsAll(sortedHashes("ab", "bc", "ca"))
        .contains(0x68c51860a6454acdL);
    assertThat(elements(bag, "abcab")).hasSize(4).doesNotHaveDuplicates();
  }

  /** Values of an independent implementation of the formula in the Javadoc. */
  @Test
  void furtherOccurrencesAreStable() {
    assertThat(elements(shingler(Unit.ELEMENT, 1, 64, true), "ab\nab\nab"))
        .containsExactlyInAnyOrder(AB, 0x68c51860a6454acdL, 0x7c6b7e28cc406b1bL);
    assertThat(elements(shingler(Unit.ELEMENT, 1, 32, true), "ab\nab\nab"))
        .containsExactlyInAnyOrder(AB & 0xFFFFFFFFL, 0xdbf098b8L, 0x3cdbfbcdL);
  }

  @Test
  void nadalAndNadia() {
    DocumentShingler shingler = shingler(Unit.CHAR, 2, 64, false);
    Set<Long> nadal = new HashSet<>(distinct(shingler, "Nadal"));
    Set<Long> nadia = new HashSet<>(distinct(shingler, "Nadia"));
    Set<Long> union = new HashSet<>(nadal);
    union.addAll(nadia);
    nadal.retainAll(nadia);
    assertThat(nadal).hasSize(2);
    assertThat(union).hasSize(6);
  }

  @Test
  void nineCharactersHashedToFourBytes() {
    List<Long> buckets = distinct(shingler(Unit.CHAR, 9, 32, false), "abcdefghij");
    assertThat(buckets)
        .containsExactlyInAnyOrder(0x174590a0L, Plain.hash("bcdefghij") & 0xFFFFFFFFL);
    // 2^16 shingles of 64 bits: some have the upper half of 32 bits set, no bucket has.
    String text =
        String.join(
            "", LongStream.range(0, 1 << 13).mapToObj(i -> String.format("%08x", i)).toList());
    assertThat(distinct(shingler(Unit.CHAR, 9, 32, true), text))
        .allMatch(element -> element >= 0 && element <= 0xFFFFFFFFL);
  }

  @Test
  void documentsWithoutShingles() {
    assertThat(distinct(shingler(Unit.CHAR, 9, 64, false), " \n\u00A0")).isEmpty();
    assertThat(distinct(shingler(Unit.WORD, 3, 64, true), " \n\u00A0")).isEmpty();
    assertThat(distinct(shingler(Unit.STOPWORD, 3, 64, false), "Buy Sudzo.")).isEmpty();
    assertThat(distinct(shingler(Unit.ELEMENT, 1, 64, false), "\n")).isEmpty();
  }

  @Test
  void eachUnit() {
    assertThat(distinct(shingler(Unit.WORD, 2, 64, false), " a\u3000b\nc "))
        .isEqualTo(sortedHashes("a b", "b c"));
    assertThat(distinct(shingler(Unit.STOPWORD, 9, 64, false), "it\u00A0is good for"))
        .isEqualTo(sortedHashes("it is good", "is good for"));
  }

  @Test
  void elementsOfASetAreNotNormalizedBeyondRepair() {
    DocumentShingler shingler =
        new DocumentShingler(
            new ShingleSettings(Unit.ELEMENT, 9, 64, false, Normalization.FOLD), null);
    assertThat(distinct(shingler, " A  b \n a b\n A  b "))
        .isEqualTo(sortedHashes(" A  b ", " a b"));
    byte[] invalid = {'x', (byte) 0xFF, '\n', 'y'};
    assertThat(List.copyOf(shingler.elements(invalid, 0, 4)))
        .isEqualTo(Plain.hashes(List.of("x\uFFFD", "y")));
  }

  @Test
  void normalizationIsApplied() {
    DocumentShingler shingler =
        new DocumentShingler(
            new ShingleSettings(Unit.CHAR, 9, 64, false, Normalization.FOLD), null);
    assertThat(distinct(shingler, "  STRASSE  ")).isEqualTo(sortedHashes("strasse"));
    assertThat(distinct(shingler, "Stra\u00DFe")).isEqualTo(sortedHashes("strasse"));
  }

  @Test
  void stopWordsMustBeGivenWhereTheyAreUsed() {
    ShingleSettings settings = new ShingleSettings(Unit.STOPWORD, 3, 64, false, Normalization.NONE);
    assertThatThrownBy(() -> new DocumentShingler(settings, null))
        .isInstanceOf(NullPointerException.class);
  }

  @Test
  void aLargeDocumentTakesOneArrayAndTheNextReleasesIt() {
    byte[] large = "abcdefghijklmnop".repeat(1 << 16).getBytes(UTF_8);
    DocumentShingler shingler = shingler(Unit.CHAR, 9, 64, false);
    LongArrayList elements = shingler.elements(large, 0, large.length);
    assertThat(elements.elements()).hasSize(large.length - 8);
    assertThat(shingler.elements(large, 0, 20).elements().length)
        .isLessThanOrEqualTo(ShingleLists.RETAINED_LONGS);
  }

  @Test
  void aLargeDocumentIsNotCopiedTwice() {
    byte[] large = new byte[8 << 20];
    for (int i = 0; i < large.length; i++) {
      large[i] = (byte) ('a' + Long.remainderUnsigned((i * 0x9E3779B97F4A7C15L) >>> 7, 26));
    }
    DocumentShingler shingler = shingler(Unit.CHAR, 9, 64, true);
    long bytes = Allocation.bytesOf(() -> shingler.elements(large, 0, large.length));
    // The text, its elements, and less than a quarter more.
    assertThat(bytes).isBetween(72L << 20, 90L << 20);
  }
}
