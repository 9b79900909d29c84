package io.neardup.hadoop.corpus;

/** Makes documents as they are read from a corpus. */
public final class Documents {

  private Documents() {}

  /** Returns a document without text of a file, with the values of the fields asked for. */
  public static DocumentWritable of(String fileName, String... fields) {
    DocumentWritable document = new DocumentWritable();
    document.setOrigin(fileName, "file:/input/" + fileName, 0, fields);
    return document;
  }
}
