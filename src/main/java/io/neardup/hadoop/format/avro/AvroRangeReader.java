package io.neardup.hadoop.format.avro;

import io.neardup.config.Quantity;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.DocumentFields;
import io.neardup.hadoop.format.RangeReader;
import io.neardup.hadoop.format.RecordFile;
import io.neardup.hadoop.format.SourceStream;
import io.neardup.hadoop.format.UnsupportedSourceException;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileConstants;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Reads the records in a range of an Avro object container file. A block belongs to the range that
 * holds the sync mark before it. Records are copied as they are encoded.
 */
final class AvroRangeReader extends RangeReader {

  private static final int SYNC = DataFileConstants.SYNC_SIZE;
  private static final int LONGEST_NUMBERS = 20; // a block's count and size

  private final Configuration conf;
  private final DocumentFields fields;
  private final AvroInput in;
  private final DataFileReader<Object> file;
  private final byte[] sync = new byte[SYNC];
  private final AvroFields avroFields;
  private final AvroValues values = new AvroValues();
  private final AvroBlock plain;
  private final long maxRawBytes = Runtime.getRuntime().maxMemory() / 4;
  private final int maxBytes =
      (int) Math.min(Runtime.getRuntime().maxMemory() / 8, Integer.MAX_VALUE / 2);

  private long nextBlock; // where its two numbers begin
  private long block;
  private long left; // records of the block
  private long count; // of records read
  private int recordStart;

  AvroRangeReader(Configuration conf, Path path, CorpusRange range, DocumentFields fields)
      throws IOException {
    super(range);
    this.conf = conf;
    this.fields = fields;
    in = new AvroInput(SourceStream.open(conf, path), range.length());
    try {
      file = open();
      avroFields = new AvroFields(file.getSchema(), fields, range.file());
      nextBlock = firstBlock();
      plain = new AvroBlock(file.getMetaString(DataFileConstants.CODEC), maxBytes);
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  private DataFileReader<Object> open() throws IOException {
    try {
      return new DataFileReader<>(in, new GenericDatumReader<>());
    } catch (OutOfMemoryError e) {
      throw UnsupportedSourceException.tooLarge(range.file(), "the header", e);
    } catch (LinkageError e) {
      throw UnsupportedSourceException.of(range.file(), "its codec is not available", e);
    } catch (AvroRuntimeException e) {
      if (String.valueOf(e.getMessage()).startsWith("Unrecognized codec")) {
        throw UnsupportedSourceException.of(range.file(), "its codec is not available", e);
      }
      throw new IOException(e.getMessage(), e);
    } catch (NullPointerException | UnsupportedOperationException e) {
      // Avro throws these where the header has no schema, or lengths beyond those of arrays.
      throw new IOException("the header is damaged: " + e.getMessage(), e);
    }
  }

  /** Returns the first block whose mark begins in the range; the end of the file if none does. */
  private long firstBlock() throws IOException {
    long first = file.previousSync();
    in.look(first - SYNC, sync);
    if (range.start() <= first - SYNC) {
      return first;
    }
    long mark = in.find(sync, range.start(), range.end());
    return mark < 0 ? range.length() : mark + SYNC;
  }

  @Override
  public boolean next() throws IOException {
    while (left == 0) {
      if (!values.atEnd()) {
        throw new IOException("the block at byte " + block + " is longer than its records");
      }
      if (nextBlock >= range.length() || nextBlock - SYNC >= range.end()) {
        return false;
      }
      readBlock();
    }
    left--;
    record.start(block);
    recordStart = values.position();
    count++;
    fields.take(avroFields.read(values), record, range.name(), range.firstLine() + count);
    return true;
  }

  @Override
  public long lines() {
    return count;
  }

  @Override
  public List<String> fieldNames() {
    return avroFields.names();
  }

  @Override
  public String typeProblem(String field) {
    return avroFields.typeProblem(field);
  }

  private void readBlock() throws IOException {
    block = nextBlock;
    byte[] numbers = new byte[(int) Math.min(LONGEST_NUMBERS, range.length() - block)];
    in.look(block, numbers);
    values.set(numbers, 0, numbers.length);
    long count = values.readLong();
    long size = values.readLong();
    long begin = block + values.position();
    if (count < 0 || size < 0) {
      throw new IOException(
          "a block of " + Quantity.of(count, "record") + " in " + Quantity.of(size, "byte"));
    }
    // Avro takes a block that is cut off for the end of the file.
    if (size > range.length() - SYNC - begin) {
      throw new EOFException("the block at byte " + block + " goes beyond the end of the file");
    }
    if (size > maxRawBytes) {
      throw tooLong(size, maxRawBytes, "compressed bytes");
    }
    byte[] raw = new byte[(int) size + SYNC];
    in.look(begin, raw);
    if (!Arrays.equals(raw, (int) size, raw.length, sync, 0, SYNC)) {
      throw new IOException("no sync mark after the block at byte " + block);
    }
    nextBlock = begin + size + SYNC;
    left = count;
    decompress(raw, (int) size);
  }

  private void decompress(byte[] raw, int size) throws IOException {
    try {
      if (!plain.decompress(raw, size)) {
        throw tooLong(maxBytes + 1L, maxBytes, "bytes or more once decompressed");
      }
    } catch (OutOfMemoryError e) {
      throw UnsupportedSourceException.tooLarge(range.file(), "the block at byte " + block, e);
    } catch (LinkageError e) {
      throw UnsupportedSourceException.of(range.file(), "its codec is not available", e);
    } catch (IOException e) {
      if (e instanceof UnsupportedSourceException) {
        throw e;
      }
      throw new IOException("the block at byte " + block + ": " + e.getMessage(), e);
    }
    values.set(plain.bytes(), 0, plain.length());
  }

  private UnsupportedSourceException tooLong(long size, long most, String what) {
    return new UnsupportedSourceException(
        String.format(
            Locale.ROOT,
            "%s: the block at byte %d has %,d %s, more than a task of this memory can read (%,d);"
                + " give map tasks more memory (mapreduce.map.java.opts), or write the file with"
                + " smaller blocks",
            range.file(),
            block,
            size,
            what,
            most));
  }

  @Override
  public RecordFile create(Path path) throws IOException {
    DataFileWriter<Object> out = new DataFileWriter<>(new GenericDatumWriter<>());
    String codec = file.getMetaString(DataFileConstants.CODEC);
    if (codec != null) {
      out.setCodec(CodecFactory.fromString(codec));
    }
    for (String key : file.getMetaKeys()) {
      if (!DataFileWriter.isReservedMeta(key)) {
        out.setMeta(key, file.getMeta(key));
      }
    }
    Schema schema = file.getSchema();
    OutputStream stream = path.getFileSystem(conf).create(path, false);
    try {
      out.create(schema, stream, sync); // not a random mark: the same input gives the same bytes
    } catch (IOException | RuntimeException e) {
      stream.close();
      throw e;
    }
    return new RecordFile() {
      @Override
      public void append(RangeReader reader) throws IOException {
        AvroRangeReader from = (AvroRangeReader) reader;
        int length = from.values.position() - from.recordStart;
        out.appendEncoded(ByteBuffer.wrap(from.values.bytes(), from.recordStart, length));
      }

      @Override
      public void close() throws IOException {
        out.close();
      }
    };
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
