package io.neardup.hadoop.format;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.serializer.Deserializer;
import org.apache.hadoop.io.serializer.Serialization;
import org.apache.hadoop.io.serializer.Serializer;

/** Makes source records, and lets MRUnit copy them. */
public final class SourceRecords {

  private SourceRecords() {}

  /** Returns a document. */
  public static SourceRecord document(long position, String id, String text) {
    SourceRecord record = new SourceRecord();
    record.start(position);
    byte[] idBytes = id.getBytes(StandardCharsets.UTF_8);
    record.id().append(idBytes, 0, idBytes.length);
    // Not at the beginning of its array, as in a reader's buffer.
    byte[] textBytes = ("##" + text + "#").getBytes(StandardCharsets.UTF_8);
    record.setText(textBytes, 2, textBytes.length - 3);
    return record;
  }

  /** Returns a record set aside. */
  public static SourceRecord skipped(long position, SkipReason reason, String detail) {
    SourceRecord record = new SourceRecord();
    record.start(position);
    record.skip(reason, detail);
    return record;
  }

  /** Returns the mark of a range's end. */
  public static SourceRecord end(long lines) {
    SourceRecord record = new SourceRecord();
    record.endRange();
    record.setOrigin("", "", lines);
    return record;
  }

  /** Lets a configuration serialize source records besides Writables. */
  public static Configuration serializable(Configuration conf) {
    conf.set(
        "io.serializations",
        conf.get("io.serializations") + "," + SourceRecordSerialization.class.getName());
    return conf;
  }

  /** Serializes source records. */
  public static final class SourceRecordSerialization implements Serialization<SourceRecord> {

    @Override
    public boolean accept(Class<?> type) {
      return type == SourceRecord.class;
    }

    @Override
    public Serializer<SourceRecord> getSerializer(Class<SourceRecord> type) {
      return new Serializer<>() {
        private DataOutputStream out;

        @Override
        public void open(OutputStream stream) {
          out = new DataOutputStream(stream);
        }

        @Override
        public void serialize(SourceRecord record) throws IOException {
          out.writeBoolean(record.isEndOfRange());
          out.writeLong(record.lines());
          out.writeLong(record.position());
          out.writeUTF(record.isSkipped() ? record.skipReason().name() : "");
          out.writeUTF(record.detail());
          out.writeUTF(record.name());
          out.writeUTF(record.file());
          out.writeInt(record.idLength());
          out.write(record.idBytes(), 0, record.idLength());
          out.writeInt(record.textLength());
          out.write(record.textBytes(), record.textOffset(), record.textLength());
        }

        @Override
        public void close() throws IOException {
          out.close();
        }
      };
    }

    @Override
    public Deserializer<SourceRecord> getDeserializer(Class<SourceRecord> type) {
      return new Deserializer<>() {
        private DataInputStream in;

        @Override
        public void open(InputStream stream) {
          in = new DataInputStream(stream);
        }

        @Override
        public SourceRecord deserialize(SourceRecord reused) throws IOException {
          boolean end = in.readBoolean();
          long lines = in.readLong();
          long position = in.readLong();
          String reason = in.readUTF();
          String detail = in.readUTF();
          String name = in.readUTF();
          String file = in.readUTF();
          String id = new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
          String text = new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
          SourceRecord record =
              end
                  ? end(lines)
                  : reason.isEmpty()
                      ? document(position, id, text)
                      : skipped(position, SkipReason.valueOf(reason), detail);
          record.setOrigin(name, file, lines);
          return record;
        }

        @Override
        public void close() throws IOException {
          in.close();
        }
      };
    }
  }
}
