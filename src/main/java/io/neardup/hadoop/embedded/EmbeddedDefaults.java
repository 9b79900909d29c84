package io.neardup.hadoop.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;

/** What makes Hadoop inside this one process fast; values the user has set stay. */
public final class EmbeddedDefaults {

  private static final int BUFFER_BYTES = 1 << 16;

  private EmbeddedDefaults() {}

  /** Sets the defaults if jobs run inside this process. */
  public static void apply(Configuration conf) throws IOException {
    if (!LocalRunner.isUsed(conf)) {
      return;
    }
    int cores = Runtime.getRuntime().availableProcessors();
    setUnlessSet(conf, LocalRunner.MAP_TASKS, String.valueOf(cores));
    setUnlessSet(conf, LocalRunner.REDUCE_TASKS, String.valueOf(cores));
    setUnlessSet(conf, "mapreduce.client.progressmonitor.pollinterval", "20");
    setUnlessSet(conf, "mapreduce.client.completion.pollinterval", "20");
    long heap = Runtime.getRuntime().maxMemory() >> 20;
    long sort = Math.max(8, Math.min(100, heap / (6L * cores)));
    setUnlessSet(conf, "mapreduce.task.io.sort.mb", String.valueOf(sort));
    // Each reduce task would take 70 % of the heap for what it fetches; here they share it.
    setUnlessSet(
        conf, "mapreduce.reduce.shuffle.input.buffer.percent", String.valueOf(0.5 / cores));
    // The default of 4 KiB is a system call for every other document, read or written.
    setUnlessSet(conf, "io.file.buffer.size", String.valueOf(BUFFER_BYTES));
    setUnlessSet(conf, "fs.file.impl", NioLocalFileSystem.class.getName());
    // The default is a folder that every user of the machine shares.
    if (isDefault(conf, "mapreduce.jobtracker.staging.root.dir")
        || isDefault(conf, "hadoop.tmp.dir")) {
      Path folder = Files.createTempDirectory("neardup-");
      setUnlessSet(conf, "hadoop.tmp.dir", folder.toString());
      setUnlessSet(
          conf, "mapreduce.jobtracker.staging.root.dir", folder.resolve("staging").toString());
      Runtime.getRuntime().addShutdownHook(new Thread(() -> deleteTree(folder)));
    }
  }

  private static void deleteTree(Path folder) {
    org.apache.hadoop.fs.FileUtil.fullyDelete(folder.toFile());
  }

  private static void setUnlessSet(Configuration conf, String name, String value) {
    if (isDefault(conf, name)) {
      conf.set(name, value);
    }
  }

  /** Returns whether a value comes from Hadoop's own defaults, or from nowhere. */
  public static boolean isDefault(Configuration conf, String name) {
    String[] sources = conf.getPropertySources(name);
    return sources == null || Arrays.stream(sources).allMatch(s -> s.endsWith("-default.xml"));
  }
}
