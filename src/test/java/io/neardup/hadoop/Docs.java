package io.neardup.hadoop;

import io.neardup.hadoop.corpus.DocumentWritable;
import java.nio.charset.StandardCharsets;

/** Makes documents. */
public final class Docs {

  private Docs() {}

  /** Returns a document whose text does not begin its array, as in a reader's buffer. */
  public static DocumentWritable doc(String id, String text) {
    DocumentWritable document = new DocumentWritable();
    byte[] idBytes = id.getBytes(StandardCharsets.UTF_8);
    byte[] textBytes = ("##" + text + "#").getBytes(StandardCharsets.UTF_8);
    document.set(idBytes, idBytes.length, textBytes, 2, textBytes.length - 3);
    return document;
  }

  /** Returns the id of a document. */
  public static String id(DocumentWritable document) {
    return document.idText();
  }

  /** Returns the text of a document. */
  public static String text(DocumentWritable document) {
    return new String(
        document.textBytes(), document.textOffset(), document.textLength(), StandardCharsets.UTF_8);
  }
}
