package io.neardup.hadoop.pipeline;

import io.neardup.config.Stage;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.StageMetadata;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/** Stages whose outputs are made from what is stored, with the same bytes as from scratch. */
public interface StoredStages {

  /** Stores nothing. */
  StoredStages NONE = (stage, context, output) -> Optional.empty();

  /**
   * Makes the output of a stage.
   *
   * @param output the folder of the pipeline's output; the earlier stages are complete
   * @return the metadata of the stage; empty if it must be run
   */
  Optional<StageMetadata> make(Stage stage, StageContext context, Path output) throws IOException;
}
