package io.neardup.hadoop.stage6dedup;

import io.neardup.hadoop.corpus.CorpusBatch;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.corpus.CorpusReader;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.SourceInputFormat;
import io.neardup.hadoop.corpus.SourceName;
import io.neardup.hadoop.corpus.SourceRange;
import io.neardup.hadoop.corpus.SourceRanges;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.RangeReader;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.hadoop.format.StorageException;
import io.neardup.hadoop.job.TaskNotes;
import io.neardup.hadoop.table.ColumnSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Looks for every document of a range in {@code kept/} or {@code removed/}: the next record there
 * must have the same id and text. The documents are read from the corpus, not from their sources.
 * Notes {@code column<TAB>name} name the first wrong files.
 */
public final class CollectionCheckMapper
    extends Mapper<LongWritable, SourceRange, NullWritable, NullWritable> {

  /** The name of the notes. */
  static final String NOTE = "wrong-files";

  /** The most wrong files that are named. */
  static final int MAX_NAMED = 10;

  private static final String COLLECTION = "neardup-internal.collection";

  private final Map<String, Copy> open = new HashMap<>(); // by folder
  private final List<String> wrong = new ArrayList<>();
  private final DocumentWritable document = new DocumentWritable();
  private SourceRanges sources;
  private CorpusReader corpus;
  private ColumnSet.Cursor dropped; // null if no document was dropped
  private Decisions decisions;
  private Path collection;
  private String name = ""; // of the open files
  private long last; // column

  /** Tells the mapper where the folders are. */
  static void setCollection(Configuration conf, Path collection) {
    conf.set(COLLECTION, collection.toString());
  }

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    sources = new SourceRanges(conf, List.of());
    corpus = new CorpusReader(conf, CorpusBatch.get(conf), List.of(), CorpusReader.Content.ALL);
    dropped = CorpusInput.dropped(conf);
    decisions = new Decisions(conf);
    collection = new Path(conf.get(COLLECTION));
  }

  @Override
  protected void map(LongWritable ordinal, SourceRange source, Context context) throws IOException {
    CorpusRange range = source.range();
    String copy = SourceInputFormat.nameOfCopy(context.getConfiguration(), range);
    if (!copy.equals(name)) {
      endFiles(context);
      name = copy;
    }
    CorpusBatch batch = sources.batchOf(source);
    long first = batch.firstColumn() + range.firstColumn();
    for (long column = first; column < first + range.documents(); column++) {
      if (dropped != null && dropped.contains(column)) {
        continue;
      }
      context.progress();
      corpus.read(column, document);
      last = column;
      context.getCounter(CollectionCounters.DOCUMENTS_COMPARED).increment(1);
      boolean kept =
          decisions.isKept(
              column, document.textBytes(), document.textOffset(), document.textLength());
      open(kept ? DedupMapper.KEPT : DedupMapper.REMOVED, source, context)
          .compare(document, !batch.idsArePlaces());
    }
    if (range.skipped() > 0) { // some may be oversized documents
      open(DedupMapper.KEPT, source, context);
    }
  }

  private Copy open(String folder, SourceRange source, Context context) throws IOException {
    Copy copy = open.get(folder);
    if (copy == null) {
      copy = new Copy();
      open.put(folder, copy);
      Path file = SourceName.below(new Path(collection, folder), name);
      try {
        FileStatus status = file.getFileSystem(context.getConfiguration()).getFileStatus(file);
        copy.reader =
            sources
                .readers(source)
                .open(
                    CorpusRange.uncounted(
                        status.getPath().toString(),
                        source.range().name(),
                        0,
                        status.getLen(),
                        status.getLen(),
                        status.getModificationTime()));
        context.getCounter(CollectionCounters.FILES_COMPARED).increment(1);
      } catch (IOException e) {
        copy.wrong = Copy.isDamage(e);
      }
    }
    return copy;
  }

  private void endFiles(Context context) throws IOException {
    for (Map.Entry<String, Copy> file : open.entrySet()) {
      Copy copy = file.getValue();
      RangeReader reader = copy.reader; // may be null
      try (reader) {
        if (copy.isWrongAtEnd()) {
          context.getCounter(CollectionCounters.WRONG_FILES).increment(1);
          if (wrong.size() < MAX_NAMED) {
            wrong.add(String.format(Locale.ROOT, "%013d\t%s/%s\n", last, file.getKey(), name));
          }
        }
        context.getCounter(CollectionCounters.UNREAD_FOUND).increment(copy.unread);
      }
    }
    open.clear();
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    endFiles(context);
    corpus.close();
    if (dropped != null) {
      dropped.close();
    }
    decisions.close();
    TaskNotes.write(context, NOTE, String.join("", wrong));
  }

  /** A file that should hold documents of the corpus, in order; read up to the first difference. */
  private static final class Copy {
    private RangeReader reader; // null if the file is missing or cannot be opened
    private boolean wrong;
    private boolean expected; // whether a document of the file was asked for
    private long unread; // records that are too long

    /** Reads the next record; it should be that of a document. */
    void compare(DocumentWritable document, boolean hasIds) throws IOException {
      expected = true;
      wrong = wrong || !next() || !isCopy(document, hasIds, reader.record());
    }

    /**
     * Returns whether the file is missing or damaged, or a record differs, or it has further ones.
     * A file of which no document was asked for may be missing.
     */
    boolean isWrongAtEnd() throws IOException {
      return (wrong || next() || wrong) && (expected || reader != null);
    }

    /** Goes to the next record that is not too long to be read. */
    private boolean next() throws IOException {
      try {
        while (reader.next()) {
          SourceRecord record = reader.record();
          if (!record.isSkipped() || !record.skipReason().isUnread()) {
            return true;
          }
          unread++;
        }
      } catch (IOException e) {
        wrong = isDamage(e);
      }
      return false;
    }

    /** Returns true, unless the storage is at fault, not the file. */
    private static boolean isDamage(IOException e) throws IOException {
      StorageException storage = StorageException.causeOf(e);
      if (storage != null) {
        throw storage;
      }
      return true;
    }

    private static boolean isCopy(DocumentWritable document, boolean hasIds, SourceRecord found) {
      return !found.isSkipped()
          && (!hasIds
              || Arrays.equals(
                  document.idBytes(), 0, document.idLength(), found.idBytes(), 0, found.idLength()))
          && Arrays.equals(
              document.textBytes(),
              document.textOffset(),
              document.textOffset() + document.textLength(),
              found.textBytes(),
              found.textOffset(),
              found.textOffset() + found.textLength());
    }
  }
}
