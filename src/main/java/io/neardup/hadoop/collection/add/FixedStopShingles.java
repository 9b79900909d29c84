package io.neardup.hadoop.collection.add;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Settings;
import io.neardup.config.UsageException;
import io.neardup.hadoop.collection.Stages;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.StopShingleList;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.output.StageFolder;
import io.neardup.hadoop.stopshingles.StopShingleSearch;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * The list of stop shingles of a collection, which its first addition makes and no later one
 * changes.
 */
final class FixedStopShingles {

  private FixedStopShingles() {}

  /**
   * Takes a list into a new collection, if it needs one: the one that is given, or one that is made
   * of the first batch.
   *
   * @param conf that of the addition, in which the list is set
   * @param folder of the list
   */
  static void fix(Configuration conf, Corpus corpus, Path folder, Stages stages)
      throws IOException {
    Settings settings = HadoopSettings.of(conf);
    boolean needed = StopShingleSearch.isNeeded(settings);
    String given = settings.get(Keys.STOP_LIST);
    if (!needed && given.isEmpty()) {
      return;
    }
    if (needed && corpus.documents() < StopShingleSearch.MIN_DOCUMENTS) {
      throw new UsageException(
          "%s: the stop shingles of a collection do not change any more, so its first batch needs at"
              + " least %s, but it has %s; or name a list in %s, which the verb %s makes",
          Keys.MAX_DOCUMENT_SHARE,
          Quantity.of(StopShingleSearch.MIN_DOCUMENTS, "document"),
          Quantity.number(corpus.documents()),
          Keys.STOP_LIST,
          StopShingleSearch.VERB);
    }
    if (!new StageFolder(conf, folder).isFinished()) {
      try (StageContext context = stages.same(StopShingleSearch.VERB)) {
        if (needed) {
          StopShingleSearch.run(context, corpus, folder);
        } else {
          StopShingleList.copy(context, new Path(given), StopShingleSearch.VERB, folder);
        }
      }
    }
    stages.keep(folder);
    conf.set(Keys.STOP_LIST.name(), new Path(folder, StopShingleList.FILE).toString());
  }
}
