package io.neardup.hadoop.collection.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.stage2bandbucket.RankedPairs;
import io.neardup.lsh.BucketRule;
import io.neardup.reference.ColumnPair;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class BucketPairsTest {

  /** A column of a bucket: whether it was in it before a change, and whether it is after it. */
  private record Member(long column, boolean was, boolean is) {}

  /** Keeps what it is given, and checks how it is given. */
  private static final class Listed implements RankedPairs.Sink {
    private final Set<ColumnPair> pairs = new HashSet<>();
    private int longest;

    @Override
    public void list(int old, int heads, long[] columns, int from, int to) {
      for (int i = from; i < from + heads; i++) {
        for (int j = Math.max(i + 1, i < from + old ? from + old : 0); j < to; j++) {
          assertThat(columns[j]).isGreaterThan(columns[j - 1]);
          assertThat(pairs.add(ColumnPair.of(columns[i], columns[j]))).isTrue();
        }
      }
      longest = Math.max(longest, to - from);
    }
  }

  /** Returns the pairs that a bucket lists, by the definition. */
  private static Set<ColumnPair> listed(
      List<Member> bucket, BucketRule rule, Predicate<Member> isThere) {
    List<Member> columns = bucket.stream().filter(isThere).toList();
    Set<ColumnPair> pairs = new HashSet<>();
    for (int j = 0; j < columns.size(); j++) {
      for (int i = 0; i < j; i++) {
        if (j < Math.max(rule.maxColumns(), rule.heads() + 1) || i < rule.heads()) {
          pairs.add(ColumnPair.of(columns.get(i).column(), columns.get(j).column()));
        }
      }
    }
    return pairs;
  }

  private static void run(BucketPairs pairs, List<Member> bucket) throws Exception {
    pairs.start();
    for (Member member : bucket) {
      pairs.add(member.column(), member.was(), member.is());
    }
    pairs.finish();
  }

  /** Returns a bucket; of a kind of change it has none, some or many. */
  private static List<Member> bucket(SplittableRandom random) {
    int size = random.nextInt(26);
    int dropped = random.nextInt(3) * random.nextInt(50);
    int added = random.nextInt(3) * random.nextInt(50);
    List<Member> bucket = new ArrayList<>();
    long column = random.nextInt(3);
    for (int i = 0; i < size; i++) {
      boolean is = random.nextInt(100) >= dropped;
      bucket.add(new Member(column, random.nextInt(100) >= added, is));
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
    Listed ofAny = new Listed();
    Listed ofAdded = new Listed();
    BucketPairs any = new BucketPairs.NewlyListed(rule, ofAny);
    BucketPairs added = new BucketPairs.Added(rule, ofAdded);
    for (int round = 0; round < 20; round++) {
      List<Member> bucket = bucket(random);
      Set<ColumnPair> expected = listed(bucket, rule, Member::is);
      expected.removeAll(listed(bucket, rule, Member::was));
      ofAny.pairs.clear();
      run(any, bucket);
      assertThat(ofAny.pairs).as("%s", bucket).isEqualTo(expected);

      int old = random.nextInt(26);
      List<Member> larger = new ArrayList<>();
      bucket.forEach(m -> larger.add(new Member(m.column(), larger.size() < old, true)));
      expected = listed(larger, rule, Member::is);
      expected.removeAll(listed(larger, rule, Member::was));
      ofAdded.pairs.clear();
      run(added, larger);
      assertThat(ofAdded.pairs).as("%s", larger).isEqualTo(expected);
    }
  }

  /** A head is dropped, so that the next is a head for all later ones; then many are new. */
  @Test
  void aLargeBucketIsListedInPieces() throws Exception {
    List<Member> dropped = new ArrayList<>();
    List<Member> added = new ArrayList<>();
    for (int column = 0; column < 100_000; column++) {
      dropped.add(new Member(column, true, column != 2));
      added.add(new Member(column, column == 0, true));
    }
    Listed listed = new Listed();
    run(new BucketPairs.NewlyListed(BucketRule.ofBand(10), listed), dropped);
    // Columns of ranks 10 and more before: the fifth is a head now. Column 10 has rank 9 now.
    assertThat(listed.pairs).hasSize(dropped.size() - 10 + 5);
    assertThat(listed.longest).isEqualTo(7);

    listed = new Listed();
    run(new BucketPairs.Added(BucketRule.ofBand(10), listed), added);
    assertThat(listed.pairs).hasSize(9 * 10 / 2 + 9 + 4 * (added.size() - 10) - 9);
    assertThat(listed.longest).isEqualTo(4 + 4096);
  }
}
