package io.neardup.hadoop.format;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.text.Utf8;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Supplier;

/** One record of a corpus, as its reader returns it. Reused for every record. */
public final class SourceRecord extends Document {

  private static final String[] NO_FIELDS = {};

  private long position;
  private Supplier<Charset> likelyCharset; // null if the record was decoded without errors
  private SkipReason skipped;
  private final Set<Tolerance> tolerated = EnumSet.noneOf(Tolerance.class);
  private String detail = "";
  private int lost = 1;
  private String[] fields = NO_FIELDS;

  /** Starts a new record that begins at a byte of its file. */
  public void start(long newPosition) {
    position = newPosition;
    id.clear();
    setText(textBytes(), 0, 0);
    likelyCharset = null;
    skipped = null;
    tolerated.clear();
    detail = "";
    fields = NO_FIELDS;
  }

  /**
   * Sets the id, or sets the record aside; returns whether the id is good: a text of its charset
   * without tab or line break, not empty and not longer than a limit.
   */
  public boolean setId(byte[] bytes, int offset, int length, int maxLength) {
    if (length == 0) {
      skip(SkipReason.EMPTY_ID, "");
    } else if (length > maxLength) {
      skip(
          SkipReason.LONG_ID,
          Quantity.of(length, "byte") + ", over " + Keys.MAX_ID_BYTES + "=" + maxLength);
    } else if (hasBreak(bytes, offset, offset + length)) {
      skip(SkipReason.BAD_ID, "a tab or line break");
    } else if (isMalformed(bytes, offset, length)) {
      skip(
          SkipReason.BAD_ID,
          "bytes that are not of its charset (" + Keys.CHARSET + "), or half a surrogate pair");
    } else {
      id.set(bytes, offset, length);
    }
    return !isSkipped();
  }

  private static boolean hasBreak(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] == '\t' || bytes[i] == '\n' || bytes[i] == '\r') {
        return true;
      }
    }
    return false;
  }

  /**
   * Sets the id {@code source:number}, or sets the record aside; returns whether the id is good.
   * The limit is that of what precedes the number: while the corpus is ingested, numbers count from
   * the beginning of a range.
   */
  boolean setNumberedId(String source, long number, int maxLength) {
    byte[] prefix = (source + ":").getBytes(StandardCharsets.UTF_8);
    if (!setId(prefix, 0, prefix.length, maxLength)) {
      return false;
    }
    byte[] digits = Long.toString(number).getBytes(StandardCharsets.US_ASCII);
    id.append(digits, 0, digits.length);
    return true;
  }

  /** Sets the bytes that the record was decoded from with errors, each of which is U+FFFD. */
  public void setUndecoded(byte[] bytes, int offset, int length) {
    likelyCharset = () -> Decoding.guess(bytes, offset, length);
  }

  /** Notes that the record was decoded with errors which no other charset would avoid. */
  void setUndecoded() {
    likelyCharset = () -> null;
  }

  /** Returns whether a part of the record has an error of decoding in it. */
  boolean isMalformed(byte[] part, int offset, int length) {
    return likelyCharset == null
        ? !Utf8.isValid(part, offset, offset + length)
        : new String(part, offset, length, StandardCharsets.UTF_8).indexOf('\uFFFD') >= 0;
  }

  /** Returns whether this is a document whose text has bytes that are not of its charset. */
  public boolean isMalformed() {
    return !isSkipped() && isMalformed(textBytes(), textOffset(), textLength());
  }

  /** Returns the charset that a malformed text looks like, null if none is likely. */
  public Charset likelyCharset() {
    return likelyCharset == null
        ? Decoding.guess(textBytes(), textOffset(), textLength())
        : likelyCharset.get();
  }

  public void skip(SkipReason reason, String why) {
    skip(reason, why, 1);
  }

  /**
   * Sets the record aside. It may contain up to {@code records} records, which are lost with it.
   */
  public void skip(SkipReason reason, String why, int records) {
    skipped = reason;
    detail = why;
    lost = records;
  }

  /** Notes what is wrong with the record, which is read nevertheless. */
  public void tolerate(Tolerance what) {
    tolerated.add(what);
  }

  public Set<Tolerance> tolerated() {
    return tolerated;
  }

  /** Sets the values of the requested fields; null for missing ones. */
  public void setFields(String[] values) {
    fields = values;
  }

  /** Returns the values of the requested fields; empty if the record has no fields. */
  public String[] fields() {
    return fields;
  }

  public boolean isSkipped() {
    return skipped != null;
  }

  /** Returns why the record was set aside, null if it was not. */
  public SkipReason skipReason() {
    return skipped;
  }

  /**
   * Returns the number of bad records that this one counts for: 0 if it is not bad, 1 for a
   * malformed document, more than 1 if it contains further records (after a quote that is not
   * closed).
   */
  public int bad() {
    if (!isSkipped()) {
      return isMalformed() ? 1 : 0;
    }
    return skipped.isBad() ? lost : 0;
  }

  /** Returns details of the reason, without tabs or line breaks. */
  public String detail() {
    return detail;
  }

  /** Returns the byte offset in the (decompressed) file at which the record begins. */
  public long position() {
    return position;
  }
}
