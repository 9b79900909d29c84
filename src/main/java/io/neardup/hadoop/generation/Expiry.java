package io.neardup.hadoop.generation;

import io.neardup.hadoop.output.OwnedFolder;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;

/**
 * What the deletion of old generations has deleted.
 *
 * @param generations their numbers, ascending
 * @param bytes the length of the files in the writers' folders that were deleted
 */
public record Expiry(List<Integer> generations, long bytes) {

  private static final int KEPT = 2;

  /**
   * Deletes the generations that were created before an instant, oldest first, except the newest
   * two, and then the writers' folders, and parts of them, that no remaining generation names. A
   * crash leaves whole generations, folders that the next writer deletes, and parts that the next
   * expiry deletes.
   *
   * <p>It stops at the first generation that is not old enough, even if the clock of a later writer
   * was slow: the generations that stay are consecutive.
   *
   * @param collection which this process has taken; it has no unpublished work there
   * @throws io.neardup.config.UsageException if a generation is missing or damaged; then nothing is
   *     deleted
   */
  public static Expiry run(Configuration conf, OwnedFolder collection, Instant before)
      throws IOException {
    Generations generations = Generations.of(conf, collection.path());
    SortedMap<Integer, Instant> created = new TreeMap<>();
    generations.forEach(
        generation -> created.put(generation.number(), generation.createdInstant()));
    List<Integer> expired =
        created.keySet().stream()
            .limit(Math.max(0, created.size() - KEPT))
            .takeWhile(number -> created.get(number).isBefore(before))
            .toList();
    for (int number : expired) {
      collection.requireHeld();
      generations.delete(number);
    }
    WorkFolders folders = new WorkFolders(conf, collection);
    long bytes = folders.deleteLeftovers().stream().mapToLong(WorkFolders.Leftover::bytes).sum();
    return new Expiry(expired, bytes + folders.deleteUnnamedParts());
  }
}
