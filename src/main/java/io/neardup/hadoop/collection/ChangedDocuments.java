package io.neardup.hadoop.collection;

import io.neardup.hadoop.generation.GenerationHistory;
import io.neardup.hadoop.generation.GenerationHistory.Example;
import io.neardup.hadoop.job.Utf8Lines;
import io.neardup.hadoop.stage5cluster.removal.Removal;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * The documents in the files of {@link BatchChanges}: how many there are, and the first ones. Reads
 * the files once, line by line.
 *
 * @param nowRemoved documents that were kept before and are removed
 * @param nowKept documents that were removed before and are kept
 * @param reassigned documents that are removed for another document
 * @param examples of the first two
 * @param examplesOfReassigned of the last
 */
record ChangedDocuments(
    long nowRemoved,
    long nowKept,
    long reassigned,
    List<Example> examples,
    List<Example> examplesOfReassigned) {

  private static final String REMOVED = "removed";
  private static final String KEPT = "kept";

  /** No documents. */
  static final ChangedDocuments NONE = new ChangedDocuments(0, 0, 0, List.of(), List.of());

  /** Reads the files in a folder; empty if one is missing. */
  static Optional<ChangedDocuments> read(Configuration conf, Path folder) throws IOException {
    long nowKept = 0;
    long changed = 0;
    long reassigned = 0;
    List<Example> examples = new ArrayList<>();
    List<Example> examplesOfReassigned = new ArrayList<>();
    try (BufferedReader lines = Utf8Lines.read(conf, new Path(folder, BatchChanges.CHANGES))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        changed++;
        boolean kept = line.endsWith("\t" + KEPT);
        if (kept) {
          nowKept++;
        }
        if (examples.size() < GenerationHistory.MAX_EXAMPLES) {
          Removal removal = removal(line);
          examples.add(kept ? kept(removal) : removed(removal, null));
        }
      }
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
    try (BufferedReader lines = Utf8Lines.read(conf, new Path(folder, BatchChanges.REASSIGNED))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        reassigned++;
        if (examplesOfReassigned.size() < GenerationHistory.MAX_EXAMPLES) {
          long before = Long.parseLong(line.substring(line.lastIndexOf('\t') + 1));
          examplesOfReassigned.add(removed(removal(line), before));
        }
      }
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
    return Optional.of(
        new ChangedDocuments(
            changed - nowKept, nowKept, reassigned, examples, examplesOfReassigned));
  }

  /** Parses a line without its last field. */
  private static Removal removal(String line) {
    return Removal.parse(line.substring(0, line.lastIndexOf('\t')));
  }

  /** Returns a document that is kept; the line names the document that was kept before instead. */
  private static Example kept(Removal removal) {
    return new Example(
        KEPT,
        removal.id(),
        removal.column(),
        null,
        null,
        null,
        null,
        null,
        null,
        removal.keptColumn());
  }

  private static Example removed(Removal removal, Long keptColumnBefore) {
    boolean link = removal.reason().equals(Removal.LINK);
    return new Example(
        REMOVED,
        removal.id(),
        removal.column(),
        removal.keptId(),
        removal.keptColumn(),
        number(removal.similarity()),
        removal.reason(),
        link ? removal.linkId() : null,
        link ? number(removal.linkSimilarity()) : null,
        keptColumnBefore);
  }

  private static Double number(double number) {
    return Double.isNaN(number) ? null : number;
  }

  /** Returns whether there are none. */
  boolean isEmpty() {
    return nowRemoved + nowKept + reassigned == 0;
  }
}
