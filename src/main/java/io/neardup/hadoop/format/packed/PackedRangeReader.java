package io.neardup.hadoop.format.packed;

import io.neardup.hadoop.format.AnnotatedFile;
import io.neardup.hadoop.format.ByteFormat;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.RawRangeReader;
import io.neardup.hadoop.format.RecordFile;
import io.neardup.hadoop.format.RecordParser;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.hadoop.format.SourceStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.SequenceFile;

/**
 * Reads the records that begin in a range of a packed file: a SequenceFile of {@link PackedKey}s
 * and the unchanged bytes of records. A record that is too long to be held is stored in pieces.
 *
 * <p>The address of a record is the byte at which its compressed block begins, and its place in the
 * block in the lowest {@value #PLACE_BITS} bits.
 */
final class PackedRangeReader implements RawRangeReader {

  /** How long a sync mark is: an escape and a hash. */
  private static final int MARK_BYTES = Integer.BYTES + 16;

  private static final int PLACE_BITS = 20;

  private final ByteFormat records;
  private final SequenceFile.Reader in;
  private final PackedSource.Cursor sources;
  private final long end;

  private final BytesWritable keyBytes = new BytesWritable();
  private final PackedKey key = new PackedKey();
  private final BytesWritable value = new BytesWritable();
  private final SourceRecord record = new SourceRecord();

  private boolean ahead; // the next key has been read
  private boolean pastEnd; // it, and all further ones, belong to a later range
  private long block; // at which byte the block of the key begins
  private int place; // of the key in it, from 0; -1 before the first
  private boolean tooLong;
  private PackedSource source;
  private long sourcePosition = -1;
  private RecordParser parser;
  private long number;

  PackedRangeReader(Configuration conf, Path file, CorpusRange range, ByteFormat records)
      throws IOException {
    this.records = records;
    this.end = range.end();
    long first = firstMark(conf, file, range);
    this.pastEnd = first >= end;
    this.in = open(conf, file, range.length());
    this.sources = new PackedSource.Cursor(conf, file);
    if (first > 0) {
      in.seek(first);
    }
  }

  private static SequenceFile.Reader open(Configuration conf, Path file, long length)
      throws IOException {
    return new SequenceFile.Reader(
        conf,
        SequenceFile.Reader.stream(SourceStream.open(conf, file)),
        SequenceFile.Reader.length(length));
  }

  /**
   * Returns the position of the first sync mark that begins in a range, or a later one if there is
   * none; 0 if the range begins before all marks. Looks for it in the range only: a long record is
   * one block of many ranges.
   */
  private static long firstMark(Configuration conf, Path file, CorpusRange range)
      throws IOException {
    if (range.start() == 0) {
      return 0;
    }
    long limit = Math.min(range.length(), range.end() + MARK_BYTES);
    try (SequenceFile.Reader marks = open(conf, file, limit)) {
      if (range.start() <= marks.getPosition()) {
        return 0;
      }
      marks.sync(range.start());
      return marks.getPosition();
    }
  }

  /** Reads the next key; false at the end of the file. */
  private boolean advance() throws IOException {
    if (ahead) {
      ahead = false;
      return true;
    }
    // A block belongs to the range that holds the sync mark before it.
    long position = in.getPosition();
    if (!in.next(keyBytes)) {
      pastEnd = true;
      return false;
    }
    place++;
    if (in.syncSeen()) {
      block = position;
      place = 0;
      pastEnd |= position >= end;
    }
    key.read(keyBytes);
    return true;
  }

  @Override
  public boolean next() throws IOException {
    do {
      if (pastEnd || !advance() || pastEnd) {
        return false;
      }
      in.getCurrentValue(value); // of a piece too: only then does the position move on
    } while (key.kind() == PackedKey.PIECE);
    if (key.source() != sourcePosition) {
      source = sources.at(key.source());
      sourcePosition = key.source();
      parser = records.parser(source.name(), source.headBytes());
    }
    number = key.number();
    record.start(key.position());
    record.setAddress(block << PLACE_BITS | place);
    tooLong = key.kind() == PackedKey.LONG_RECORD;
    if (tooLong) {
      records.limit().skip(record);
    } else if (key.kind() == PackedKey.DAMAGE) {
      String[] why =
          new String(value.getBytes(), 0, value.getLength(), StandardCharsets.UTF_8).split("\t", 2);
      record.skip(SkipReason.valueOf(why[0]), why[1]);
    } else {
      parser.parse(value.getBytes(), 0, value.getLength(), number, record);
    }
    return true;
  }

  @Override
  public boolean hasAddresses() {
    return true;
  }

  @Override
  public void moveTo(long address, long ignored) throws IOException {
    long to = address >>> PLACE_BITS;
    int before = (int) (address & (1 << PLACE_BITS) - 1) - 1;
    if (block != to || ahead || place > before) {
      in.seek(to);
      block = to;
      place = -1;
      ahead = false;
    }
    while (place < before && advance()) { // the values are not needed, nor the keys
    }
  }

  @Override
  public void copyTo(OutputStream out) throws IOException {
    out.write(value.getBytes(), 0, value.getLength());
    if (!tooLong) {
      return;
    }
    while (advance()) {
      if (key.kind() != PackedKey.PIECE) {
        ahead = true;
        return;
      }
      in.getCurrentValue(value);
      out.write(value.getBytes(), 0, value.getLength());
    }
  }

  @Override
  public List<String> fieldNames() throws IOException {
    return parser.fieldNames(value.getBytes(), 0, value.getLength());
  }

  @Override
  public SourceRecord record() {
    return record;
  }

  @Override
  public String sourceFile() {
    return source.file();
  }

  @Override
  public String sourceName() {
    return source.name();
  }

  @Override
  public long number() {
    return number;
  }

  @Override
  public byte[] head() {
    return source.headBytes();
  }

  @Override
  public boolean tooLong() {
    return tooLong;
  }

  @Override
  public RecordFile create(Path file) throws IOException {
    return records.create(file, source.name(), source.headBytes());
  }

  @Override
  public AnnotatedFile createAnnotated(Path file) throws IOException {
    return records.createAnnotated(file, source.name(), source.headBytes());
  }

  @Override
  public void close() throws IOException {
    try (sources) {
      in.close();
    }
  }
}
