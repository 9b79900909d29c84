package io.neardup.hadoop.stage0ingest;

import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.RecordSort;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.WritableUtils;

/** Sorts files by path. If a file was added several times, the last one counts. */
final class InputSorter implements Closeable {

  /** Bytes of records that the client holds in memory; the rest is on its local disk. */
  static final int BYTES_IN_MEMORY = 32 << 20;

  private final RecordSort records;
  private long added;

  InputSorter(Configuration conf) {
    records = new RecordSort(Disk.ofClient(conf), BYTES_IN_MEMORY);
  }

  /** Returns how many files were added. */
  long added() {
    return added;
  }

  /** Adds a file. */
  void add(InputFile file) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    SortableText.write(out, file.uri());
    out.writeLong(added);
    WritableUtils.writeString(out, file.name());
    out.writeLong(file.length());
    out.writeLong(file.modified());
    records.add(bytes.toByteArray());
    added++;
  }

  /** Writes the sorted files to a list and releases the memory. */
  void writeTo(InputList list) throws IOException {
    try (InputList.Appender out = list.write()) {
      InputFile[] last = {null};
      records.drainTo(
          (record, length) -> {
            InputFile file = parse(record, length);
            if (last[0] != null && !last[0].uri().equals(file.uri())) {
              out.add(last[0]);
            }
            last[0] = file;
          });
      if (last[0] != null) {
        out.add(last[0]);
      }
    }
  }

  private static InputFile parse(byte[] record, int length) throws IOException {
    int text = SortableText.length(record) + 2 + Long.BYTES; // and the number
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(record, text, length - text));
    return new InputFile(
        SortableText.read(record), WritableUtils.readString(in), in.readLong(), in.readLong());
  }

  @Override
  public void close() throws IOException {
    records.close();
  }
}
