package io.neardup.hadoop.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.neardup.lsh.BucketRule;
import io.neardup.reference.ColumnPair;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class NewlyListedTest {

  /** A column of a bucket: whether it was ordinary before a change, and whether it is after it. */
  private record Member(long column, boolean was, boolean is) {}

  /** Keeps what it is given, and checks how it is given. */
  private static final class Listed implements NewlyListed.Sink {
    private final Set<ColumnPair> pairs = new HashSet<>();
    private final Map<Long, Long> greatest = new HashMap<>();
    private int calls;
    private int longest;

    @Override
    public void list(long i, long[] js, int from, int to) {
      assertThat(to).isGreaterThan(from);
      for (int at = from; at < to; at++) {
        assertThat(js[at]).isGreaterThan(greatest.getOrDefault(i, i));
        greatest.put(i, js[at]);
        pairs.add(ColumnPair.of(i, js[at]));
      }
      calls++;
      longest = Math.max(longest, to - from);
    }
  }

  /** Returns the pairs that a bucket lists, by the definition. */
  private static Set<ColumnPair> listed(
      List<Member> bucket, BucketRule rule, Predicate<Member> isOrdinary) {
    List<Member> ordinary = bucket.stream().filter(isOrdinary).toList();
    Set<ColumnPair> pairs = new HashSet<>();
    for (int j = 0; j < ordinary.size(); j++) {
      for (int i = 0; i < j; i++) {
        if (j < Math.max(rule.maxColumns(), rule.heads() + 1) || i < rule.heads()) {
          pairs.add(ColumnPair.of(ordinary.get(i).column(), ordinary.get(j).column()));
        }
      }
    }
    return pairs;
  }

  private static Listed run(NewlyListed newly, Listed listed, List<Member> bucket)
      throws Exception {
    newly.start();
    for (Member member : bucket) {
      newly.add(member.column(), member.was(), member.is());
    }
    newly.finish();
    assertThat(newly.membersBefore()).isEqualTo(bucket.stream().filter(Member::was).count());
    assertThat(newly.membersAfter()).isEqualTo(bucket.stream().filter(Member::is).count());
    return listed;
  }

  /** Returns a bucket; of a kind of change it has none, some or many. */
  private static List<Member> bucket(SplittableRandom random, int newFrom) {
    int size = random.nextInt(26);
    int dropped = random.nextInt(3) * random.nextInt(50);
    int added = random.nextInt(3) * random.nextInt(50);
    List<Member> bucket = new ArrayList<>();
    long column = random.nextInt(3);
    for (int i = 0; i < size; i++) {
      boolean is = random.nextInt(100) >= dropped;
      boolean was = i < newFrom ? true : random.nextInt(100) >= added;
      bucket.add(new Member(column, was, is));
      column += 1 + random.nextInt(3);
    }
    return bucket;
  }

  /** Buckets one after another, so that nothing of one may reach the next. */
  @Property(tries = 1000)
  void asDefined(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 12) int maxColumns,
      @ForAll @IntRange(min = 1, max = 5) int heads)
      throws Exception {
    BucketRule rule = new BucketRule(maxColumns, heads);
    SplittableRandom random = new SplittableRandom(seed);
    Listed listed = new Listed();
    NewlyListed newly = new NewlyListed(rule, listed);
    for (int round = 0; round < 20; round++) {
      List<Member> bucket = bucket(random, 0);
      Set<ColumnPair> expected = listed(bucket, rule, Member::is);
      expected.removeAll(listed(bucket, rule, Member::was));
      listed.pairs.clear();
      listed.greatest.clear();

      run(newly, listed, bucket);

      assertThat(listed.pairs).as("%s", bucket).isEqualTo(expected);
      assertThat(newly.newlyListed()).isEqualTo(expected.size());
    }
  }

  /**
   * If new columns are greater than all old ones, what was listed stays so, and is not repeated.
   */
  @Property(tries = 1000)
  void listedPairsOfLivingColumnsAreThoseOfBeforeAndTheNewlyListed(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 12) int maxColumns) throws Exception {
    BucketRule rule = BucketRule.ofBand(maxColumns);
    SplittableRandom random = new SplittableRandom(seed);
    List<Member> bucket = new ArrayList<>();
    int old = random.nextInt(20);
    for (Member member : bucket(random, Integer.MAX_VALUE)) {
      boolean isOld = bucket.size() < old;
      bucket.add(new Member(member.column(), isOld, !isOld || member.is()));
    }
    Set<Long> living = new HashSet<>();
    bucket.stream().filter(Member::is).forEach(member -> living.add(member.column()));
    Set<ColumnPair> kept = listed(bucket, rule, Member::was);
    kept.removeIf(pair -> !living.contains(pair.i()) || !living.contains(pair.j()));
    Listed listed = new Listed();

    run(new NewlyListed(rule, listed), listed, bucket);

    assertThat(Collections.disjoint(listed.pairs, kept)).isTrue();
    kept.addAll(listed.pairs);
    assertThat(kept).isEqualTo(listed(bucket, rule, Member::is));
  }

  /** A million members; a head is dropped, so that the next is a head for all later ones. */
  @Test
  void aLargeBucketIsListedInPieces() throws Exception {
    int size = 1_000_000;
    long[] pairs = {0};
    int[] longest = {0};
    Set<Long> heads = new HashSet<>();
    NewlyListed newly =
        new NewlyListed(
            BucketRule.ofBand(10),
            (i, js, from, to) -> {
              pairs[0] += to - from;
              longest[0] = Math.max(longest[0], to - from);
              heads.add(i);
            });
    newly.start();
    for (int column = 0; column < size; column++) {
      newly.add(column, true, column != 2);
    }
    newly.finish();
    // Columns of ranks 10 and more before: the fifth is a head now. Column 10 has rank 9 now.
    assertThat(heads).containsExactlyInAnyOrder(4L, 5L, 6L, 7L, 8L, 9L);
    assertThat(pairs[0]).isEqualTo(size - 10 + 5).isEqualTo(newly.newlyListed());
    assertThat(longest[0]).isEqualTo(NewlyListed.MAX_PIECE);

    newly.start();
    pairs[0] = 0;
    for (int column = 0; column < size; column++) {
      newly.add(column, true, true);
    }
    newly.finish();
    assertThat(pairs[0]).isZero();
  }

  /** Many columns listed in full are cut into pieces too. */
  @Test
  void newColumnsAreListedInPieces() throws Exception {
    Listed listed = new Listed();
    NewlyListed newly = new NewlyListed(BucketRule.ofBand(10_000), listed);
    newly.start();
    newly.add(7, true, true);
    for (int column = 100; column < 9_000; column++) {
      newly.add(column, column >= 1000, true); // a new one, then old ones
      if (column == 100) {
        column = 999;
      }
    }
    newly.finish();
    assertThat(newly.newlyListed()).isEqualTo(8001);
    assertThat(listed.pairs).hasSize(8001);
    assertThat(listed.longest).isLessThanOrEqualTo(NewlyListed.MAX_PIECE);
    assertThat(listed.calls).isEqualTo(3);
  }

  @Test
  void columnsThatDoNotAscendAreRefused() throws Exception {
    NewlyListed newly = new NewlyListed(BucketRule.ofBand(5), new Listed());
    newly.start();
    newly.add(3, true, true);
    assertThatIllegalArgumentException().isThrownBy(() -> newly.add(3, true, true));
    newly.start();
    newly.add(0, true, true);
  }
}
