package io.neardup.hadoop.format;

import io.neardup.text.Utf8;
import io.neardup.text.Utf8Buffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/** One record of a corpus, as its reader returns it. Reused for every record. */
public final class SourceRecord {

  private final Utf8Buffer id = new Utf8Buffer();
  private byte[] text = new byte[0];
  private int textOffset;
  private int textLength;
  private long position;
  private long address;
  private byte[] undecoded; // null if the record was decoded without errors
  private int undecodedOffset;
  private int undecodedLength;
  private SkipReason skipped;
  private final Set<Tolerance> tolerated = EnumSet.noneOf(Tolerance.class);
  private String detail = "";
  private int lost = 1;
  private boolean endOfRange;
  private long lines;
  private boolean addressed;
  private String[] fields = new String[0];
  private String file = "";

  /** Starts a new record that begins at a byte of its file. */
  public void start(long newPosition) {
    position = newPosition;
    address = newPosition;
    id.clear();
    textLength = 0;
    undecoded = null;
    skipped = null;
    tolerated.clear();
    detail = "";
    endOfRange = false;
    Arrays.fill(fields, null);
  }

  /**
   * Makes this the mark that a range has been read to its end.
   *
   * @param rangeLines how many lines it had
   * @param rangeHasAddresses whether its records have addresses
   */
  public void endRange(long rangeLines, boolean rangeHasAddresses) {
    start(0);
    endOfRange = true;
    lines = rangeLines;
    addressed = rangeHasAddresses;
  }

  /** Returns the buffer that holds the id. */
  public Utf8Buffer id() {
    return id;
  }

  public void setText(byte[] bytes, int offset, int length) {
    text = bytes;
    textOffset = offset;
    textLength = length;
  }

  /** Sets the bytes that the record was decoded from with errors, each of which is U+FFFD. */
  public void setUndecoded(byte[] bytes, int offset, int length) {
    undecoded = bytes;
    undecodedOffset = offset;
    undecodedLength = length;
  }

  /** Returns whether a part of the record has an error of decoding in it. */
  boolean isMalformed(byte[] part, int offset, int length) {
    return undecoded == null
        ? !Utf8.isValid(part, offset, offset + length)
        : new String(part, offset, length, StandardCharsets.UTF_8).indexOf('\uFFFD') >= 0;
  }

  /** Returns whether this is a document whose text has bytes that are not of its charset. */
  public boolean isMalformed() {
    return !isSkipped() && isMalformed(text, textOffset, textLength);
  }

  /** Returns the charset that a malformed text looks like, null if none is likely. */
  public Charset likelyCharset() {
    return undecoded == null
        ? CharsetGuess.of(text, textOffset, textLength)
        : CharsetGuess.of(undecoded, undecodedOffset, undecodedLength);
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

  /** Returns what is wrong with the record. */
  public Set<Tolerance> tolerated() {
    return tolerated;
  }

  /** Sets the value of a field that was asked for, null if there is none. */
  public void setField(int index, String value) {
    if (index >= fields.length) {
      fields = Arrays.copyOf(fields, index + 1);
    }
    fields[index] = value;
  }

  /** Returns the values of the fields that were asked for, null or missing where there is none. */
  public String[] fields() {
    return fields;
  }

  /** Returns whether this is no record but the end of a range. */
  public boolean isEndOfRange() {
    return endOfRange;
  }

  /** Returns, at the end of a range, how many lines it had. */
  public long lines() {
    return lines;
  }

  /** Returns, at the end of a range, whether its records have addresses. */
  public boolean hasAddresses() {
    return addressed;
  }

  /** Returns whether the record was set aside. */
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

  /** Says which file the record came from. */
  public void setFile(String uri) {
    file = uri;
  }

  /** Returns the full URI of the file that the record came from, if the reader sets it. */
  public String file() {
    return file;
  }

  /** Returns the byte offset in the (decompressed) file at which the record begins. */
  public long position() {
    return position;
  }

  /** Sets the address, if it is not the position. */
  public void setAddress(long newAddress) {
    address = newAddress;
  }

  /** Returns what {@link RangeReader#moveTo} takes to read this record again. */
  public long address() {
    return address;
  }

  /** Returns the bytes of the id; the first {@link #idLength()} count. */
  public byte[] idBytes() {
    return id.bytes();
  }

  /** Returns the length of the id in bytes; 0 while the id is not known (a line's number). */
  public int idLength() {
    return id.length();
  }

  /** Returns the array that holds the text. */
  public byte[] textBytes() {
    return text;
  }

  /** Returns where the text begins. */
  public int textOffset() {
    return textOffset;
  }

  /** Returns the length of the text in bytes. */
  public int textLength() {
    return textLength;
  }
}
