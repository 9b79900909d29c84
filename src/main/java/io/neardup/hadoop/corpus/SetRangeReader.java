package io.neardup.hadoop.corpus;

import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.RangeReader;
import io.neardup.hadoop.output.NewFile;
import io.neardup.text.Utf8;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IOUtils;

/**
 * Reads sets from a part of the corpus: in the source files, their lines are scattered. Copies have
 * lines {@code set<TAB>element}.
 */
final class SetRangeReader extends RangeReader {

  private final Configuration conf;
  private final CorpusReader.Column catalog;
  private final CorpusReader.Column texts;
  private final CatalogEntry entry = new CatalogEntry();
  private final BytesWritable elements = new BytesWritable();
  private long place;

  /** Opens a range that spans the data file of a part's texts. */
  SetRangeReader(Configuration conf, Path file, CorpusRange range) throws IOException {
    super(range);
    this.conf = conf;
    Path part = file.getParent();
    catalog = new CorpusReader.Column(conf, CorpusPart.catalogOf(part));
    texts = new CorpusReader.Column(conf, part);
  }

  @Override
  public boolean next() throws IOException {
    if (place == range.documents()) {
      return false;
    }
    catalog.read(place, entry);
    texts.read(place, elements);
    record.start(place);
    record.setId(entry.id.getBytes(), 0, entry.id.getLength(), Integer.MAX_VALUE);
    record.setText(elements.getBytes(), 0, elements.getLength());
    place++;
    return true;
  }

  @Override
  public OutputStream create(Path file, boolean annotated) throws IOException {
    return new BufferedOutputStream(
        NewFile.unchecked(file.getFileSystem(conf)).create(file, false), 1 << 16);
  }

  @Override
  public void copy(Closeable to, Annotation annotation) throws IOException {
    OutputStream out = (OutputStream) to;
    byte[] bytes = elements.getBytes();
    int end = elements.getLength();
    for (int element = 0; element <= end; ) {
      int next = Utf8.indexOf(bytes, element, end, '\n');
      out.write(record.idBytes(), 0, record.idLength());
      out.write('\t');
      out.write(bytes, element, next - element);
      out.write('\n');
      element = next + 1;
    }
  }

  @Override
  public void close() {
    IOUtils.cleanupWithLogger(null, catalog, texts);
  }
}
