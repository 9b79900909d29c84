package io.neardup.hadoop.stage6dedup;

import io.neardup.hadoop.corpus.CopyInputFormat.CopyCursor;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.SourceName;
import io.neardup.hadoop.job.TaskNotes;
import java.io.IOException;
import java.util.ArrayList;
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

  private final Map<String, CopiedRecords> open = new HashMap<>(); // by folder
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
      String folder = decisions.isKept(last, document) ? DedupMapper.KEPT : DedupMapper.REMOVED;
      open(folder, cursor, context).compare(document);
    }
  }

  private CopiedRecords open(String folder, CopyCursor cursor, Context context) throws IOException {
    CopiedRecords copies = open.get(folder);
    if (copies == null) {
      Path file = SourceName.below(new Path(collection, folder), name);
      copies = new CopiedRecords(context.getConfiguration(), file, cursor);
      open.put(folder, copies);
      if (copies.exists()) {
        context.getCounter(CollectionCounters.FILES_COMPARED).increment(1);
      }
    }
    return copies;
  }

  private void endFiles(Context context) throws IOException {
    for (Map.Entry<String, CopiedRecords> file : open.entrySet()) {
      try (CopiedRecords copies = file.getValue()) {
        boolean wrongAtEnd = copies.isWrongAtEnd();
        context.getCounter(CollectionCounters.UNREAD_FOUND).increment(copies.unread());
        if (wrongAtEnd) {
          context.getCounter(CollectionCounters.WRONG_FILES).increment(1);
          if (wrong.size() < MAX_NAMED) {
            wrong.add(String.format(Locale.ROOT, "%013d\t%s/%s\n", last, file.getKey(), name));
          }
        }
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
}
