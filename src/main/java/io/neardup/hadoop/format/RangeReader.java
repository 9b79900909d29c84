package io.neardup.hadoop.format;

import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.fs.Path;

/**
 * Reads the records that begin in one range of a file, in order. The same range of the same file
 * always gives the same records.
 */
public abstract class RangeReader implements Closeable {

  /**
   * The fields that {@code dedup --annotate} adds to a document.
   *
   * @param cluster the id of the first document of its cluster; null if it is in none
   * @param size how many documents the cluster has; 1 if it is in none
   * @param sources how many sources these have; 1 if it is in none
   * @param kept whether the document is kept
   */
  public record Annotation(String cluster, long size, long sources, boolean kept) {
    static final List<String> FIELDS =
        List.of(
            "neardup_cluster", "neardup_cluster_size", "neardup_cluster_sources", "neardup_kept");

    /** Returns the values of the fields, in their order; all are null for no annotation. */
    static List<Object> values(Annotation annotation) {
      return annotation == null
          ? Collections.nCopies(FIELDS.size(), null)
          : Arrays.asList(annotation.cluster, annotation.size, annotation.sources, annotation.kept);
    }
  }

  /** What is read. */
  protected final CorpusRange range;

  /** The record that was read. */
  protected final SourceRecord record = new SourceRecord();

  protected RangeReader(CorpusRange range) {
    this.range = range;
  }

  /** Reads the next record, good or set aside; false if there is none. */
  public abstract boolean next() throws IOException;

  /** Returns the record that was read, reused by the next call. */
  public final SourceRecord record() {
    return record;
  }

  /** Returns how many lines have been read so far; 0 for files without lines. */
  public long lines() {
    return 0;
  }

  /**
   * Returns the names of the fields of the current document, or of the schema, in their order;
   * empty if the format has no field names.
   */
  public List<String> fieldNames() {
    return List.of();
  }

  /**
   * Returns what is wrong with a field of the current document, or of the schema, if it has no
   * single value: {@code is missing} in the schema, or its type. Null if nothing is.
   */
  public String typeProblem(String field) {
    return null;
  }

  /**
   * Creates a file of the format of the reader's file (compression, header, schema), without
   * records yet.
   *
   * @param annotated whether annotations may be added to records, as {@link SourceFormat#hasFields}
   *     allows
   * @return the open file, for {@link #copy} of readers of any range of the reader's file; if it is
   *     an output stream, there is no file of checksums beside it on a local disk
   * @throws IOException if the file exists
   */
  public abstract Closeable create(Path file, boolean annotated) throws IOException;

  /**
   * Appends the current record to a file, unchanged but for an annotation. At most one call per
   * record.
   *
   * @param annotation null for none; only to a file that was created for annotations
   * @throws IOException also if the record has one of the annotation's fields already
   */
  public abstract void copy(Closeable to, Annotation annotation) throws IOException;
}
