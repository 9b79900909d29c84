package io.neardup.hadoop.io;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;

/** Reads the documents of a SequenceFile (id as Text, document as BytesWritable) in a range. */
final class PackedRangeReader implements RangeReader {

  private final SequenceFile.Reader in;
  private final long end;
  private final Text id = new Text();
  private final BytesWritable text = new BytesWritable();
  private final SourceRecord record = new SourceRecord();

  PackedRangeReader(Configuration conf, Path file, CorpusRange range) throws IOException {
    in = new SequenceFile.Reader(conf, SequenceFile.Reader.file(file));
    end = range.end();
    if (range.start() > in.getPosition()) {
      in.sync(range.start());
    }
  }

  @Override
  public boolean next() throws IOException {
    // A block belongs to the range that holds the sync mark before it.
    long position = in.getPosition();
    if (!in.next(id) || (position >= end && in.syncSeen())) {
      return false;
    }
    in.getCurrentValue(text);
    record.start(position);
    record.id().append(id.getBytes(), 0, id.getLength());
    record.setText(text.getBytes(), 0, text.getLength());
    return true;
  }

  @Override
  public SourceRecord record() {
    return record;
  }

  @Override
  public long lines() {
    return 0;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
