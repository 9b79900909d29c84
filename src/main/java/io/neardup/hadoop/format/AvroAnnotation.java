package io.neardup.hadoop.format;

import io.neardup.hadoop.format.RangeReader.Annotation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.EncoderFactory;

/** The fields of an annotation at the end of Avro records: each is null or a value. */
final class AvroAnnotation {

  private static final Schema ADDED =
      SchemaBuilder.record("annotation")
          .fields()
          .optionalString(Annotation.FIELDS.get(0))
          .optionalLong(Annotation.FIELDS.get(1))
          .optionalLong(Annotation.FIELDS.get(2))
          .optionalBoolean(Annotation.FIELDS.get(3))
          .endRecord();

  private static final GenericDatumWriter<GenericRecord> WRITER = new GenericDatumWriter<>(ADDED);

  private AvroAnnotation() {}

  /** A file whose records have an annotation. */
  static final class AnnotatedFile extends DataFileWriter<Object> {
    AnnotatedFile() {
      super(new GenericDatumWriter<>());
    }
  }

  /** Returns a schema with the fields added; IOException naming the file if that is impossible. */
  static Schema added(Schema schema, String file) throws IOException {
    try {
      List<Schema.Field> fields =
          Stream.of(schema, ADDED)
              .flatMap(one -> one.getFields().stream())
              .map(field -> new Schema.Field(field, field.schema()))
              .toList();
      Schema annotated =
          Schema.createRecord(
              schema.getName(), schema.getDoc(), schema.getNamespace(), schema.isError(), fields);
      schema.getObjectProps().forEach(annotated::addProp);
      schema.getAliases().forEach(annotated::addAlias);
      return new Schema.Parser().parse(annotated.toString());
    } catch (AvroRuntimeException e) { // no record, a field of that name, or recursive
      throw new IOException("cannot annotate " + file + ": " + e.getMessage(), e);
    }
  }

  /** Returns the encoded fields, which follow those of a record. */
  static byte[] encoded(Annotation annotation) throws IOException {
    GenericRecord record = new GenericData.Record(ADDED);
    Iterator<Object> values = Annotation.values(annotation).iterator();
    ADDED.getFields().forEach(field -> record.put(field.pos(), values.next()));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    WRITER.write(record, EncoderFactory.get().directBinaryEncoder(bytes, null));
    return bytes.toByteArray();
  }
}
