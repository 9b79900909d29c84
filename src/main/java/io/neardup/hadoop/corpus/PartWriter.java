package io.neardup.hadoop.corpus;

import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Writable;

/**
 * Writes a part of a batch: two MapFiles, whose keys are the places of documents in the part. Their
 * blocks are compressed, and indexed one by one.
 */
public final class PartWriter implements Closeable {

  /** How many bytes of texts a block holds, about: what is read for a single document. */
  public static final int BLOCK_BYTES = 128 << 10;

  private final LongWritable place = new LongWritable();
  private final BytesWritable text = new BytesWritable();
  private final MapFile.Writer catalog;
  private final MapFile.Writer texts;

  /** Creates the files in the folders of the catalog and the texts. */
  public PartWriter(Configuration conf, Path documents, long number) throws IOException {
    Path entries = CorpusPart.file(documents, CorpusPart.CATALOG, number);
    catalog = create(conf, entries, CatalogEntry.class);
    texts = create(conf, CorpusPart.file(documents, CorpusPart.TEXTS, number), BytesWritable.class);
  }

  private static MapFile.Writer create(
      Configuration conf, Path file, Class<? extends Writable> value) throws IOException {
    Configuration blocks = new Configuration(conf);
    blocks.setInt("io.seqfile.compress.blocksize", BLOCK_BYTES);
    MapFile.Writer.setIndexInterval(blocks, 1); // an entry a block, not a document
    return new MapFile.Writer(
        blocks,
        file,
        MapFile.Writer.keyClass(LongWritable.class),
        SequenceFile.Writer.valueClass(value),
        SequenceFile.Writer.compression(SequenceFile.CompressionType.BLOCK, new ZstdCodec()));
  }

  /** Appends a document. */
  public void append(CatalogEntry entry, byte[] bytes, int offset, int length) throws IOException {
    text.set(bytes, offset, length);
    catalog.append(place, entry);
    texts.append(place, text);
    place.set(place.get() + 1);
  }

  @Override
  public void close() throws IOException {
    try (catalog) {
      texts.close();
    }
  }
}
