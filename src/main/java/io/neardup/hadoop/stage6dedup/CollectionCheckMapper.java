package io.neardup.hadoop.stage6dedup;

import io.neardup.hadoop.corpus.CopyInputFormat.CopyCursor;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.SourceName;
import io.neardup.hadoop.format.RangeReader;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.hadoop.format.StorageException;
import io.neardup.hadoop.job.TaskNotes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Looks for every document of the corpus in {@code kept/} or {@code removed/}: the next record
 * there must have the same id and text. The names of the first files that are wrong are left as
 * notes {@code column<TAB>name}.
 */
public final class CollectionCheckMapper
    extends Mapper<LongWritable, CopyCursor, NullWritable, NullWritable> {

  /** The name of the notes. */
  static final String NOTE = "wrong-files";

  /** The most wrong files that are named. */
  static final int MAX_NAMED = 10;

  private static final String COLLECTION = "neardup-internal.collection";

  private final Map<String, Copy> open = new HashMap<>(); // by folder
  private final List<String> wrong = new ArrayList<>();
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
    decisions = new Decisions(conf);
    collection = new Path(conf.get(COLLECTION));
  }

  @Override
  protected void map(LongWritable column, CopyCursor cursor, Context context)
      throws IOException, InterruptedException {
    context.progress();
    if (!cursor.nameOfCopy().equals(name)) {
      endFiles(context);
      name = cursor.nameOfCopy();
    }
    DocumentWritable document = cursor.document();
    if (document == null) {
      open(DedupMapper.KEPT, cursor, context); // may hold documents that were too long to be read
    } else {
      last = column.get();
      context.getCounter(CollectionCounters.DOCUMENTS_COMPARED).increment(1);
      boolean kept =
          decisions.isKept(
              last, document.textBytes(), document.textOffset(), document.textLength());
      open(kept ? DedupMapper.KEPT : DedupMapper.REMOVED, cursor, context).compare(document);
    }
  }

  private Copy open(String folder, CopyCursor cursor, Context context) throws IOException {
    Copy copy = open.get(folder);
    if (copy == null) {
      Path file = SourceName.below(new Path(collection, folder), name);
      copy = new Copy(context.getConfiguration(), file, cursor);
      open.put(folder, copy);
      if (copy.reader != null) {
        context.getCounter(CollectionCounters.FILES_COMPARED).increment(1);
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
  protected void cleanup(Context context) throws IOException {
    endFiles(context);
    decisions.close();
    TaskNotes.write(context, NOTE, String.join("", wrong));
  }

  /** A file that should hold documents of the corpus, in order; read up to the first difference. */
  private static final class Copy {
    private final boolean hasIds;
    private RangeReader reader; // null if the file is missing or cannot be opened
    private boolean wrong;
    private boolean expected; // whether a document of the file was asked for
    private long unread; // records that are too long

    Copy(Configuration conf, Path file, CopyCursor source) throws IOException {
      hasIds = !source.idsArePlaces();
      try {
        reader = source.open(file.getFileSystem(conf).getFileStatus(file));
      } catch (IOException e) {
        wrong = isDamage(e);
      }
    }

    /** Reads the next record; it should be that of a document. */
    void compare(DocumentWritable document) throws IOException {
      expected = true;
      wrong = wrong || !next() || !isCopy(document, reader.record());
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

    private boolean isCopy(DocumentWritable document, SourceRecord found) {
      int textEnd = document.textOffset() + document.textLength();
      int foundEnd = found.textOffset() + found.textLength();
      return !found.isSkipped()
          && (!hasIds
              || Arrays.equals(
                  document.idBytes(), 0, document.idLength(), found.idBytes(), 0, found.idLength()))
          && Arrays.equals(
              document.textBytes(),
              document.textOffset(),
              textEnd,
              found.textBytes(),
              found.textOffset(),
              foundEnd);
    }
  }
}
