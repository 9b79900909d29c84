package io.neardup.hadoop.corpus;

import io.neardup.hadoop.format.CorpusRange;

/** Names the files that the parts of a source are copied to. */
final class PartNames {

  private final long partBytes;
  private String dividedName = ""; // whose part has been named last
  private long namedPart;
  private String partName = "";

  /**
   * @param partBytes the length of the parts of files in bytes; 0 keeps files whole
   */
  PartNames(long partBytes) {
    this.partBytes = partBytes;
  }

  /** Returns the part of its file that a range belongs to. */
  static long part(long partBytes, CorpusRange range) {
    return partBytes == 0 ? 0 : range.start() / partBytes;
  }

  /**
   * Returns the name of the file that the records of a range are copied to.
   *
   * @param name of their source
   */
  String of(String name, CorpusRange range) {
    boolean divided = partBytes > 0 && range.length() > partBytes && range.bytes() < range.length();
    if (!divided) {
      return name;
    }
    long part = part(partBytes, range);
    if (part != namedPart || !name.equals(dividedName)) { // not for each record
      dividedName = name;
      namedPart = part;
      partName = SourceName.part(name, part);
    }
    return partName;
  }
}
