package io.neardup.hadoop.stage0ingest;

import io.neardup.hadoop.corpus.CatalogEntry;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.hadoop.format.Tolerance;
import io.neardup.hadoop.table.GroupedKey;
import java.io.IOException;
import java.nio.charset.Charset;
import org.apache.hadoop.io.NullWritable;

/**
 * Ranges of sources → the ids of their documents. The documents of all ranges of a task become a
 * part of the corpus; see {@link PartOutput}.
 */
public final class IngestMapper extends RangeMapper<GroupedKey, NullWritable> {

  private final GroupedKey key = new GroupedKey();
  private final CatalogEntry entry = new CatalogEntry();
  private String firstFile; // null before the first range
  private String file; // of the range before
  private long linesBefore; // of the file, in the part before the range

  @Override
  void document(SourceRecord record, boolean malformed, Context context)
      throws IOException, InterruptedException {
    begin();
    if (malformed) {
      output.list(PartOutput.MALFORMED, file, record.position(), malformed(record));
    }
    for (Tolerance tolerated : record.tolerated()) {
      context.getCounter(tolerated).increment(1);
    }
    entry.setOrigin(range.name(), file, record.position(), record.fields());
    if (sources.idsArePlaces()) { // and are never repeated
      // How many lines a file has before the part is not known yet.
      long line = linesBefore + entry.numberIn(record);
      entry.setLine(file.equals(firstFile) ? -line : line);
    } else {
      entry.setId(record.idBytes(), record.idLength());
      IngestReducer.setKey(key, record.idBytes(), record.idLength());
      context.write(key, NullWritable.get());
    }
    output.append(entry, record);
  }

  private void begin() {
    if (!range.file().equals(file)) {
      file = range.file();
      linesBefore = 0;
      firstFile = firstFile == null ? file : firstFile;
    }
  }

  @Override
  void end(long all, long bad) throws IOException {
    begin();
    CorpusRange counted = sources.counted();
    linesBefore += counted.firstLine();
    output.endRange(ordinal, counted, all, bad);
  }

  private String malformed(SourceRecord record) {
    Charset charset = record.likelyCharset();
    String id = sources.idsArePlaces() ? "" : record.idText();
    return id + "\t" + (charset == null ? "" : charset);
  }
}
