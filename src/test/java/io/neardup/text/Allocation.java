package io.neardup.text;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What code allocates on the heap. */
final class Allocation {

  private Allocation() {}

  /** Returns the bytes that the task allocates in this thread, once it has run before. */
  static long bytesOf(Runnable task) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    task.run();
    long before = threads.getCurrentThreadAllocatedBytes();
    task.run();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }
}
