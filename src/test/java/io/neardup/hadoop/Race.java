package io.neardup.hadoop;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Two threads that begin at the same moment. */
public final class Race {

  /** What a thread does. */
  public interface Runner {
    /** Runs in the first thread, 0, or the second, 1. */
    Object run(int thread) throws Exception;
  }

  private Race() {}

  /** Returns what two threads return or throw. */
  public static List<Object> ofTwo(Runner runner) throws InterruptedException {
    CyclicBarrier start = new CyclicBarrier(2);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    List<Future<Object>> futures = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      int thread = i;
      futures.add(
          threads.submit(
              () -> {
                start.await();
                return runner.run(thread);
              }));
    }
    threads.shutdown();
    List<Object> outcomes = new ArrayList<>();
    for (Future<Object> future : futures) {
      try {
        outcomes.add(future.get());
      } catch (ExecutionException e) {
        outcomes.add(e.getCause());
      }
    }
    return outcomes;
  }
}
