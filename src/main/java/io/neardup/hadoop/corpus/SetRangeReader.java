package io.neardup.hadoop.corpus;

import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.RangeReader;
import io.neardup.hadoop.format.RecordFile;
import java.io.BufferedOutputStream;
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
  private final DocumentWritable set = new DocumentWritable();
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
    entry.copyTo(set, 0, new int[0]);
    record.start(place);
    record.id().append(set.idBytes(), 0, set.idLength());
    record.setText(elements.getBytes(), 0, elements.getLength());
    place++;
    return true;
  }

  @Override
  public RecordFile create(Path file, boolean annotated) throws IOException {
    OutputStream out = new BufferedOutputStream(file.getFileSystem(conf).create(file, false));
    return new RecordFile() {
      @Override
      public void append(RangeReader reader, Annotation annotation) throws IOException {
        SetRangeReader from = (SetRangeReader) reader;
        byte[] bytes = from.elements.getBytes();
        int end = from.elements.getLength();
        int element = 0;
        for (int i = 0; i <= end; i++) {
          if (i == end || bytes[i] == '\n') {
            out.write(from.set.idBytes(), 0, from.set.idLength());
            out.write('\t');
            out.write(bytes, element, i - element);
            out.write('\n');
            element = i + 1;
          }
        }
      }

      @Override
      public void close() throws IOException {
        out.close();
      }
    };
  }

  @Override
  public void close() {
    IOUtils.cleanupWithLogger(null, catalog, texts);
  }
}
