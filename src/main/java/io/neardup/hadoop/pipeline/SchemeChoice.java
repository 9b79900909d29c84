package io.neardup.hadoop.pipeline;

import io.neardup.hadoop.job.StageContext;
import io.neardup.lsh.BandingScheme;
import java.io.IOException;
import org.apache.hadoop.fs.Path;

/** Chooses bands and rows for a corpus. */
public interface SchemeChoice {

  /**
   * Returns the choice.
   *
   * @param context with the settings of the run
   * @param corpus an output of ingest
   */
  BandingScheme choose(StageContext context, Path corpus) throws IOException;
}
