package io.neardup.hadoop.format.packed;

import io.neardup.hadoop.format.RawRangeReader;
import io.neardup.hadoop.format.SourceRecord;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Packs records into a block-compressed SequenceFile of {@link PackedKey}s and bytes, with a list
 * of their sources beside it. Holds one record of bounded length; writes a longer one in pieces.
 */
public final class PackedWriter implements Closeable {

  /** Bytes of records that are compressed together: what is read for one of them. */
  public static final int BLOCK_BYTES = 1 << 17;

  private static final int PIECE_BYTES = 1 << 20;

  private final SequenceFile.Writer records;
  private final OutputStream sources;
  private final PackedKey key = new PackedKey();
  private final BytesWritable keyBytes = new BytesWritable();
  private final BytesWritable value = new BytesWritable();
  private final Pieces pieces = new Pieces();
  private long source = -1;

  /** Makes a new packed file. */
  public PackedWriter(Configuration conf, Path file) throws IOException {
    Path list = PackedSource.list(file);
    sources = new BufferedOutputStream(list.getFileSystem(conf).create(list, false));
    Configuration blocks = new Configuration(conf);
    blocks.setInt(CommonConfigurationKeysPublic.IO_SEQFILE_COMPRESS_BLOCKSIZE_KEY, BLOCK_BYTES);
    records =
        SequenceFile.createWriter(
            blocks,
            SequenceFile.Writer.file(file),
            SequenceFile.Writer.keyClass(BytesWritable.class),
            SequenceFile.Writer.valueClass(BytesWritable.class),
            SequenceFile.Writer.compression(
                SequenceFile.CompressionType.BLOCK,
                ReflectionUtils.newInstance(DefaultCodec.class, conf)));
  }

  /** Begins a source, to which the records belong that follow. */
  public void startSource(String file, String name, byte[] head) throws IOException {
    source++;
    PackedSource.of(file, name, head).append(sources);
  }

  /** Appends the record at which a reader stands. */
  public void append(RawRangeReader reader) throws IOException {
    pieces.start(reader.tooLong(), reader.record().position(), reader.number());
    reader.copyTo(pieces);
    pieces.finish();
  }

  /** Appends what stands for the rest of a source that cannot be read. */
  public void appendDamage(SourceRecord damage) throws IOException {
    byte[] detail = (damage.skipReason() + "\t" + damage.detail()).getBytes(StandardCharsets.UTF_8);
    key.set(PackedKey.DAMAGE, source, damage.position(), 0);
    key.write(keyBytes);
    value.set(detail, 0, detail.length);
    records.append(keyBytes, value);
  }

  /** Collects the bytes of a record; writes a piece whenever the buffer is full. */
  private final class Pieces extends OutputStream {
    private byte kind;
    private long position;
    private long number;

    void start(boolean tooLong, long newPosition, long newNumber) {
      kind = tooLong ? PackedKey.LONG_RECORD : PackedKey.RECORD;
      position = newPosition;
      number = newNumber;
      value.setSize(0);
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      int held = value.getLength();
      value.setSize(held + length);
      System.arraycopy(bytes, offset, value.getBytes(), held, length);
      if (kind != PackedKey.RECORD && value.getLength() >= PIECE_BYTES) {
        finish();
        kind = PackedKey.PIECE;
        value.setSize(0);
      }
    }

    void finish() throws IOException {
      if (kind != PackedKey.PIECE || value.getLength() > 0) {
        key.set(kind, source, position, number);
        key.write(keyBytes);
        records.append(keyBytes, value);
      }
    }
  }

  @Override
  public void close() throws IOException {
    try (sources) {
      records.close();
    }
  }
}
