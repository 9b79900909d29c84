package io.neardup.hadoop.audit;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.audit.SampledColumns;
import io.neardup.config.Stage;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * What the client passes to the tasks of an audit.
 *
 * @param results the folder of the results
 * @param sample the sampled columns
 * @param documents the file of the sampled documents; null until it is written
 * @param blocks the numbers of the first record of each block in that file
 */
record AuditTasks(String results, SampledColumns sample, String documents, List<Integer> blocks) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TASKS = "neardup-internal.audit";

  void set(Configuration conf) throws IOException {
    conf.set(TASKS, JSON.writeValueAsString(this));
  }

  static AuditTasks of(Configuration conf) throws IOException {
    return JSON.readValue(conf.getRaw(TASKS), AuditTasks.class); // paths may look like variables
  }

  Path folder(Stage stage) {
    return new Path(results, stage.folder());
  }
}
