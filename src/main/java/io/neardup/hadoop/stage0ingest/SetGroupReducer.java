package io.neardup.hadoop.stage0ingest;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.text.Utf8Buffer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The elements of a set, in input order → one document with one element per line, at the position
 * of the first line of the set. A set over {@code neardup.document.max-bytes} is set aside. Records
 * set aside are passed on as documents without an id; their text is the reason.
 */
public final class SetGroupReducer
    extends Reducer<SetMemberKey, BytesWritable, PlaceKey, DocumentWritable> {

  private static final byte[] NO_ID = new byte[0];

  private final PlaceKey place = new PlaceKey();
  private final DocumentWritable document = new DocumentWritable();
  private final Utf8Buffer elements = new Utf8Buffer();
  private long maxBytes;

  @Override
  protected void setup(Context context) {
    maxBytes = HadoopSettings.of(context.getConfiguration()).get(Keys.MAX_DOCUMENT_BYTES);
  }

  @Override
  protected void reduce(SetMemberKey key, Iterable<BytesWritable> members, Context context)
      throws IOException, InterruptedException {
    if (key.id().getLength() == 0) {
      for (BytesWritable reason : members) {
        place.set(key.ordinal(), key.position());
        writeSkipped(reason.getBytes(), reason.getLength(), context);
      }
      return;
    }
    place.set(key.ordinal(), key.position());
    elements.clear();
    long bytes = -1; // of the elements and the line breaks between them
    for (BytesWritable element : members) {
      boolean first = bytes < 0;
      bytes += 1 + element.getLength();
      if (bytes <= maxBytes) {
        if (!first) {
          elements.append((byte) '\n');
        }
        elements.append(element.getBytes(), 0, element.getLength());
      }
    }
    if (bytes > maxBytes) {
      context.getCounter(IngestCounters.SKIPPED).increment(1);
      context.getCounter(SkipReason.LONG_DOCUMENT).increment(1);
      String id = new String(key.id().getBytes(), 0, key.id().getLength(), StandardCharsets.UTF_8);
      byte[] reason =
          (SkipReason.LONG_DOCUMENT + "\tset " + id + ", " + Quantity.of(bytes, "byte"))
              .getBytes(StandardCharsets.UTF_8);
      writeSkipped(reason, reason.length, context);
    } else {
      document.set(
          key.id().getBytes(), key.id().getLength(), elements.bytes(), 0, elements.length());
      context.write(place, document);
    }
  }

  private void writeSkipped(byte[] reason, int length, Context context)
      throws IOException, InterruptedException {
    document.set(NO_ID, 0, reason, 0, length);
    context.write(place, document);
  }
}
