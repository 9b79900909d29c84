package io.neardup.hadoop.source;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Opens the reader of a range, after making sure that its file is still the one ingested. */
public final class RangeReaders {

  private final Configuration conf;
  private final Compressions compressions;
  private final Path base;
  private final SourceFormat format;
  private final boolean packed;
  private final int maxDocument;
  private final int maxId;
  private final int maxLine;
  private final DocumentFields documentFields;
  private ParquetFooter footer; // of the Parquet file opened last
  private final String csvDelimiter;
  private final boolean warcRecordIds;

  /**
   * @param base what relative files of the manifest are relative to
   * @param format the form of the sources
   * @param packed whether their records have been packed into SequenceFiles
   * @param settings those with which they were ingested
   * @param fields names of fields that records are to have besides id and text
   */
  public RangeReaders(
      Configuration conf,
      Path base,
      SourceFormat format,
      boolean packed,
      Settings settings,
      List<String> fields) {
    this.base = base;
    this.conf = conf;
    this.compressions = new Compressions(conf);
    this.format = format;
    this.packed = packed;
    this.maxDocument = settings.getInt(Keys.MAX_DOCUMENT_BYTES);
    this.maxId = settings.getInt(Keys.MAX_ID_BYTES);
    this.maxLine = settings.getInt(Keys.MAX_LINE_BYTES);
    this.documentFields =
        new DocumentFields(
            settings.get(Keys.ID_FIELD), settings.get(Keys.TEXT_FIELD), fields, maxId, maxDocument);
    this.csvDelimiter = settings.get(Keys.CSV_DELIMITER);
    this.warcRecordIds = settings.get(Keys.WARC_ID).equals("record-id");
  }

  /**
   * Returns a reader that stands before the range's first record, and whose records can be copied.
   *
   * @throws CorpusChangedException if the file's length or modification time is not what it was
   * @throws MissingFieldException if the file has not the fields that the configuration names
   */
  public RangeReader open(CorpusRange range) throws IOException {
    return open(range, true);
  }

  /**
   * Returns a reader that stands before the range's first record, and whose records cannot be
   * copied: it may leave unread, and unchecked, what is neither id nor text nor a field asked for.
   *
   * @throws CorpusChangedException if the file's length or modification time is not what it was
   */
  public RangeReader openText(CorpusRange range) throws IOException {
    return open(range, false);
  }

  private RangeReader open(CorpusRange range, boolean whole) throws IOException {
    requireUnchanged(conf, base, range);
    Path file = new Path(base, range.file());
    if (packed) {
      return new PackedRangeReader(conf, file, range, this);
    }
    if (format.isStructured() && range.length() == 0) {
      return new NoRecords(range);
    }
    return switch (format) {
      case SETS -> new SetRangeReader(conf, file, range);
      case SEQUENCE -> new SequenceRangeReader(conf, file, range, documentFields);
      case AVRO -> new AvroRangeReader(conf, file, range, documentFields);
      case PARQUET -> {
        if (footer == null || !footer.isOf(range)) {
          footer = ParquetFooter.read(conf, file, range);
        }
        yield new ParquetRangeReader(conf, file, footer, range, documentFields, whole);
      }
      default -> bytes(file, range);
    };
  }

  private ByteRangeReader bytes(Path file, CorpusRange range) throws IOException {
    RecordLimit limit = limit();
    Frames frames = frames(file, range, limit);
    try {
      RecordParser parser = parser(range.name(), frames.head());
      return new ByteRangeReader(frames, parser, limit, range, files(range.name()));
    } catch (IOException | RuntimeException e) {
      frames.close();
      throw e;
    }
  }

  /** Returns what makes files of the form, compressed as a source is. */
  ByteRecordFile.Maker files(String sourceName) {
    return new ByteRecordFile.Maker(
        conf,
        switch (format) {
          case FILES -> null;
          case WARC -> WarcFile.compression(compressions, sourceName);
          default -> compressions.of(sourceName);
        });
  }

  /** Returns the longest record that is held. */
  RecordLimit limit() {
    return switch (format) {
      case TSV -> lineLimit(maxDocument + maxId + 1);
      case LINES -> lineLimit(maxDocument);
      // An escape makes at most three bytes of one, control characters aside.
      case JSONL -> lineLimit(3 * maxDocument + (1 << 16));
      // Quotes may make two bytes of one; there are other fields.
      case CSV -> lineLimit(2 * maxDocument + (1 << 16));
      // A page is longer than its text; what makes a page of more is hardly its text.
      case WARC -> lineLimit(3 * maxDocument + (1 << 16));
      case FILES -> // compressed, what cannot be made smaller grows a little
          new RecordLimit(
              maxDocument + maxDocument / 100 + (1 << 16),
              SkipReason.LONG_DOCUMENT,
              "over " + maxDocument + " bytes");
      default ->
          new RecordLimit(maxDocument, SkipReason.LONG_DOCUMENT, "over " + maxDocument + " bytes");
    };
  }

  private RecordLimit lineLimit(int longestWithDocument) {
    return maxLine < longestWithDocument
        ? new RecordLimit(maxLine, SkipReason.LONG_LINE, "over " + maxLine + " bytes")
        : new RecordLimit(longestWithDocument, SkipReason.LONG_DOCUMENT, "a line over the limit");
  }

  private Frames frames(Path file, CorpusRange range, RecordLimit limit) throws IOException {
    return switch (format) {
      case FILES -> new WholeFileFrames(SourceStream.open(conf, file), limit.bytes());
      case CSV -> csv(file, range, limit.bytes());
      case WARC -> WarcFile.open(conf, compressions, file, range.name(), limit.bytes());
      default -> lines(file, range, limit.bytes());
    };
  }

  /**
   * Returns what makes documents of the records of a source.
   *
   * @param head what stands before its first record
   * @throws MissingFieldException if the head has not the fields that the configuration names
   */
  RecordParser parser(String sourceName, byte[] head) throws MissingFieldException {
    return switch (format) {
      case CSV -> new CsvRecords(head, csvDelimiter(sourceName), sourceName, documentFields);
      case WARC -> new WarcRecords(warcRecordIds, limit().bytes(), maxId, maxDocument);
      case TSV -> new Lines(new TsvLines(maxId, maxDocument));
      case LINES -> new Lines(new NumberedLines(sourceName, maxId));
      case JSONL -> new Lines(new JsonLines(documentFields));
      case FILES ->
          new WholeFileParser(sourceName, compressions.of(sourceName), maxDocument, maxId);
      case SETS, SEQUENCE, AVRO, PARQUET ->
          throw new IllegalArgumentException(format.key() + " is not parsed");
    };
  }

  private BoundedLineReader lines(Path file, CorpusRange range, int maxLength) throws IOException {
    if (isCompressed(range)) {
      return new BoundedLineReader(plain(file, range), 0, Long.MAX_VALUE, maxLength);
    }
    FSDataInputStream in = SourceStream.open(conf, file);
    in.seek(Math.max(0, range.start() - 1));
    return new BoundedLineReader(in, range.start(), range.end(), maxLength);
  }

  private CsvDelimiter csvDelimiter(String sourceName) {
    return new CsvDelimiter(csvDelimiter, compressions.plainName(sourceName));
  }

  private CsvFrames csv(Path file, CorpusRange range, int maxLength) throws IOException {
    InputStream in = isCompressed(range) ? plain(file, range) : SourceStream.open(conf, file);
    try {
      return new CsvFrames(in, csvDelimiter(range.name()), range.name(), maxLength);
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  /** An empty file with a codec's name is an empty file; the codec would miss its header. */
  private boolean isCompressed(CorpusRange range) {
    return compressions.of(range.name()) != null && range.length() > 0;
  }

  /** Returns a stream of what a compressed file holds. */
  private InputStream plain(Path file, CorpusRange range) throws IOException {
    FSDataInputStream in = SourceStream.open(conf, file);
    try {
      return compressions.of(range.name()).decompress(in);
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  /**
   * Makes sure that the file of a range is still the one that was ingested.
   *
   * @param base what relative files are relative to
   * @throws CorpusChangedException if its length or modification time is not what it was
   */
  public static void requireUnchanged(Configuration conf, Path base, CorpusRange range)
      throws IOException {
    Path file = new Path(base, range.file());
    FileSystem fs = file.getFileSystem(conf);
    FileStatus status;
    try {
      status = fs.getFileStatus(file);
    } catch (FileNotFoundException e) {
      throw new CorpusChangedException(file + " is gone since it was ingested");
    }
    if (status.getLen() != range.length() || status.getModificationTime() != range.modified()) {
      throw new CorpusChangedException(
          file
              + " has changed since it was ingested (then "
              + range.length()
              + " bytes of "
              + Instant.ofEpochMilli(range.modified())
              + ", now "
              + status.getLen()
              + " bytes of "
              + Instant.ofEpochMilli(status.getModificationTime())
              + "); put it back as it was, or make the corpus again");
    }
  }
}
