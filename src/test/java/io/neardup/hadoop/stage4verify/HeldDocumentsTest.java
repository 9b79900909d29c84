package io.neardup.hadoop.stage4verify;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.dynatrace.hash4j.hashing.HashValue128;
import io.neardup.similarity.IndexedSet;
import io.neardup.similarity.Jaccard;
import io.neardup.similarity.SetComparison;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link HeldDocuments}, in memory and on disk. */
class HeldDocumentsTest {

  @TempDir private Path folder;

  private int files;

  private File file() {
    files++;
    return folder.resolve("held").toFile();
  }

  private static HashValue128 text(long number) {
    return new HashValue128(number, 0);
  }

  private static IndexedSet set(long column) {
    LongArrayList shingles = shingles(column);
    return IndexedSet.of(shingles.elements(), shingles.size());
  }

  private static ShingledDocument document(long column, String id) {
    return ShingledDocument.indexed(
        column, id.getBytes(java.nio.charset.StandardCharsets.UTF_8), set(column));
  }

  private static LongArrayList shingles(long column) {
    LongArrayList shingles = new LongArrayList();
    for (long s = 0; s < column * 7 % 50; s++) {
      shingles.add(s * 1_000_003 - column);
    }
    return shingles;
  }

  private static String shown(ShingledDocument document) {
    return shown(document.column(), document.id(), document.shingles(), document.size());
  }

  private static String shown(long column, byte[] id, long[] shingles, int size) {
    return column
        + new String(id, java.nio.charset.StandardCharsets.UTF_8)
        + LongArrayList.wrap(Arrays.copyOf(shingles, size));
  }

  private static String expected(long column) {
    return column + "id" + column + shingles(column);
  }

  /** From nothing at all in memory to all of it; several blocks one after the other. */
  @ParameterizedTest
  @ValueSource(longs = {0, 300, 2_000, 10_000, 1 << 20})
  void everyPairIsComparedOnce(long bytesInMemory) throws Exception {
    Random random = new Random(bytesInMemory);
    List<String> compared = new ArrayList<>();
    HeldDocuments.Comparison comparison =
        (a, b, agreement) -> compared.add(shown(a) + " " + shown(b) + " " + agreement);
    try (HeldDocuments held = new HeldDocuments(this::file, bytesInMemory, comparison)) {
      for (long first = 0; first < 300; first += 100) {
        List<String> expected = new ArrayList<>();
        compared.clear();
        for (long c = first; c < first + 100; c++) {
          if (c % 3 > 0) {
            held.add(document(c, "id" + c), text(c));
          }
          if (c % 4 == 0) { // with those before it
            PartnerList partners = partners(c, first, random, expected);
            held.compare(document(c, "id" + c), partners);
          }
        }
        for (long c = first + 50; c < first + 150; c++) {
          PartnerList partners = partners(c, first, random, expected);
          held.compare(document(c, "id" + c), partners);
        }
        held.finish();
        assertThat(compared).containsExactlyInAnyOrderElementsOf(expected).isNotEmpty();
      }
    }
    assertThat(files).isEqualTo(bytesInMemory < 1 << 20 ? 3 : 0);
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }

  /** Some of the documents of a block that are held and come before c, and what to expect. */
  private static PartnerList partners(long c, long first, Random random, List<String> expected) {
    PartnerList partners = new PartnerList();
    for (int p = 0; p < Math.min(100, c - first); p++) {
      if ((first + p) % 3 > 0 && random.nextInt(5) == 0) {
        partners.add(first + p, p + 1);
        expected.add(expected(first + p) + " " + expected(c) + " " + (p + 1));
      }
    }
    return partners;
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1 << 20})
  void aPartnerThatIsNotThereIsAnError(long bytesInMemory) throws Exception {
    for (int missing : new int[] {1, 3, 9}) {
      try (HeldDocuments held = new HeldDocuments(this::file, bytesInMemory, (a, b, n) -> {})) {
        for (long c : new long[] {10, 12, 14}) {
          held.add(document(c, "id"), text(c));
        }
        PartnerList partners = new PartnerList();
        partners.add(10, 1);
        partners.add(10 + missing, 1);
        assertThatThrownBy(
                () -> {
                  held.compare(document(20, "b"), partners);
                  held.finish();
                })
            .isInstanceOf(IOException.class)
            .hasMessage("document " + (10 + missing) + " is missing");
      }
    }
  }

  @Test
  void aDocumentThatDoesNotFitIsComparedAtOnce() throws Exception {
    List<String> compared = new ArrayList<>();
    try (HeldDocuments held =
        new HeldDocuments(this::file, 10, (a, b, n) -> compared.add(shown(a) + shown(b)))) {
      held.add(document(7, "id7"), text(7));
      PartnerList partners = new PartnerList();
      partners.add(7, 5);
      held.compare(document(9, "id9"), partners);
      assertThat(compared).containsExactly(expected(7) + expected(9));
    }
    assertThat(files).isOne();
  }

  /** Two families of similar documents and one of others; in memory, and on disk. */
  @ParameterizedTest
  @ValueSource(longs = {1 << 23, 1 << 16})
  void similaritiesOfFamiliesAreExact(long bytesInMemory) throws Exception {
    int documents = 300;
    List<long[]> sets = new ArrayList<>();
    Random random = new Random(4);
    for (int d = 0; d < documents; d++) {
      Random family = new Random(d % 3);
      long[] set = family.longs(200).toArray();
      for (int e = 0; e < set.length; e++) {
        if (random.nextInt(100) < (d % 3 == 0 ? 60 : 6)) {
          set[e] = random.nextLong();
        }
      }
      sets.add(set);
    }
    SetComparison comparison = new SetComparison();
    int[] counts = new int[2]; // pairs, reached
    HeldDocuments.Comparison check =
        (a, b, n) -> {
          long[] other = sets.get((int) b.column());
          Set<Long> common = LongStream.of(sets.get((int) a.column())).boxed().collect(toSet());
          common.retainAll(LongStream.of(other).boxed().collect(toSet()));
          int union = 2 * 200 - common.size();
          boolean reaches = Jaccard.similarity(common.size(), union) >= 0.7;
          assertThat(a.reaches(0.7, b, false, comparison)).isEqualTo(reaches);
          assertThat(a.reaches(0.7, b, true, comparison)).isEqualTo(reaches);
          counts[0]++;
          if (reaches) {
            counts[1]++;
            assertThat(comparison.intersection()).isEqualTo(common.size());
            assertThat(comparison.union()).isEqualTo(union);
          }
        };
    try (HeldDocuments held = new HeldDocuments(this::file, bytesInMemory, check)) {
      for (int d = 0; d < documents; d++) {
        PartnerList partners = new PartnerList();
        for (int other = d % 7 == 0 ? 0 : d % 3; other < d; other += d % 7 == 0 ? 1 : 3) {
          partners.add(other, 1);
        }
        ShingledDocument document =
            ShingledDocument.indexed(d, new byte[2], IndexedSet.of(sets.get(d), 200));
        held.compare(document, partners);
        held.add(document, text(d));
      }
    }
    assertThat(counts[1]).isPositive().isLessThan(counts[0]);
  }

  /** Members of the same text take hardly any memory: a hundred fit where two others do not. */
  @Test
  void documentsOfTheSameTextShareTheirShingles() throws Exception {
    List<long[]> compared = new ArrayList<>();
    List<String> shown = new ArrayList<>();
    long one = HeldDocuments.bytes(set(7).size());
    long bytesInMemory = 2 * one + 100 * 110;
    try (HeldDocuments held =
        new HeldDocuments(
            this::file,
            bytesInMemory,
            (a, b, n) -> {
              compared.add(a.shingles());
              shown.add(shown(a));
            })) {
      PartnerList partners = new PartnerList();
      for (long c = 0; c < 100; c++) {
        ShingledDocument same = held.withText(text(77));
        assertThat(same == null).isEqualTo(c == 0);
        ShingledDocument document =
            same == null ? document(7, "id") : same.sameText(c, new byte[2], set(9));
        held.add(document, text(77));
        partners.add(document.column(), 1);
        if (c == 0) {
          c = 7;
        }
      }
      held.compare(document(200, "b"), partners);
      assertThat(files).isZero();
      assertThat(compared).hasSize(93);
      assertThat(compared).allMatch(shingles -> shingles == compared.get(0));
      for (long c = 300; c < 900; c++) {
        held.add(document(c, "id"), text(c));
      }
      assertThat(files).isOne();
      assertThat(held.withText(text(77))).isNull();
      held.compare(document(1000, "b"), partners);
      held.finish();
      assertThat(shown).hasSize(186);
      assertThat(shown.subList(93, 186)).isEqualTo(shown.subList(0, 93));
    }
  }
}
