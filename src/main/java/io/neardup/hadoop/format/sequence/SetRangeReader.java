package io.neardup.hadoop.format.sequence;

import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.DocumentFields;
import io.neardup.hadoop.format.FormatSettings;
import io.neardup.hadoop.format.RangeReader;
import io.neardup.hadoop.format.RecordFile;
import io.neardup.hadoop.format.SourceRecord;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.apache.hadoop.fs.Path;

/**
 * Reads the sets in a range of a SequenceFile that ingest wrote: the id as Text, and the elements
 * as BytesWritable, one per line.
 */
public final class SetRangeReader extends SequenceRangeReader {

  private static final DocumentFields UNLIMITED =
      new DocumentFields("", "", List.of(), Integer.MAX_VALUE, Integer.MAX_VALUE);

  /** Opens a range, as {@link io.neardup.hadoop.format.FileFormat#open} says. */
  public SetRangeReader(FormatSettings settings, Path file, CorpusRange range) throws IOException {
    super(settings, file, range, UNLIMITED);
  }

  /** Makes a file of lines {@code set-id<TAB>element}. */
  @Override
  public RecordFile create(Path file) throws IOException {
    OutputStream out =
        new BufferedOutputStream(settings.fileSystems().of(file).create(file, false));
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
}
