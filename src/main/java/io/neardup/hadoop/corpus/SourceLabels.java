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

  private final String field; // empty if none names the source
  private final boolean sets;
  private String lastFile = "";
  private String lastName = NONE;

  /**
   * @param sets whether the documents are sets
   */
  public SourceLabels(Settings settings, boolean sets) {
    this.field = settings.get(Keys.SOURCE_FIELD);
    this.sets = sets;
  }

  /** Returns the name, not empty. */
  public String name(DocumentWritable document) {
    if (!field.isEmpty()) {
      return cut(document.field(field));
    }
    String file = document.fileName();
    if (!file.equals(lastFile)) {
      lastFile = file;
      lastName = cut(ofFile(file, document));
    }
    return lastName;
  }

  private String ofFile(String file, DocumentWritable document) {
    int slash = file.indexOf('/');
    if (sets || (slash < 0 && isIdOf(document, file))) {
      return NONE; // the names of sets' files are neardup's
    }
    return slash < 0 ? file : file.substring(0, slash);
  }

  /** Returns whether a document is a whole file: then it has the file's name. */
  private static boolean isIdOf(DocumentWritable document, String file) {
    byte[] name = file.getBytes(StandardCharsets.UTF_8);
    return Arrays.equals(document.idBytes(), 0, document.idLength(), name, 0, name.length);
  }

  private static String cut(String name) {
    if (name == null || name.isEmpty()) {
      return NONE;
    }
    int end = Math.min(name.length(), MAX_LENGTH);
    boolean within = end < name.length() && Character.isHighSurrogate(name.charAt(end - 1));
    return name.substring(0, within ? end - 1 : end);
  }
}
