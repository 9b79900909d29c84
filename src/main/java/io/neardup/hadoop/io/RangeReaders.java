package io.neardup.hadoop.io;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;

/** Opens the reader of a range, after making sure that its file is still the one ingested. */
public final class RangeReaders {

  private final Configuration conf;
  private final Path base;
  private final SourceFormat format;
  private final CompressionCodecFactory codecs;
  private final int maxDocument;
  private final int maxId;
  private final String idField;
  private final String textField;

  /**
   * @param base what relative files of the manifest are relative to
   * @param format the corpus' format
   * @param settings those it was ingested with
   */
  public RangeReaders(Configuration conf, Path base, SourceFormat format, Settings settings) {
    this.base = base;
    this.conf = conf;
    this.format = format;
    this.codecs = new CompressionCodecFactory(conf);
    this.maxDocument = settings.getInt(Keys.MAX_DOCUMENT_BYTES);
    this.maxId = settings.getInt(Keys.MAX_ID_BYTES);
    this.idField = settings.get(Keys.JSON_ID_FIELD);
    this.textField = settings.get(Keys.JSON_TEXT_FIELD);
  }

  /**
   * Returns a reader that stands before the range's first record.
   *
   * @throws CorpusChangedException if the file's length or modification time is not what it was
   */
  public RangeReader open(CorpusRange range) throws IOException {
    requireUnchanged(conf, base, range);
    Path file = new Path(base, range.file());
    FileSystem fs = file.getFileSystem(conf);
    return switch (format) {
      case TSV ->
          new LineRangeReader(
              lines(fs, file, range, maxDocument + maxId + 1), new TsvLines(maxId, maxDocument));
      case LINES ->
          new LineRangeReader(
              lines(fs, file, range, maxDocument),
              new NumberedLines(range.name(), range.firstLine(), maxId));
      case JSONL ->
          // An escape makes at most three bytes of one, control characters aside.
          new LineRangeReader(
              lines(fs, file, range, 3 * maxDocument + (1 << 16)),
              new JsonLines(idField, textField, maxId, maxDocument));
      case FILES ->
          new WholeFileReader(
              open(fs, file, range), range, codec(file) != null, maxDocument, maxId);
      case PACKED -> new PackedRangeReader(conf, file, range);
    };
  }

  private BoundedLineReader lines(FileSystem fs, Path file, CorpusRange range, int maxLength)
      throws IOException {
    if (codec(file) != null) {
      return new BoundedLineReader(open(fs, file, range), 0, Long.MAX_VALUE, maxLength);
    }
    FSDataInputStream in = fs.open(file);
    in.seek(Math.max(0, range.start() - 1));
    return new BoundedLineReader(in, range.start(), range.end(), maxLength);
  }

  private InputStream open(FileSystem fs, Path file, CorpusRange range) throws IOException {
    CompressionCodec codec = codec(file);
    InputStream raw = fs.open(file);
    // An empty file with a codec's name is an empty file; the codec would miss its header.
    return codec == null || range.length() == 0 ? raw : codec.createInputStream(raw);
  }

  private CompressionCodec codec(Path file) {
    return codecs.getCodec(file);
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
              + "); ingest it again");
    }
  }
}
