package io.neardup.hadoop.stage6dedup;

import io.neardup.config.Quantity;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.corpus.SourceInputFormat;
import io.neardup.hadoop.corpus.SourceName;
import io.neardup.hadoop.corpus.SourceReader;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.RangeReader;
import io.neardup.hadoop.format.RangeReader.Annotation;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.hadoop.output.CopyPermission;
import io.neardup.hadoop.output.PartFiles;
import io.neardup.hadoop.stage5cluster.removal.Removal;
import io.neardup.hadoop.table.LineBuilder;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;

/**
 * Range of a source → its records in files of {@code kept/}, {@code removed/} or {@code skipped/}.
 * If the job has {@link ClusterNames}, documents are annotated with their clusters. {@link
 * Decisions} tell which documents are kept; oversized documents are kept.
 */
public final class DedupMapper
    extends Mapper<LongWritable, CorpusRange, NullWritable, NullWritable> {

  /** The folder of the documents that are kept. */
  static final String KEPT = "kept";

  /** The folder of those that are removed. */
  static final String REMOVED = "removed";

  private static final String SKIPPED = "skipped";

  /**
   * The beginning of the names of files that list documents which are removed because they have no
   * shingle, as lines of {@code removed-by.tsv}. The column of the file's first document follows,
   * so that the order of the names is that of the columns, whatever the splits are.
   */
  static final String WITHOUT_SHINGLES = "_without-shingles-";

  private final LineBuilder line = new LineBuilder();
  private Decisions decisions;
  private ClusterNames names; // null if documents are not annotated
  private SourceFiles files;
  private boolean sets; // whether the documents are
  private OutputStream withoutShingles; // null before the first

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    decisions = new Decisions(context);
    names = ClusterNames.open(conf);
    files = new SourceFiles(context, names != null);
    sets = Shinglers.isCorpusOfSets(conf);
  }

  @Override
  protected void map(LongWritable ordinal, CorpusRange range, Context context) throws IOException {
    if (!decisions.isRead(range)) {
      return;
    }
    String name = SourceInputFormat.nameOfCopy(context.getConfiguration(), range);
    long first = decisions.firstColumn(range);
    SourceReader source = decisions.sources;
    source.begin(range);
    while (source.next()) {
      files.begin(name, source.status());
      context.progress();
      SourceRecord record = source.record();
      long column = first + source.documents() - 1;
      if (record.isSkipped()) {
        count(DedupCounters.RECORDS_READ, context);
        copySkipped(record.skipReason(), source.reader(), context);
      } else if (!decisions.isDropped(column)) {
        count(DedupCounters.RECORDS_READ, context);
        copy(column, range.name(), record, source.reader(), context);
      }
    }
    source.requireIngested();
  }

  private void copy(
      long column, String source, SourceRecord record, RangeReader reader, Context context)
      throws IOException {
    boolean kept = decisions.isKept(column, record);
    if (!kept && !decisions.isClustered()) {
      listWithoutShingles(column, source, record, context);
    }
    count(kept ? DedupCounters.DOCUMENTS_KEPT : DedupCounters.DOCUMENTS_REMOVED, context);
    Annotation annotation = null;
    if (names != null) {
      annotation =
          decisions.isClustered()
              ? names.annotation(decisions.cluster(), kept)
              : new Annotation(null, 1, 1, kept);
    }
    files.copy(reader, kept ? KEPT : REMOVED, annotation);
  }

  private void copySkipped(SkipReason reason, RangeReader reader, Context context)
      throws IOException {
    if (reason.isUnread()) {
      count(DedupCounters.UNREAD_KEPT, context);
      files.copy(reader, KEPT, null);
    } else if (reason.isRest()) {
      count(DedupCounters.RESTS_UNREADABLE, context);
    } else {
      count(DedupCounters.RECORDS_SET_ASIDE, context);
      files.copy(reader, SKIPPED, null);
    }
  }

  private static void count(DedupCounters counter, Context context) {
    context.getCounter(counter).increment(1);
  }

  private void listWithoutShingles(long column, String source, SourceRecord record, Context context)
      throws IOException {
    if (withoutShingles == null) {
      String name = Quantity.format("%s%013d", WITHOUT_SHINGLES, column);
      withoutShingles = PartFiles.create(context.getConfiguration(), new Path(files.work, name));
    }
    line.clear().append(record.idBytes(), 0, record.idLength()).append("\t\t\tno-shingles\t");
    Removal.appendPlace(line, sets, column, source, record.position());
    Text text = line.append("\t\t\t\t\t\t\n").toText();
    withoutShingles.write(text.getBytes(), 0, text.getLength());
    count(DedupCounters.REMOVED_WITHOUT_SHINGLES, context);
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    files.close();
    if (withoutShingles != null) {
      withoutShingles.close();
    }
    IOUtils.closeStreams(names, decisions);
  }

  /**
   * The output files of a task for its current source: one in each folder that gets a record. On a
   * local disk they have no checksum files beside them, so that the folders contain documents only.
   */
  private static final class SourceFiles implements Closeable {

    private final TaskInputOutputContext<?, ?, ?, ?> context;
    private final boolean annotates;
    private final Path work; // its files become part of the job's output
    private final FileSystem fs;
    private final Map<String, Copy> open = new LinkedHashMap<>(); // by folder
    private String name = ""; // of the open files
    private FileStatus source;

    private record Copy(Path path, Closeable records) {}

    SourceFiles(TaskInputOutputContext<?, ?, ?, ?> context, boolean annotates) throws IOException {
      this.context = context;
      this.annotates = annotates;
      this.work = ((PathOutputCommitter) context.getOutputCommitter()).getWorkPath();
      this.fs = work.getFileSystem(context.getConfiguration());
    }

    /** Begins a range of a source; files of another name than that for its records are closed. */
    void begin(String newName, FileStatus newSource) throws IOException {
      if (!newName.equals(name)) {
        close();
        name = newName;
        source = newSource;
      }
    }

    /** Appends a record to the file in a folder, which is created for the first one. */
    void copy(RangeReader reader, String folder, Annotation annotation) throws IOException {
      Copy copy = open.get(folder);
      if (copy == null) {
        context.getCounter(DedupCounters.FILES_WRITTEN).increment(1);
        Path path = SourceName.below(new Path(work, folder), name);
        copy = new Copy(path, reader.create(path, annotates && !folder.equals(SKIPPED)));
        open.put(folder, copy);
        CopyPermission.of(source).restrict(fs, path);
      }
      reader.copy(copy.records(), annotation);
    }

    /** Closes the files of the current source. */
    @Override
    public void close() throws IOException {
      for (Copy copy : open.values()) {
        copy.records().close();
        if (fs instanceof ChecksumFileSystem local && !(copy.records() instanceof OutputStream)) {
          local.getRawFileSystem().delete(local.getChecksumFile(copy.path()), false);
        }
      }
      open.clear();
    }
  }
}
