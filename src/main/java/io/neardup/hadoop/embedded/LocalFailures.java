package io.neardup.hadoop.embedded;

import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;

/**
 * Finds out why an embedded job failed. Hadoop's local job runner keeps no task diagnostics and
 * only logs the exception as a warning; this class listens to that log.
 */
public final class LocalFailures implements AutoCloseable {

  private static final String RUNNER = "org.apache.hadoop.mapred.LocalJobRunner";

  /** The runner logs the exception after it has marked the job as failed. */
  private static final long MAX_WAIT_MILLIS = 2_000;

  private final Listener listener; // null if the log cannot be listened to

  private LocalFailures(Listener listener) {
    this.listener = listener;
  }

  /** Starts to listen, if jobs run inside this process and the log can be listened to. */
  public static LocalFailures listen(Configuration conf) {
    try {
      boolean canListen =
          LocalRunner.isUsed(conf) && Logger.getLogger(RUNNER).isEnabledFor(Level.WARN);
      return new LocalFailures(canListen ? new Listener() : null);
    } catch (LinkageError e) { // another library does the logging
      return new LocalFailures(null);
    }
  }

  /**
   * Returns why a job failed, or was killed, since this object began to listen: class and message
   * of the exception, without stack trace; empty if unknown. Waits for the runner to log it.
   */
  public Optional<String> reason(JobID job) throws InterruptedException {
    return listener == null ? Optional.empty() : listener.reason(job.toString());
  }

  @Override
  public void close() {
    if (listener != null) {
      listener.close();
    }
  }

  private static final class Listener extends AppenderSkeleton {

    private final BlockingQueue<LoggingEvent> failures = new LinkedBlockingQueue<>();
    private final Logger runner = Logger.getLogger(RUNNER);
    private final boolean alone = runner.getAdditivity() && runner.getLevel() == null;

    /** Listens alone, unless the user has set what the runner logs: the reason is told once. */
    Listener() {
      if (alone) {
        runner.setAdditivity(false);
      }
      runner.addAppender(this);
    }

    @Override
    protected void append(LoggingEvent event) {
      if (event.getThrowableInformation() != null) {
        failures.add(event);
      }
    }

    Optional<String> reason(String job) throws InterruptedException {
      LoggingEvent event = failures.poll(MAX_WAIT_MILLIS, TimeUnit.MILLISECONDS);
      while (event != null && !event.getRenderedMessage().equals(job)) {
        event = failures.poll(MAX_WAIT_MILLIS, TimeUnit.MILLISECONDS);
      }
      return Optional.ofNullable(event)
          .map(found -> describe(found.getThrowableInformation().getThrowable()));
    }

    /** Describes a task's exception, without the exception that the runner wraps around it. */
    private static String describe(Throwable e) {
      return e.getClass() == Exception.class && e.getCause() != null
          ? e.getCause().toString()
          : e.toString();
    }

    @Override
    public void close() {
      runner.removeAppender(this);
      if (alone) {
        runner.setAdditivity(true);
      }
    }

    @Override
    public boolean requiresLayout() {
      return false;
    }
  }
}
