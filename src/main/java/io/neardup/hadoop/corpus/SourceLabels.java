package io.neardup.hadoop.corpus;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Finds the source of a document, for counting the documents of each source. The source is the
 * value of a field, if the settings name one; otherwise it is the top folder of the document's
 * file, or the file if it is in no folder. The source is {@link #NONE} for a record without the
 * field, for a set and, if every document is a file, for a file in no folder.
 */
public final class SourceLabels {

  /** The source of documents that have none. */
  public static final String NONE = "-";

  /** Characters of a name that count; what follows is cut off. */
  static final int MAX_LENGTH = 1000;

  private final int fieldIndex;
  private final boolean byField;
  private final boolean sets;
  private String lastFile = "";
  private String lastName = NONE;

  /**
   * @param sets whether the documents are sets
   */
  public SourceLabels(Settings settings, boolean sets) {
    this(settings, sets, 0);
  }

  /**
   * @param sets whether the documents are sets
   * @param fieldIndex of the field that names the source, if one does, among those that are read
   */
  public SourceLabels(Settings settings, boolean sets, int fieldIndex) {
    this.fieldIndex = fieldIndex;
    this.byField = !settings.get(Keys.SOURCE_FIELD).isEmpty();
    this.sets = sets;
  }

  /** Returns the name, not empty. */
  public String name(DocumentWritable document) {
    if (byField) {
      String field = document.field(fieldIndex);
      return cut(field == null ? "" : field);
    }
    String file = document.fileName();
    if (!file.equals(lastFile)) {
      lastFile = file;
      lastName = cut(ofFile(file, isIdOf(document, file)));
    }
    return lastName;
  }

  /** Returns whether a document is a whole file: then it has the file's name. */
  private static boolean isIdOf(DocumentWritable document, String file) {
    byte[] name = file.getBytes(StandardCharsets.UTF_8);
    return Arrays.equals(document.idBytes(), 0, document.idLength(), name, 0, name.length);
  }

  private String ofFile(String file, boolean isDocument) {
    if (sets) {
      return ""; // the files are ours
    }
    int slash = file.indexOf('/');
    if (slash >= 0) {
      return file.substring(0, slash);
    }
    return isDocument ? "" : file;
  }

  private static String cut(String name) {
    if (name.length() <= MAX_LENGTH) {
      return name.isEmpty() ? NONE : name;
    }
    boolean within = Character.isHighSurrogate(name.charAt(MAX_LENGTH - 1));
    return name.substring(0, within ? MAX_LENGTH - 1 : MAX_LENGTH);
  }
}
