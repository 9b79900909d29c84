package io.neardup.hadoop.format;

import com.github.luben.zstd.ZstdInputStream;
import io.neardup.config.Quantity;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileConstants;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.apache.hadoop.fs.AvroFSInput;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.xerial.snappy.Snappy;

/**
 * Reads the records in a range of an Avro object container file. A block belongs to the range that
 * holds the sync mark before it. Records are copied as they are encoded. Avro's own reader reads
 * only the header: it mistakes an empty or truncated block for the end of the file, and
 * decompresses blocks of any length.
 */
final class AvroRangeReader extends SchemaReader {

  private static final int SYNC = DataFileConstants.SYNC_SIZE;

  private final FSDataInputStream in;
  private final DataFileReader<Object> file;
  private final String codec;
  private final BinaryDecoder numbers;
  private final byte[] sync = new byte[SYNC];
  private final AvroFields fields;
  private final long memory = // a quarter of it must fit into an array
      Math.min(Runtime.getRuntime().maxMemory(), 4L * (Integer.MAX_VALUE - SYNC - 8));

  private long block; // where its two numbers begin
  private ByteBuffer records = ByteBuffer.allocate(0); // of the block
  private int recordStart;
  private long left; // records of the block
  private long count; // of records read

  AvroRangeReader(FormatSettings settings, Path path, CorpusRange range) throws IOException {
    super(settings, range);
    in = SourceStream.open(settings.conf, path);
    try {
      file = new DataFileReader<>(new AvroFSInput(in, range.length()), new GenericDatumReader<>());
      String named = file.getMetaString(DataFileConstants.CODEC);
      codec = named == null ? DataFileConstants.NULL_CODEC : named;
      numbers = DecoderFactory.get().directBinaryDecoder(in, null);
      fields = new AvroFields(file.getSchema(), settings.wanted, values);
      setTypes(fields.types());
      long first = file.previousSync();
      in.readFully(first - SYNC, sync);
      in.seek(range.start() > first - SYNC ? afterMark() : first);
    } catch (IOException | RuntimeException | OutOfMemoryError | LinkageError e) {
      in.close();
      if (String.valueOf(e.getMessage()).startsWith("Unrecognized codec")) {
        throw withoutCodec(e);
      }
      throw failure("the header", e);
    }
  }

  /**
   * Returns where the first sync mark that begins in the range ends; the end of the range and a
   * mark if there is none. Avro's own search goes on to the end of the file.
   */
  private long afterMark() throws IOException {
    in.seek(range.start());
    InputStream buffered = new BufferedInputStream(in);
    byte[] last = new byte[SYNC]; // read
    long end = Math.min(range.end() + SYNC, range.length());
    for (long position = range.start(); position < end; position++) {
      System.arraycopy(last, 1, last, 0, SYNC - 1);
      last[SYNC - 1] = (byte) buffered.read();
      if (Arrays.equals(last, sync) && position - range.start() >= SYNC - 1) {
        return position + 1;
      }
    }
    return end;
  }

  @Override
  long read() throws IOException {
    while (left == 0) {
      if (records.hasRemaining()) {
        throw new IOException("longer than its records");
      }
      block = in.getPos();
      if (block >= range.length() || block - SYNC >= range.end()) {
        return 0;
      }
      readBlock();
    }
    left--;
    record.start(block);
    recordStart = records.position();
    fields.read(records);
    return range.firstLine() + ++count;
  }

  @Override
  String block() {
    return "the block at byte " + block;
  }

  @Override
  public long lines() {
    return count;
  }

  private void readBlock() throws IOException {
    records = ByteBuffer.allocate(0); // frees the block before reading the next
    left = numbers.readLong();
    long size = numbers.readLong();
    if (left < 0 || size < 0) {
      throw new IOException(Quantity.of(left, "record") + " in " + Quantity.of(size, "byte"));
    }
    if (size > range.length() - SYNC - in.getPos()) {
      throw new EOFException();
    }
    requireMemory(size, memory / 4);
    byte[] raw = new byte[(int) size + SYNC];
    in.readFully(raw);
    if (!Arrays.equals(raw, (int) size, raw.length, sync, 0, SYNC)) {
      throw new IOException("no sync mark after it");
    }
    records = decompress(raw, (int) size);
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
          case DataFileConstants.DEFLATE_CODEC -> Compressions.inflate(compressed, false);
          case DataFileConstants.ZSTANDARD_CODEC -> new ZstdInputStream(compressed);
          case DataFileConstants.BZIP2_CODEC -> new BZip2CompressorInputStream(compressed);
          case DataFileConstants.XZ_CODEC -> new XZCompressorInputStream(compressed);
          default -> throw new IOException("unknown codec " + codec);
        }) {
      byte[] plain = stream.readNBytes((int) (memory / 8) + 1);
      requireMemory(plain.length, memory / 8);
      return ByteBuffer.wrap(plain);
    }
  }

  /** A Snappy block ends with the checksum of its content. */
  private ByteBuffer uncompressSnappy(byte[] raw, int size) throws IOException {
    int checksum = ByteBuffer.wrap(raw).getInt(size); // checks the size, as Snappy does not
    int length = Snappy.uncompressedLength(raw, 0, size);
    requireMemory(length, memory / 8);
    byte[] plain = new byte[length];
    Snappy.uncompress(raw, 0, size, plain, 0);
    CRC32 crc = new CRC32();
    crc.update(plain);
    if (checksum != (int) crc.getValue()) {
      throw new IOException("its checksum is not that of its content");
    }
    return ByteBuffer.wrap(plain);
  }

  @Override
  public RecordFile create(Path path, boolean annotated) throws IOException {
    DataFileWriter<Object> out = new DataFileWriter<>(new GenericDatumWriter<>());
    out.setCodec(CodecFactory.fromString(codec));
    for (String key : file.getMetaKeys()) {
      if (!DataFileWriter.isReservedMeta(key)) {
        out.setMeta(key, file.getMeta(key));
      }
    }
    // Reuses the sync mark instead of a random one: the same input gives the same bytes.
    out.create(file.getSchema(), path.getFileSystem(settings.conf).create(path, false), sync);
    return new RecordFile() {
      @Override
      public void append(RangeReader reader, Annotation annotation) throws IOException {
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
    in.close();
  }
}
