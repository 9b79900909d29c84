package io.neardup.hadoop.format.json;

import io.neardup.hadoop.format.AnnotatedFile;
import io.neardup.hadoop.format.Annotation;
import io.neardup.hadoop.format.RangeReader;
import io.neardup.hadoop.format.RawRangeReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.apache.commons.text.StringEscapeUtils;

/**
 * Writes JSON objects unchanged, with the fields of an annotation, in ASCII, inserted before the
 * last brace.
 */
final class JsonAnnotatedFile implements AnnotatedFile {

  private static final Set<String> FIELDS =
      Set.of(Annotation.CLUSTER_FIELD, Annotation.DOCUMENTS_FIELD, Annotation.KEPT_FIELD);

  private final OutputStream out;
  private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();

  /**
   * @param out gets the bytes; closed with this
   */
  JsonAnnotatedFile(OutputStream out) {
    this.out = out;
  }

  @Override
  public void append(RangeReader reader, Annotation annotation) throws IOException {
    buffer.reset();
    ((RawRangeReader) reader).copyTo(buffer);
    byte[] bytes = buffer.toByteArray();
    requireNewFields(reader);
    int brace = bytes.length - 1;
    while (bytes[brace] != '}') { // what follows is white space
      brace--;
    }
    out.write(bytes, 0, brace);
    out.write(fields(annotation).getBytes(StandardCharsets.US_ASCII));
    out.write(bytes, brace, bytes.length - brace);
  }

  private static String fields(Annotation annotation) {
    String cluster =
        annotation.cluster() == null
            ? "null"
            : '"' + StringEscapeUtils.escapeJson(annotation.cluster()) + '"'; // ASCII
    return ",\""
        + Annotation.CLUSTER_FIELD
        + "\":"
        + cluster
        + ",\""
        + Annotation.DOCUMENTS_FIELD
        + "\":"
        + annotation.clusterDocuments()
        + ",\""
        + Annotation.KEPT_FIELD
        + "\":"
        + annotation.kept();
  }

  private static void requireNewFields(RangeReader reader) throws IOException {
    for (String field : reader.fieldNames()) {
      if (FIELDS.contains(field)) {
        throw new IOException(
            reader.sourceFile()
                + ", byte "
                + reader.record().position()
                + ": the record has a field "
                + field
                + " already");
      }
    }
  }

  @Override
  public void appendUnread(RangeReader reader) throws IOException {
    ((RawRangeReader) reader).copyTo(out);
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
