package io.neardup.hadoop.format.sequence;

import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.RangeReader;
import io.neardup.hadoop.format.RecordFile;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.hadoop.format.SourceStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;

/**
 * Reads the sets in a range of a SequenceFile that ingest wrote: the id as Text, and the elements
 * as BytesWritable, one per line.
 */
final class SetRangeReader extends RangeReader {

  private final Configuration conf;
  private final SequenceFile.Reader in;
  private final Text id = new Text();
  private final BytesWritable elements = new BytesWritable();

  SetRangeReader(Configuration conf, Path file, CorpusRange range) throws IOException {
    super(range);
    this.conf = conf;
    in =
        new SequenceFile.Reader(
            conf,
            SequenceFile.Reader.stream(SourceStream.open(conf, file)),
            SequenceFile.Reader.length(range.length()));
    if (range.start() > in.getPosition()) {
      in.sync(range.start());
    }
  }

  @Override
  public boolean next() throws IOException {
    // A block belongs to the range that holds the sync mark before it.
    long position = in.getPosition();
    if (!in.next(id) || (position >= range.end() && in.syncSeen())) {
      return false;
    }
    in.getCurrentValue(elements);
    record.start(position);
    record.id().append(id.getBytes(), 0, id.getLength());
    record.setText(elements.getBytes(), 0, elements.getLength());
    return true;
  }

  /** Makes a file of lines {@code set-id<TAB>element}. */
  @Override
  public RecordFile create(Path file) throws IOException {
    OutputStream out = new BufferedOutputStream(file.getFileSystem(conf).create(file, false));
    return new RecordFile() {
      @Override
      public void append(RangeReader reader) throws IOException {
        SourceRecord set = reader.record();
        int end = set.textOffset() + set.textLength();
        int element = set.textOffset();
        for (int i = element; i <= end; i++) {
          if (i == end || set.textBytes()[i] == '\n') {
            out.write(set.idBytes(), 0, set.idLength());
            out.write('\t');
            out.write(set.textBytes(), element, i - element);
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
  public void close() throws IOException {
    in.close();
  }
}
