package io.neardup.hadoop.format;

import io.neardup.config.Quantity;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Conversions;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileConstants;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.file.SeekableInput;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.schema.Type;
import org.xerial.snappy.Snappy;

/**
 * Reads the records in a range of an Avro object container file. A block belongs to the range that
 * holds the sync mark before it. Records are copied as they are encoded. Avro's own reader reads
 * only the header: it mistakes an empty or truncated block for the end of the file, and
 * decompresses blocks of any length. The wanted fields are read from the binary encoding, too:
 * other values are skipped without creating objects, and reading terminates for any bytes, whereas
 * Avro counts the nulls of an array one by one, however many it claims to have.
 */
final class AvroRangeReader extends SchemaReader {

  private static final int SYNC = DataFileConstants.SYNC_SIZE;
  private static final int MAX_DEPTH = 500;

  /** The fields of an annotation: each is null or a value. */
  private static final Schema ANNOTATION =
      SchemaBuilder.record("annotation")
          .fields()
          .optionalString(Annotation.FIELDS.get(0))
          .optionalLong(Annotation.FIELDS.get(1))
          .optionalLong(Annotation.FIELDS.get(2))
          .optionalBoolean(Annotation.FIELDS.get(3))
          .endRecord();

  private static final GenericDatumWriter<GenericRecord> ANNOTATION_WRITER =
      new GenericDatumWriter<>(ANNOTATION);

  private final FSDataInputStream in;
  private final DataFileReader<Object> file;
  private final String codec;
  private final BinaryDecoder numbers;
  private final byte[] sync = new byte[SYNC];
  private int maxNameDepth = 4; // limited: a schema may be recursive
  private final long memory = // a quarter of it must fit into an array
      Math.min(Runtime.getRuntime().maxMemory(), 4L * (Integer.MAX_VALUE - SYNC - 8));

  private long block; // where its two numbers begin
  private ByteBuffer records = ByteBuffer.allocate(0); // of the block
  private int recordStart;
  private long left; // records of the block
  private long count; // of records read

  /** A file for Avro's library; Hadoop's {@code AvroFSInput} does not fit that of the job jar. */
  private record Input(FSDataInputStream in, long length) implements SeekableInput {
    @Override
    public void seek(long position) throws IOException {
      in.seek(position);
    }

    @Override
    public long tell() throws IOException {
      return in.getPos();
    }

    @Override
    public int read(byte[] to, int offset, int count) throws IOException {
      return in.read(to, offset, count);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  AvroRangeReader(FormatSettings settings, FileStatus status, CorpusRange range)
      throws IOException {
    super(settings, range);
    in = settings.open(status, range.length());
    try {
      file = new DataFileReader<>(new Input(in, range.length()), new GenericDatumReader<>());
      String named = file.getMetaString(DataFileConstants.CODEC);
      codec = named == null ? DataFileConstants.NULL_CODEC : named;
      numbers = DecoderFactory.get().directBinaryDecoder(in, null);
      for (String name : settings.wanted) {
        maxNameDepth = Math.max(maxNameDepth, 1 + StringUtils.countMatches(name, '.'));
      }
      Map<String, Type> types = new LinkedHashMap<>();
      addTypes(file.getSchema(), "", 0, types);
      types.remove("");
      setTypes(types);
      long first = file.previousSync();
      in.readFully(first - SYNC, sync);
      in.seek(range.start() > first - SYNC ? afterMark() : first);
    } catch (IOException | RuntimeException | OutOfMemoryError | LinkageError e) {
      in.close();
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
    read(file.getSchema(), "", 0);
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
    records = decompress(raw, (int) size).order(ByteOrder.LITTLE_ENDIAN);
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
          case DataFileConstants.ZSTANDARD_CODEC -> new ZstdStream(compressed);
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

  // The fields of a record

  private static Type type(Schema type) {
    LogicalType logical = type.getLogicalType();
    Kind kind =
        switch (type.getType()) {
          case STRING -> Kind.STRING;
          case INT, LONG -> Kind.ID;
          case FLOAT, DOUBLE, BOOLEAN, ENUM -> Kind.VALUE;
          default ->
              logical instanceof LogicalTypes.Decimal || logical instanceof LogicalTypes.Uuid
                  ? Kind.ID
                  : Kind.NONE;
        };
    return new Type(kind, logical == null ? type.getType().getName() : logical.getName());
  }

  /** Adds the types of the fields, at least down to the depth of the wanted ones. */
  private void addTypes(Schema of, String name, int depth, Map<String, Type> types) {
    if (of.getType() == Schema.Type.UNION) {
      of.getTypes().forEach(branch -> addTypes(branch, name, depth, types));
    } else {
      types.merge(name, type(of), Type::or);
    }
    if (of.getType() == Schema.Type.RECORD && depth < maxNameDepth) {
      for (Schema.Field field : of.getFields()) {
        addTypes(field.schema(), inner(name, field), depth + 1, types);
      }
    }
  }

  /** Returns the full name of a field of a record; that of the outermost record is empty. */
  private static String inner(String record, Schema.Field field) {
    return record.isEmpty() ? field.name() : record + "." + field.name();
  }

  /** Reads a value, whose name is null in lists and maps, and sets the wanted fields in it. */
  private void read(Schema type, String name, int depth) throws IOException {
    if (depth > MAX_DEPTH) {
      throw new IOException("values nested more than " + MAX_DEPTH + " deep");
    }
    switch (type.getType()) {
      case NULL -> {}
      case UNION -> read(choice(type.getTypes()), name, depth + 1);
      case RECORD -> {
        for (Schema.Field field : type.getFields()) {
          read(field.schema(), name == null ? null : inner(name, field), depth + 1);
        }
      }
      case ARRAY -> passItems(type.getElementType(), false, depth + 1);
      case MAP -> passItems(type.getValueType(), true, depth + 1);
      default -> {
        Object value = single(type);
        for (int field = 0; field < values.length; field++) {
          if (settings.wanted.get(field).equals(name) && type(type).fits(field)) {
            values[field] = value(field, type, value);
          }
        }
      }
    }
  }

  private void passItems(Schema type, boolean keys, int depth) throws IOException {
    for (long count = readLong(); count != 0; count = readLong()) {
      if (count < 0) {
        take(readLong()); // the bytes of the items
        continue;
      }
      for (long i = 0; i < count; i++) {
        int before = records.position();
        if (keys) {
          take(readLong());
        }
        read(type, null, depth);
        if (records.position() == before) {
          break; // items of no bytes, like nulls, however many
        }
      }
    }
  }

  private Object single(Schema type) throws IOException {
    return switch (type.getType()) {
      case BOOLEAN -> records.get() != 0;
      case FLOAT -> records.getFloat();
      case DOUBLE -> records.getDouble();
      case INT, LONG -> readLong();
      case ENUM -> choice(type.getEnumSymbols());
      case FIXED -> take(type.getFixedSize());
      default -> take(readLong());
    };
  }

  private static byte[] value(int field, Schema type, Object value) {
    LogicalType logical = type.getLogicalType();
    String name = logical == null ? "" : logical.getName();
    if (value instanceof ByteBuffer shared) {
      ByteBuffer bytes = shared.duplicate();
      if (type.getType() == Schema.Type.STRING) {
        byte[] text = new byte[bytes.remaining()];
        bytes.get(text);
        return text;
      }
      return FormatSettings.utf8(
          logical instanceof LogicalTypes.Decimal
              ? new Conversions.DecimalConversion().fromBytes(bytes, type, logical).toPlainString()
              : new UUID(bytes.getLong(), bytes.getLong()).toString());
    }
    if (field == FormatSettings.ID && name.contains("timestamp-")) {
      String unit = name.substring(name.lastIndexOf('-') + 1).toUpperCase(Locale.ROOT);
      return FormatSettings.time(
          (long) value, ChronoUnit.valueOf(unit), !name.startsWith("local-"));
    }
    return FormatSettings.utf8(value.toString());
  }

  private <T> T choice(List<T> of) throws IOException {
    return of.get(Math.toIntExact(readLong()));
  }

  /** Reads an int, a long, or a position in a list. */
  private long readLong() throws IOException {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      byte b = records.get();
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return value >>> 1 ^ -(value & 1);
      }
    }
    throw new IOException("a number of more than ten bytes");
  }

  private ByteBuffer take(long count) {
    Objects.checkFromIndexSize(0, count, (long) records.remaining());
    ByteBuffer bytes = records.slice(records.position(), (int) count);
    records.position(records.position() + (int) count);
    return bytes;
  }

  // Copies

  /** A file whose records end with an annotation. */
  private static final class AnnotatedFile extends DataFileWriter<Object> {
    AnnotatedFile() {
      super(new GenericDatumWriter<>());
    }
  }

  @Override
  public DataFileWriter<Object> create(Path path, boolean annotated) throws IOException {
    DataFileWriter<Object> out =
        annotated ? new AnnotatedFile() : new DataFileWriter<>(new GenericDatumWriter<>());
    out.setCodec(CodecFactory.fromString(codec));
    for (String key : file.getMetaKeys()) {
      if (!DataFileWriter.isReservedMeta(key)) {
        out.setMeta(key, file.getMeta(key));
      }
    }
    // Reuses the sync mark instead of a random one: the same input gives the same bytes.
    Schema schema = annotated ? annotatedSchema() : file.getSchema();
    out.create(schema, path.getFileSystem(settings.conf).create(path, false), sync);
    return out;
  }

  /** Returns the schema with the fields of an annotation; IOException if that is impossible. */
  private Schema annotatedSchema() throws IOException {
    Schema schema = file.getSchema();
    try {
      List<Schema.Field> fields =
          Stream.of(schema, ANNOTATION)
              .flatMap(one -> one.getFields().stream())
              .map(field -> new Schema.Field(field, field.schema()))
              .toList();
      Schema annotated =
          Schema.createRecord(
              schema.getName(), schema.getDoc(), schema.getNamespace(), schema.isError(), fields);
      schema.getObjectProps().forEach(annotated::addProp);
      schema.getAliases().forEach(annotated::addAlias);
      Schema parsed = new Schema.Parser().parse(annotated.toString());
      int own = schema.getFields().size();
      if (!parsed.getFields().subList(0, own).equals(schema.getFields())) {
        throw new AvroRuntimeException("its schema is recursive");
      }
      return parsed;
    } catch (AvroRuntimeException e) { // or no record, or a field of that name
      throw new IOException("cannot annotate " + range.file() + ": " + e.getMessage(), e);
    }
  }

  @Override
  public void copy(Closeable to, Annotation annotation) throws IOException {
    int length = records.position() - recordStart;
    ByteBuffer encoded = records.slice(recordStart, length);
    if (to instanceof AnnotatedFile) {
      byte[] further = encoded(annotation);
      encoded = ByteBuffer.allocate(length + further.length).put(encoded).put(further).flip();
    }
    ((DataFileWriter<?>) to).appendEncoded(encoded);
  }

  /** Returns the encoded fields of an annotation, which follow those of a record. */
  private static byte[] encoded(Annotation annotation) throws IOException {
    GenericRecord fields = new GenericData.Record(ANNOTATION);
    List<Object> values = Annotation.values(annotation);
    for (int i = 0; i < values.size(); i++) {
      fields.put(i, values.get(i));
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ANNOTATION_WRITER.write(fields, EncoderFactory.get().directBinaryEncoder(bytes, null));
    return bytes.toByteArray();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
