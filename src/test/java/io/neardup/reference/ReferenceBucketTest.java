package io.neardup.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rules of buckets, by hand. Columns of the same signature have the same tens. */
class ReferenceBucketTest {

  /** Returns a bucket of these columns; the hash of a signature is the column's tens, negated. */
  private static ReferenceBucket bucket(int band, int maxTwins, int maxColumns, long... columns) {
    ReferenceBucket bucket = new ReferenceBucket(band, 0x00ab);
    Arrays.stream(columns).forEach(column -> bucket.add(-(column / 10), column));
    bucket.list(maxTwins, maxColumns);
    return bucket;
  }

  private static List<String> pairs(ReferenceBucket bucket) {
    return bucket.pairs().stream().map(pair -> pair.i() + "-" + pair.j()).toList();
  }

  @Test
  void asARuleAllPairsAreListed() {
    ReferenceBucket bucket = bucket(3, 2, 4, 10, 11, 20, 30);

    assertThat(pairs(bucket)).containsExactly("10-11", "10-20", "10-30", "11-20", "11-30", "20-30");
    assertThat(bucket.isListedInFull()).isTrue();
    assertThat(bucket.lines()).containsExactly("3\t00000000000000ab\t3\t10 11 20 30");
  }

  @Test
  void bucketOfOneColumnIsNotListed() {
    ReferenceBucket bucket = bucket(0, 1, 2, 10);

    assertThat(bucket.pairs()).isEmpty();
    assertThat(bucket.lines()).isEmpty();
    assertThat(bucket.isListedInFull()).isTrue();
  }

  @Test
  void leastOfALargeGroupOfTwinsStandsForThoseThatAreNotOrdinary() {
    ReferenceBucket bucket = bucket(0, 2, 10, 10, 11, 12, 13, 20, 30);

    assertThat(pairs(bucket))
        .containsExactly("10-11", "10-12", "10-13", "10-20", "10-30", "11-20", "11-30", "20-30");
    assertThat(bucket.collapsedGroups()).isEqualTo(1);
    assertThat(bucket.impliedPairs()).isEqualTo(3); // 11-12, 11-13, 12-13
    assertThat(bucket.isListedInFull()).isFalse();
    assertThatThrownBy(bucket::lines).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void twinsThatAreNotOrdinaryAreListedInBandZeroOnly() {
    assertThat(pairs(bucket(1, 2, 10, 10, 11, 12, 20))).containsExactly("10-11", "10-20", "11-20");
  }

  @Test
  void inALargeBucketTheFirstColumnsArePairedWithAll() {
    ReferenceBucket bucket = bucket(5, 2, 6, 10, 20, 30, 40, 50, 60, 70, 80, 81);

    // Of the pairs of 50, 60, 70, 80 and 81 only 50-60 is of the first six.
    assertThat(bucket.pairsNotListed()).isEqualTo(10 - 1);
    assertThat(bucket.isLarge()).isTrue();
    assertThat(bucket.isListedInFull()).isFalse();
    assertThat(pairs(bucket))
        .hasSize(36 - 9)
        .contains("10-81", "40-81", "50-60")
        .doesNotContain("50-70", "80-81");
  }

  @Test
  void bandZeroOfALargeBucketListsOrdinaryTwinsToo() {
    ReferenceBucket bucket = bucket(0, 2, 6, 10, 20, 30, 40, 50, 60, 70, 80, 81, 82);

    assertThat(pairs(bucket)).contains("80-81", "80-82").doesNotContain("81-82", "70-80");
    assertThat(bucket.pairsNotListed()).isEqualTo(10 - 1);
    assertThat(bucket.impliedPairs()).isEqualTo(1);
  }

  @Test
  void columnsThatAreNotOrdinaryDoNotMakeABucketLarge() {
    ReferenceBucket bucket = bucket(5, 1, 5, 10, 11, 12, 13, 20, 30, 40, 50);

    assertThat(bucket.pairs()).hasSize(10);
    assertThat(bucket.isLarge()).isFalse();
    assertThat(bucket.impliedPairs()).isEqualTo(3);
  }

  @Test
  void longBucketGoesOnInFurtherLines() {
    long[] columns = new long[1500];
    Arrays.setAll(columns, i -> i);

    List<String> lines = bucket(0, 100, 2000, columns).lines();

    // 1,110 heads make 1499 + 1498 + … + 390 = 1,048,395 pairs; one more passes 2²⁰.
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0)).startsWith("0\t00000000000000ab\t1110\t0 1 2 ").endsWith(" 1499");
    assertThat(lines.get(1)).startsWith("0\t00000000000000ab\t389\t1110 1111 ").endsWith(" 1499");
  }
}
