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
 * Learns why a job inside this process failed, whatever part of it did. Hadoop's runner of such
 * jobs keeps no diagnostics of tasks: all that is left of an exception is a warning in its log,
 * which this class listens to.
 */
public final class LocalFailures implements AutoCloseable {

  private static final String RUNNER = "org.apache.hadoop.mapred.LocalJobRunner";

  /** The runner logs the exception after it has marked the job as failed. */
  private static final long MAX_WAIT_MILLIS = 2_000;

  private final Listener listener; // null where nothing can be learned

  private LocalFailures(Listener listener) {
    this.listener = listener;
  }

  /** Listens until it is closed, if jobs run inside this process and its log can be listened to. */
  public static LocalFailures listen(Configuration conf) {
    try {
      if (LocalRunner.isUsed(conf) && Logger.getLogger(RUNNER).isEnabledFor(Level.WARN)) {
        return new LocalFailures(new Listener());
      }
    } catch (LinkageError e) { // another library does the logging
      return new LocalFailures(null);
    }
    return new LocalFailures(null);
  }

  /**
   * Returns why a job failed: kind and message of the exception, without its stack trace; empty if
   * that is not known. Waits for the runner to say it.
   *
   * @param job one that failed or was killed since this began to listen
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

    Listener() {
      Logger.getLogger(RUNNER).addAppender(this);
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

    /** Returns what a task's exception says, around which the runner puts one of its own. */
    private static String describe(Throwable e) {
      return e.getClass() == Exception.class && e.getCause() != null
          ? e.getCause().toString()
          : e.toString();
    }

    @Override
    public void close() {
      Logger.getLogger(RUNNER).removeAppender(this);
    }

    @Override
    public boolean requiresLayout() {
      return false;
    }
  }
}
