package io.neardup.hadoop.stage3candidatelist;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** {@link TailMerger} against the union in a {@link TreeSet}. */
class TailMergerPropertiesTest {

  @Provide
  Arbitrary<List<List<Long>>> pieces() {
    Arbitrary<Long> column =
        Arbitraries.oneOf(
            Arbitraries.longs().between(0, 40),
            Arbitraries.longs().between(0, 3 * ColumnWindow.SIZE),
            Arbitraries.longs().between(0, (1L << 40) - 1));
    return column.list().ofMinSize(1).ofMaxSize(20).list().ofMaxSize(12);
  }

  @Property(tries = 1000)
  void mergesAnyPiecesIntoTheirUnion(@ForAll("pieces") List<List<Long>> random) throws Exception {
    TreeSet<Long> union = new TreeSet<>();
    List<Tail> pieces = new ArrayList<>();
    long columns = 0;
    for (List<Long> piece : random) {
      TreeSet<Long> ascending = new TreeSet<>(piece);
      union.addAll(ascending);
      columns += ascending.size();
      pieces.add(tail(new LongArrayList(ascending)));
    }
    pieces.sort(Comparator.comparingLong(piece -> piece.columns().getLong(0)));

    LongArrayList merged = new LongArrayList();
    long repeats =
        new TailMerger()
            .merge(
                reusing(pieces),
                (list, length) -> merged.addElements(merged.size(), list, 0, length));

    assertThat(merged.toLongArray()).isEqualTo(union.stream().mapToLong(Long::longValue).toArray());
    assertThat(repeats).isEqualTo(columns - union.size());
  }

  private static Tail tail(LongArrayList columns) {
    Tail tail = new Tail();
    tail.columns().addAll(columns);
    return tail;
  }

  /** Gives all pieces in one and the same object, as a reducer's values come. */
  private static Iterator<Tail> reusing(List<Tail> pieces) {
    Tail reused = new Tail();
    Iterator<Tail> iterator = pieces.iterator();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return iterator.hasNext();
      }

      @Override
      public Tail next() {
        reused.columns().clear();
        reused.columns().addAll(iterator.next().columns());
        return reused;
      }
    };
  }

  /** A piece is asked for only when the window has got to its first column. */
  @Test
  void holdsNoMorePiecesThanOverlap() throws Exception {
    long apart = ColumnWindow.SIZE + 1;
    List<Tail> pieces = new ArrayList<>();
    for (long start = 0; start < 100 * apart; start += apart) {
      pieces.add(tail(LongArrayList.of(start, start + 3 * apart / 2)));
    }
    long[] taken = {0};
    Iterator<Tail> counting =
        new Iterator<>() {
          private final Iterator<Tail> iterator = reusing(pieces);

          @Override
          public boolean hasNext() {
            return iterator.hasNext();
          }

          @Override
          public Tail next() {
            taken[0]++;
            return iterator.next();
          }
        };
    new TailMerger()
        .merge(
            counting,
            // Pieces that begin before the end of the window, and the one that is looked at next.
            (columns, length) ->
                assertThat(taken[0])
                    .isLessThanOrEqualTo((columns[0] + ColumnWindow.SIZE) / apart + 2));
  }
}
