package io.neardup.hadoop.stage6dedup;

import io.neardup.config.Quantity;
import io.neardup.config.Stage;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.corpus.CorpusReader;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.DocumentsHash;
import io.neardup.hadoop.corpus.SourceInputFormat;
import io.neardup.hadoop.corpus.SourceName;
import io.neardup.hadoop.corpus.SourceReader;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.UnsupportedSourceException;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.table.TopNotes;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Checks whether {@code kept/} and {@code removed/} hold exactly the documents that they should, in
 * the order of the corpus: the ids and the texts, not the other fields of records. {@code skipped/}
 * is not read. Memory: a document and a record.
 *
 * @param corpus of all documents; not of sets, whose {@code kept/} and {@code removed/} hold lines
 * @param clusters the output of stage 5, which decides what is kept
 * @param collection the output of stage 6
 */
public record CollectionCheck(StageContext context, Corpus corpus, Path clusters, Path collection) {

  private static final String COLLECTION = "collection";

  /**
   * Runs the job, which adds {@link CollectionCounters} to those of the context and writes to a
   * folder that does not exist. Returns messages on the first files that are wrong.
   */
  public List<String> run(Path output) throws IOException {
    DedupStage.job(context, "audit, collection", corpus, clusters)
        .readBeside(COLLECTION, collection)
        .read(SourceInputFormat.class)
        .mapToFiles(FileComparison.class, output)
        .run();
    context.balance(
        "documents of the corpus and documents looked for in " + Stage.DEDUP.folder(),
        corpus.documents(),
        context.count(CollectionCounters.DOCUMENTS_COMPARED));
    long unread =
        Arrays.stream(SkipReason.values())
            .filter(SkipReason::isUnread)
            .mapToLong(corpus.metadata()::count)
            .sum();
    long found = context.count(CollectionCounters.UNREAD_FOUND);
    if (context.count(CollectionCounters.WRONG_FILES) == 0 && found != unread) {
      return List.of(
          Quantity.format(
              "%s holds %s too long to be read, and should hold %d",
              new Path(collection, DedupMapper.KEPT), Quantity.of(found, "document"), unread));
    }
    return wrongFiles().read(context.conf(), output).stream()
        .map(file -> new Path(collection, file.name()))
        .map(file -> file + " does not hold the documents that it should")
        .toList();
  }

  /** A file, and the column of the last document that it or others of its name should hold. */
  private record WrongFile(long lastColumn, String name) {}

  private static TopNotes<WrongFile> wrongFiles() {
    Comparator<WrongFile> order = Comparator.comparingLong(WrongFile::lastColumn);
    return new TopNotes<>("wrong-files", 10, order.thenComparing(WrongFile::name), WrongFile.class);
  }

  /** Returns how many files there are beside those that {@link #run} has opened. */
  public long moreFiles() throws IOException {
    return count(DedupMapper.KEPT)
        + count(DedupMapper.REMOVED)
        - context.count(CollectionCounters.FILES_COMPARED);
  }

  private long count(String folder) throws IOException {
    Path path = new Path(collection, folder);
    try {
      return path.getFileSystem(context.conf()).getContentSummary(path).getFileCount();
    } catch (FileNotFoundException e) {
      return 0; // no document is there
    }
  }

  /**
   * Compares the documents of ranges, as the corpus has them, with the records of {@code kept/} and
   * {@code removed/}: their ids and texts must be the same, in the same order. Notes the first
   * wrong files.
   */
  public static final class FileComparison
      extends Mapper<LongWritable, CorpusRange, NullWritable, NullWritable> {

    private final Map<String, DocumentsHash> expected = new TreeMap<>(); // by folder
    private final TopNotes<WrongFile> wrong = wrongFiles();
    private final DocumentWritable document = new DocumentWritable();
    private CorpusReader corpus;
    private Decisions decisions;
    private String name = ""; // of the files in the folders
    private String source;
    private long last; // column

    @Override
    protected void setup(Context context) throws IOException {
      Configuration conf = context.getConfiguration();
      corpus = new CorpusReader(conf, CorpusInput.batches(conf), CorpusReader.Content.ALL);
      decisions = new Decisions(context);
    }

    @Override
    protected void map(LongWritable ordinal, CorpusRange range, Context context)
        throws IOException {
      String copy = SourceInputFormat.nameOfCopy(context.getConfiguration(), range);
      if (!copy.equals(name)) {
        endFiles(context);
        name = copy;
        source = range.name();
      }
      long first = decisions.firstColumn(range);
      for (long column = first; column < first + range.documents(); column++) {
        if (decisions.isDropped(column)) {
          continue;
        }
        context.progress();
        corpus.read(column, document);
        last = column;
        context.getCounter(CollectionCounters.DOCUMENTS_COMPARED).increment(1);
        in(decisions.isKept(column, document) ? DedupMapper.KEPT : DedupMapper.REMOVED)
            .add(document);
      }
      if (range.skipped() > 0) { // some may be oversized documents
        in(DedupMapper.KEPT);
      }
    }

    private DocumentsHash in(String folder) {
      boolean places = decisions.sources.idsArePlaces();
      return expected.computeIfAbsent(folder, f -> new DocumentsHash(places));
    }

    private void endFiles(Context context) throws IOException {
      for (Map.Entry<String, DocumentsHash> file : expected.entrySet()) {
        if (!hasExpected(file.getKey(), file.getValue(), context)) {
          context.getCounter(CollectionCounters.WRONG_FILES).increment(1);
          wrong.add(new WrongFile(last, file.getKey() + "/" + name));
        }
      }
      expected.clear();
    }

    /** Returns whether a file has these documents and, besides them, only oversized ones. */
    private boolean hasExpected(String folder, DocumentsHash documents, Context context)
        throws IOException {
      Configuration conf = context.getConfiguration();
      Path file = SourceName.below(new Path(StageJob.beside(conf, COLLECTION), folder), name);
      FileStatus status;
      try {
        status = file.getFileSystem(conf).getFileStatus(file);
      } catch (FileNotFoundException e) {
        return documents.documents() == 0;
      }
      SourceReader records = decisions.sources;
      records.begin(CorpusRange.of(status.getPath().toString(), source, status));
      try {
        long unread = 0;
        while (records.next()) {
          context.progress();
          SkipReason reason = records.record().skipReason();
          unread += reason != null && reason.isUnread() ? 1 : 0;
        }
        context
            .getCounter(CollectionCounters.FILES_COMPARED)
            .increment(records.reader() == null ? 0 : 1);
        context.getCounter(CollectionCounters.UNREAD_FOUND).increment(unread);
        CorpusRange found = records.counted();
        return found.skipped() == unread
            && found.documents() == documents.documents()
            && found.checksum().equals(documents.toString());
      } catch (UnsupportedSourceException e) {
        return false;
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      endFiles(context);
      IOUtils.closeStreams(corpus, decisions);
      wrong.write(context);
    }
  }
}
