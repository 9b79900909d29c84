package io.neardup.hadoop.generation;

import io.neardup.hadoop.job.FiguresFile;
import java.util.List;

/**
 * What the last generations of a collection have changed: the content of {@code generations.json}
 * in an export. It holds all that a report says about them, so that the report stays the same if
 * the collection is moved or its old generations are deleted.
 *
 * <p>The names of the components are its paths; the page on figures describes each.
 *
 * @param neardup the version of the program
 * @param collection the full path of the collection
 * @param generation the number of the generation that was exported
 * @param generations that one and those before it, oldest first, {@value #MAX_GENERATIONS} at most
 * @param examples of the newest of them that changed a document of an earlier batch; null if none
 *     did
 */
public record GenerationHistory(
    String neardup,
    String collection,
    int generation,
    List<Change> generations,
    Examples examples) {

  /** Most generations in the file. */
  public static final int MAX_GENERATIONS = 20;

  /** Most examples of each of the two kinds. */
  public static final int MAX_EXAMPLES = 10;

  /** Most names of batches that a generation has. */
  public static final int MAX_BATCHES = 10;

  /** The file. */
  public static final FiguresFile<GenerationHistory> FILE =
      new FiguresFile<>("generations.json", GenerationHistory.class);

  /** Copies the list. */
  public GenerationHistory {
    generations = List.copyOf(generations);
  }

  /**
   * What a generation has changed. A number is null if it cannot be known any more: those of
   * dropped documents need the generation before it, the last three the files in its {@code
   * changes/}.
   *
   * @param number of the generation
   * @param created when, an ISO 8601 instant in UTC
   * @param verb that made it: {@code add}, {@code drop} or {@code compact}
   * @param batches the name of the batch that was added, or the names of those of which documents
   *     were dropped; {@value #MAX_BATCHES} at most
   * @param furtherBatches how many further batches documents were dropped of
   * @param added documents
   * @param dropped documents
   * @param documents of all batches, without dropped ones
   * @param kept how many of these are kept
   * @param nowRemoved documents of earlier batches that were kept before it and are removed
   * @param nowKept documents of earlier batches that were removed before it and are kept
   * @param reassigned documents of earlier batches that are removed for another document
   */
  public record Change(
      int number,
      String created,
      String verb,
      List<String> batches,
      long furtherBatches,
      long added,
      Long dropped,
      long documents,
      long kept,
      Long nowRemoved,
      Long nowKept,
      Long reassigned) {

    /** Copies the list. */
    public Change {
      batches = List.copyOf(batches);
    }
  }

  /**
   * Documents of earlier batches that a generation has changed, those of the smallest columns.
   *
   * @param generation its number
   * @param changed documents that were kept before it and are removed, or the reverse
   * @param reassigned documents that are removed for another document
   */
  public record Examples(int generation, List<Example> changed, List<Example> reassigned) {

    /** Copies the lists. */
    public Examples {
      changed = List.copyOf(changed);
      reassigned = List.copyOf(reassigned);
    }
  }

  /**
   * A document whose verdict has changed, or that is removed for another one. What does not apply
   * is null.
   *
   * @param verdict {@code removed} or {@code kept}
   * @param id of the document
   * @param column of the document
   * @param keptId the id of the document that is kept in its place
   * @param keptColumn its column
   * @param similarity of the two, 0 to 1
   * @param reason why it is removed: {@code pair}, {@code link} or {@code no-shingles}
   * @param linkId with {@code link}, the id of the document that the link goes through
   * @param linkSimilarity with {@code link}, its similarity to the removed one, 0 to 1
   * @param keptColumnBefore the column of the document that was kept in its place before
   */
  public record Example(
      String verdict,
      String id,
      long column,
      String keptId,
      Long keptColumn,
      Double similarity,
      String reason,
      String linkId,
      Double linkSimilarity,
      Long keptColumnBefore) {}
}
