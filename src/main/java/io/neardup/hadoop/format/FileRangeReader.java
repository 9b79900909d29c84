package io.neardup.hadoop.format;

/** A reader whose records all come from one file, that of its range. */
public abstract class FileRangeReader implements RangeReader {

  /** What is read. */
  protected final CorpusRange range;

  /** The record that was read. */
  protected final SourceRecord record = new SourceRecord();

  public FileRangeReader(CorpusRange range) {
    this.range = range;
  }

  @Override
  public final SourceRecord record() {
    return record;
  }

  @Override
  public final String sourceFile() {
    return range.file();
  }

  @Override
  public final String sourceName() {
    return range.name();
  }
}
