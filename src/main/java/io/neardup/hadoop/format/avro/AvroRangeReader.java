package io.neardup.hadoop.format.avro;

import com.github.luben.zstd.ZstdInputStream;
import io.neardup.config.Quantity;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.FormatSettings;
import io.neardup.hadoop.format.RangeReader;
import io.neardup.hadoop.format.RecordFile;
import io.neardup.hadoop.format.SourceStream;
import io.neardup.hadoop.format.UnsupportedSourceException;
import io.neardup.hadoop.format.compression.Compression;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileConstants;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.file.SeekableInput;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.xerial.snappy.Snappy;

/**
 * Reads the records in a range of an Avro object container file. A block belongs to the range that
 * holds the sync mark before it. Records are copied as they are encoded. Avro's own reader reads
 * the header only: it takes an empty block, or one that is cut off, for the end of the file, and
 * decompresses blocks of any length.
 */
public final class AvroRangeReader extends RangeReader {

  private static final String DECOMPRESSED = "bytes or more once decompressed";
  private static final int SYNC = DataFileConstants.SYNC_SIZE;

  private final FormatSettings settings;
  private final FSDataInputStream in;
  private final DataFileReader<Object> file;
  private final String codec;
  private final BinaryDecoder numbers;
  private final byte[] sync = new byte[SYNC];
  private final AvroFields avroFields;
  private final long maxRawBytes = Runtime.getRuntime().maxMemory() / 4;
  private final int maxBytes =
      (int) Math.min(Runtime.getRuntime().maxMemory() / 8, Integer.MAX_VALUE / 2);

  private long block; // where its two numbers begin
  private ByteBuffer records = ByteBuffer.allocate(0); // of the block
  private int recordStart;
  private long left; // records of the block
  private long count; // of records read

  /** Opens a range, as {@link io.neardup.hadoop.format.FileFormat#open} says. */
  public AvroRangeReader(FormatSettings settings, Path path, CorpusRange range) throws IOException {
    super(range);
    this.settings = settings;
    in = SourceStream.open(settings.conf(), path);
    try {
      Input input = new Input();
      file = open(input);
      String named = file.getMetaString(DataFileConstants.CODEC);
      codec = named == null ? DataFileConstants.NULL_CODEC : named;
      avroFields = new AvroFields(file.getSchema(), settings.fields(), range.file());
      numbers = DecoderFactory.get().directBinaryDecoder(in, null);
      long first = file.previousSync();
      in.readFully(first - SYNC, sync);
      if (range.start() > first - SYNC) {
        input.end = Math.min(range.end() + SYNC, range.length());
        file.sync(range.start());
      }
      in.seek(file.previousSync());
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  /** The file for Avro, which looks for a mark no further than in the range. */
  private final class Input implements SeekableInput {
    private long end = range.length();

    @Override
    public void seek(long position) throws IOException {
      in.seek(position);
    }

    @Override
    public long tell() throws IOException {
      return in.getPos();
    }

    @Override
    public long length() {
      return range.length();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      long most = Math.min(length, end - in.getPos());
      return most <= 0 ? -1 : in.read(bytes, offset, (int) most);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  private DataFileReader<Object> open(Input input) throws IOException {
    try {
      return new DataFileReader<>(input, new GenericDatumReader<>());
    } catch (EOFException e) {
      throw new IOException("the file ends in its header", e);
    } catch (OutOfMemoryError e) {
      throw UnsupportedSourceException.tooLarge(range.file(), "the header", e);
    } catch (LinkageError e) {
      throw UnsupportedSourceException.of(range.file(), "its codec is not available", e);
    } catch (RuntimeException e) {
      if (String.valueOf(e.getMessage()).startsWith("Unrecognized codec")) {
        throw UnsupportedSourceException.of(range.file(), "its codec is not available", e);
      }
      // Avro throws many types where the header has no schema, or lengths beyond those of arrays.
      throw new IOException("the header is damaged: " + e.getMessage(), e);
    }
  }

  @Override
  public boolean next() throws IOException {
    while (left == 0) {
      if (records.hasRemaining()) {
        throw new IOException("the block at byte " + block + " is longer than its records");
      }
      block = in.getPos();
      if (block >= range.length() || block - SYNC >= range.end()) {
        return false;
      }
      readBlock();
    }
    left--;
    record.start(block);
    recordStart = records.position();
    count++;
    settings
        .fields()
        .take(avroFields.read(records), record, range.name(), range.firstLine() + count);
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
    records = ByteBuffer.allocate(0); // not to hold two blocks
    long size;
    try {
      left = numbers.readLong();
      size = numbers.readLong();
      if (size > range.length() - SYNC - in.getPos()) {
        throw new EOFException("the file has " + Quantity.of(range.length(), "byte"));
      }
    } catch (EOFException e) {
      throw new IOException("the block at byte " + block + " goes beyond the end of the file", e);
    }
    if (left < 0 || size < 0) {
      throw new IOException(
          "a block of " + Quantity.of(left, "record") + " in " + Quantity.of(size, "byte"));
    }
    requireAtMost(maxRawBytes, size, "compressed bytes");
    byte[] raw = new byte[(int) size + SYNC];
    in.readFully(raw);
    if (!Arrays.equals(raw, (int) size, raw.length, sync, 0, SYNC)) {
      throw new IOException("no sync mark after the block at byte " + block);
    }
    try {
      records = decompress(raw, (int) size);
    } catch (UnsupportedSourceException e) {
      throw e;
    } catch (OutOfMemoryError e) {
      throw UnsupportedSourceException.tooLarge(range.file(), "the block at byte " + block, e);
    } catch (LinkageError e) {
      throw UnsupportedSourceException.of(range.file(), "its codec is not available", e);
    } catch (IOException | IndexOutOfBoundsException e) { // the latter of bzip2
      throw new IOException("the block at byte " + block + ": " + e.getMessage(), e);
    }
  }

  private ByteBuffer decompress(byte[] raw, int size) throws IOException {
    if (codec.equals(DataFileConstants.NULL_CODEC)) {
      return ByteBuffer.wrap(raw, 0, size);
    }
    if (codec.equals(DataFileConstants.SNAPPY_CODEC)) {
      return uncompressSnappy(raw, size - Integer.BYTES);
    }
    InputStream compressed = new ByteArrayInputStream(raw, 0, size);
    try (InputStream stream =
        switch (codec) {
          case DataFileConstants.DEFLATE_CODEC -> Compression.inflate(compressed, false);
          case DataFileConstants.ZSTANDARD_CODEC -> new ZstdInputStream(compressed);
          case DataFileConstants.BZIP2_CODEC -> new BZip2CompressorInputStream(compressed);
          case DataFileConstants.XZ_CODEC -> new XZCompressorInputStream(compressed);
          default -> throw new IOException("unknown codec " + codec);
        }) {
      byte[] plain = stream.readNBytes(maxBytes + 1);
      requireAtMost(maxBytes, plain.length, DECOMPRESSED);
      return ByteBuffer.wrap(plain);
    }
  }

  /** A block of Snappy is followed by the checksum of what it holds. */
  private ByteBuffer uncompressSnappy(byte[] raw, int size) throws IOException {
    if (size < 0) {
      throw new IOException("a Snappy block without a checksum");
    }
    int length = Snappy.uncompressedLength(raw, 0, size);
    requireAtMost(maxBytes, length, DECOMPRESSED);
    byte[] plain = new byte[length];
    Snappy.uncompress(raw, 0, size, plain, 0);
    CRC32 crc = new CRC32();
    crc.update(plain);
    if (ByteBuffer.wrap(raw).getInt(size) != (int) crc.getValue()) {
      throw new IOException("the checksum of a Snappy block is not that of its content");
    }
    return ByteBuffer.wrap(plain);
  }

  private void requireAtMost(long most, long size, String what) throws UnsupportedSourceException {
    if (size > most) {
      throw new UnsupportedSourceException(
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
  }

  @Override
  public RecordFile create(Path path) throws IOException {
    DataFileWriter<Object> out = new DataFileWriter<>(new GenericDatumWriter<>());
    out.setCodec(CodecFactory.fromString(codec));
    for (String key : file.getMetaKeys()) {
      if (!DataFileWriter.isReservedMeta(key)) {
        out.setMeta(key, file.getMeta(key));
      }
    }
    OutputStream stream = settings.fileSystems().of(path).create(path, false);
    try {
      // With no random mark: the same input gives the same bytes.
      out.create(file.getSchema(), stream, sync);
    } catch (IOException | RuntimeException e) {
      stream.close();
      throw e;
    }
    return new RecordFile() {
      @Override
      public void append(RangeReader reader) throws IOException {
        AvroRangeReader from = (AvroRangeReader) reader;
        int length = from.records.position() - from.recordStart;
        out.appendEncoded(from.records.slice(from.recordStart, length));
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
