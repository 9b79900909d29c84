package io.neardup.hadoop.stage6dedup;

import io.neardup.config.Quantity;
import io.neardup.config.Stage;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.SourceInputFormat;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.TaskNotes;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Checks whether {@code kept/} and {@code removed/} hold exactly the documents that they should, in
 * the order of the corpus: the ids and the texts, not the other fields of records. {@code skipped/}
 * is not read. Memory: a record of each of three files.
 *
 * @param corpus of all documents
 * @param clusters the output of stage 5, which decides what is kept
 * @param collection the output of stage 6
 */
public record CollectionCheck(StageContext context, Corpus corpus, Path clusters, Path collection) {

  /**
   * Returns whether there is something to check: {@code kept/} and {@code removed/} hold records of
   * the corpus as they are. Those of a corpus of sets are lines, of which a document has several.
   */
  public boolean isPossible() throws IOException {
    FileSystem fs = collection.getFileSystem(context.conf());
    return !corpus.ofSets() && !fs.exists(new Path(collection, DedupMapper.ANNOTATED));
  }

  /**
   * Runs the job, which adds {@link CollectionCounters} to those of the context.
   *
   * @param output a folder that does not exist
   * @return what is wrong with the first files that are wrong, as messages
   */
  public List<String> run(Path output) throws IOException {
    DedupStage.job(context, "audit, collection", corpus, clusters)
        .set(conf -> CollectionCheckMapper.setCollection(conf, collection))
        .read(SourceInputFormat.class)
        .mapToFiles(CollectionCheckMapper.class, output)
        .run();
    context.balance(
        "documents of the corpus and documents looked for in " + Stage.DEDUP.folder(),
        corpus.documents(),
        context.count(CollectionCounters.DOCUMENTS_COMPARED));
    long unread = 0;
    for (SkipReason reason : SkipReason.values()) {
      unread += reason.isUnread() ? corpus.metadata().count(reason) : 0;
    }
    if (context.count(CollectionCounters.WRONG_FILES) == 0
        && unread != context.count(CollectionCounters.UNREAD_FOUND)) {
      return List.of(
          new Path(collection, DedupMapper.KEPT)
              + " holds "
              + Quantity.of(context.count(CollectionCounters.UNREAD_FOUND), "document")
              + " too long to be read, and should hold "
              + unread);
    }
    // The first names of all tasks are among the first of each.
    return TaskNotes.read(context.conf(), output, CollectionCheckMapper.NOTE).stream()
        .sorted()
        .limit(CollectionCheckMapper.MAX_NAMED)
        .map(line -> line.substring(line.indexOf('\t') + 1))
        .map(name -> new Path(collection, name) + " does not hold the documents that it should")
        .toList();
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
}
