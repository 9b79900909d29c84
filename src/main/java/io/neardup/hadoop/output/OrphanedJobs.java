package io.neardup.hadoop.output;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationsRequest;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * Finds and kills the jobs of a pipeline whose client was killed. YARN continues such jobs, and
 * they would write into folders that a resumed pipeline creates again. All jobs of an output carry
 * a tag derived from its path.
 */
public final class OrphanedJobs {

  private static final Set<YarnApplicationState> AT_WORK =
      EnumSet.complementOf(
          EnumSet.of(
              YarnApplicationState.FINISHED,
              YarnApplicationState.FAILED,
              YarnApplicationState.KILLED));

  private static final long POLL_MILLIS = 200;

  /** Grace period for NodeManagers to stop the containers of a job that has ended. */
  private static final long TASKS_END_MILLIS = 2_000;

  private OrphanedJobs() {}

  /** Sets the tag of an output on all jobs of a configuration. */
  public static void mark(Configuration conf, Path output) {
    String tags = conf.get(MRJobConfig.JOB_TAGS, "");
    conf.set(MRJobConfig.JOB_TAGS, tags.isEmpty() ? tag(output) : tags + "," + tag(output));
  }

  private static String tag(Path output) {
    byte[] path = output.toString().getBytes(StandardCharsets.UTF_8);
    return "neardup-" + StageMetadata.hash(path);
  }

  /** Kills the jobs that carry the tag of an output, and waits until they have ended. */
  public static void end(Configuration conf, Path output, PrintStream progress) throws IOException {
    if (!conf.get("mapreduce.framework.name", "local").equals("yarn")) {
      return; // then they have ended with their client
    }
    GetApplicationsRequest request = GetApplicationsRequest.newInstance();
    request.setApplicationTags(Set.of(tag(output)));
    request.setApplicationStates(EnumSet.copyOf(AT_WORK));
    try (YarnClient yarn = YarnClient.createYarnClient()) {
      yarn.init(conf);
      yarn.start();
      for (ApplicationReport job : yarn.getApplications(request)) {
        ApplicationId id = job.getApplicationId();
        progress.println("ending " + id + ", " + job.getName() + ", a job of the interrupted run");
        yarn.killApplication(id);
        while (AT_WORK.contains(yarn.getApplicationReport(id).getYarnApplicationState())) {
          Thread.sleep(POLL_MILLIS);
        }
        Thread.sleep(TASKS_END_MILLIS);
      }
    } catch (YarnException e) {
      throw new IOException(e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StageFailedException("interrupted while ending jobs that write to " + output);
    }
  }
}
