package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.corpus.SourceName;
import io.neardup.hadoop.table.LineBuilder;

/**
 * Where a document is, as three fields of a line: {@code column<TAB>file<TAB>position}. The file is
 * its {@linkplain SourceName#safe safe} path below the input, the position that of {@link
 * io.neardup.hadoop.corpus.DocumentWritable#position}. Both are empty for sets, which are in files
 * that neardup wrote.
 */
public final class DocumentPlace {

  private final boolean sets;
  private String file = "";
  private String shown = "";

  /**
   * @param sets whether the documents are sets
   */
  public DocumentPlace(boolean sets) {
    this.sets = sets;
  }

  /** Appends the three fields, without a tab before or after them. */
  public void append(LineBuilder line, long column, String fileName, long position) {
    line.append(column).append('\t');
    if (sets) {
      line.append('\t');
      return;
    }
    if (!fileName.equals(file)) {
      file = fileName;
      shown = SourceName.safe(fileName);
    }
    line.append(shown).append('\t').append(position);
  }
}
