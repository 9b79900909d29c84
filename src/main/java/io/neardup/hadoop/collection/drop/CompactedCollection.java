package io.neardup.hadoop.collection.drop;

import io.neardup.config.Quantity;
import io.neardup.hadoop.generation.Expiry;
import io.neardup.hadoop.generation.Generation;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/**
 * What a compaction has done.
 *
 * @param collection the full path of the collection
 * @param before the newest generation before it
 * @param merged the new generation; empty if there was nothing to merge
 * @param expiry which generations were deleted; empty if that was not asked for
 */
public record CompactedCollection(
    Path collection, Generation before, Optional<Generation> merged, Optional<Expiry> expiry) {

  /** Prints a summary. */
  public void print(PrintStream out) {
    out.println(
        merged
            .map(
                generation ->
                    collection
                        + ", generation "
                        + generation.number()
                        + ": merged "
                        + Quantity.of(before.index().twins().size(), "part")
                        + " of twins and "
                        + Quantity.of(before.index().bands().size(), "part")
                        + " of bands into one each")
            .orElse(
                collection
                    + ": nothing to merge, generation "
                    + before.number()
                    + " has one part of twins and one of bands"));
    expiry.ifPresent(deleted -> out.println(describe(deleted)));
  }

  private static String describe(Expiry deleted) {
    List<Integer> numbers = deleted.generations();
    if (numbers.isEmpty() && deleted.bytes() == 0) {
      return "no generation deleted: the newest two always stay, and the others are not old enough";
    }
    int last = numbers.size() - 1;
    return "deleted "
        + Quantity.of(numbers.size(), "generation")
        + (last < 0
            ? ""
            : " (" + numbers.get(0) + (last == 0 ? "" : " to " + numbers.get(last)) + ")")
        + " and "
        + Quantity.of(deleted.bytes(), "byte")
        + " that only "
        + (last == 0 ? "it" : "they")
        + " named";
  }
}
