package io.neardup.hadoop.format;

import io.neardup.hadoop.format.RangeReader.Annotation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/** The fields of an annotation at the end of Avro records: each is null or a value. */
final class AvroAnnotation {

  private static final int NULL = 0; // in the unions
  private static final int VALUE = 1;

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
      List<Schema.Field> fields = new ArrayList<>();
      schema.getFields().forEach(field -> fields.add(new Schema.Field(field, field.schema())));
      List<Schema.Type> types = List.of(Schema.Type.STRING, Schema.Type.LONG, Schema.Type.BOOLEAN);
      for (int i = 0; i < types.size(); i++) {
        Schema type =
            Schema.createUnion(Schema.create(Schema.Type.NULL), Schema.create(types.get(i)));
        fields.add(
            new Schema.Field(
                Annotation.FIELDS.get(i), type, null, Schema.Field.NULL_DEFAULT_VALUE));
      }
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
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder fields = EncoderFactory.get().directBinaryEncoder(bytes, null);
    if (annotation == null || annotation.cluster() == null) {
      fields.writeIndex(NULL);
    } else {
      fields.writeIndex(VALUE);
      fields.writeString(annotation.cluster());
    }
    if (annotation == null) {
      fields.writeIndex(NULL);
      fields.writeIndex(NULL);
    } else {
      fields.writeIndex(VALUE);
      fields.writeLong(annotation.size());
      fields.writeIndex(VALUE);
      fields.writeBoolean(annotation.kept());
    }
    return bytes.toByteArray();
  }
}
