package io.neardup.hadoop.embedded;

import io.neardup.config.Quantity;
import io.neardup.config.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.util.ConfigUtil;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;

/** Defaults that make embedded Hadoop fast; values that the user has set stay. */
public final class EmbeddedDefaults {

  private static final int BUFFER_BYTES = 1 << 16;

  /** Bytes of buffer for a byte that is sent: records have places there, too. */
  private static final int BUFFER_PER_BYTE = 2;

  private static final long MIN_SORT_MEBIBYTES = 8;
  private static final String TEMPORARY = "hadoop.tmp.dir";
  private static final String STAGING_ROOT = "mapreduce.jobtracker.staging.root.dir";
  private static final String STAGING = "staging";

  /** What the files of a cluster may say of its nodes, and the client has values of its own for. */
  private static final List<String> OF_NODES =
      List.of(
          MRJobConfig.IO_SORT_MB,
          MRConfig.RESOURCE_CALCULATOR_PROCESS_TREE,
          MRConfig.SHUFFLE_CONSUMER_PLUGIN,
          TEMPORARY,
          STAGING_ROOT);

  /** The most tasks of a job of a cluster that run here at once, and the heap of each. */
  private static final long MOST_HERE = 4;

  private static final long HEAP_HERE = 200L << 20;

  /** Set for a job of a cluster that runs here. */
  private static final String HERE = "neardup-internal.in-client";

  /** Beginnings of the names of services, which do not run inside this process. */
  private static final List<String> OF_SERVICES =
      List.of(
          "yarn.",
          "mapreduce.jobhistory.",
          "mapreduce.shuffle.",
          "hadoop.http.",
          "hadoop.registry.",
          "hadoop.security.group.mapping.ldap.",
          "hadoop.zk.",
          "ha.",
          "ipc.server.");

  /** The source of values set here, which a job may change: see {@link #isDefault}. */
  private static final String OURS = "neardup-default.xml";

  private EmbeddedDefaults() {}

  /**
   * Sets the defaults if jobs run inside this process. The configuration then has a class loader
   * that finds Hadoop's files of settings fast; a thread that has it, too, makes configurations
   * without the defaults of YARN.
   */
  public static void apply(Configuration conf) {
    boolean done = Arrays.equals(conf.getPropertySources(TEMPORARY), new String[] {OURS});
    if (done || !LocalRunner.isUsed(conf)) {
      return;
    }
    conf.setClassLoader(new CachedResources(conf.getClassLoader()));
    makeFast(conf);
    // The default is a folder that every user of the machine shares.
    Path folder = newTemporary();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> deleteTree(folder)));
    setTemporary(conf, folder);
    setUmask(conf, folder.resolve(STAGING));
  }

  /**
   * Lets a job of a cluster run inside this process, in a few threads, between {@link
   * #makeTemporary} and {@link #deleteTemporary}; what the configuration says of nodes and their
   * tasks does not count.
   */
  public static void runHere(Configuration conf) {
    conf.setBoolean(HERE, true);
    OF_NODES.forEach(name -> conf.set(name, "", OURS));
    conf.set(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME);
    conf.unset(MRJobConfig.MAPREDUCE_APPLICATION_FRAMEWORK_PATH); // the Hadoop that nodes unpack
    conf.set(MRConfig.LOCAL_DIR, "${" + TEMPORARY + "}/mapred/local");
    makeFast(conf);
    long most = Math.min(MOST_HERE, Runtime.getRuntime().maxMemory() / HEAP_HERE);
    LocalRunner.limit(conf, LocalRunner.MAP_TASKS, most);
    LocalRunner.limit(conf, LocalRunner.REDUCE_TASKS, most);
    // Hadoop would log each step of each task.
    List.of("conf", "io.compress", "mapred", "mapreduce").forEach(part -> log(part, Level.WARN));
  }

  /** Makes the temporary folder of a job that {@link #runHere} has brought here, if it has. */
  public static void makeTemporary(Configuration conf) {
    if (conf.getBoolean(HERE, false)) {
      setTemporary(conf, newTemporary());
    }
  }

  /** Deletes the temporary folder of such a job. */
  public static void deleteTemporary(Configuration conf) {
    if (conf.getBoolean(HERE, false)) {
      deleteTree(Path.of(conf.get(TEMPORARY)));
    }
  }

  /**
   * Silences HDFS about files that tasks in this process could not close, such as at a quota: it
   * tries again when the process ends, and logs each failure.
   */
  public static void silenceOpenFiles() {
    List.of("hdfs.DataStreamer", "hdfs.DFSClient").forEach(part -> log(part, Level.OFF));
  }

  /** Limits what a part of Hadoop logs, unless the user has. */
  private static void log(String part, Level least) {
    try {
      Logger logger = Logger.getLogger("org.apache.hadoop." + part);
      if (logger.getLevel() == null) {
        logger.setLevel(least);
      }
    } catch (LinkageError e) {
      return; // another library does the logging
    }
  }

  private static void makeFast(Configuration conf) {
    int cores = Runtime.getRuntime().availableProcessors();
    setUnlessSet(conf, LocalRunner.MAP_TASKS, String.valueOf(cores));
    setUnlessSet(conf, LocalRunner.REDUCE_TASKS, String.valueOf(cores));
    setUnlessSet(conf, "mapreduce.client.progressmonitor.pollinterval", "5");
    setUnlessSet(conf, "mapreduce.client.completion.pollinterval", "5");
    // Whenever a task ends, Hadoop says 100% until another task reports.
    setUnlessSet(conf, MRJobConfig.TASK_PROGRESS_REPORT_INTERVAL, "500");
    if (isDefault(conf, MRJobConfig.IO_SORT_MB)) {
      conf.set(MRJobConfig.IO_SORT_MB, String.valueOf(maxSortMebibytes()), OURS);
    }
    // Task resources are not measured here, and the default starts three processes.
    setUnlessSet(conf, MRConfig.RESOURCE_CALCULATOR_PROCESS_TREE, NoProcessTree.class.getName());
    setUnlessSet(conf, MRConfig.SHUFFLE_CONSUMER_PLUGIN, LocalMerge.class.getName());
    // Merge all spills of a task in one pass.
    setUnlessSet(conf, MRJobConfig.IO_SORT_FACTOR, "128");
    // The default of 4 KiB costs a system call per two documents read or written.
    setUnlessSet(conf, "io.file.buffer.size", String.valueOf(BUFFER_BYTES));
    setUnlessSet(conf, "fs.file.impl", NioLocalFileSystem.class.getName());
    // Whole folders of output are moved into place. Hadoop's default moves each file, which is
    // better on a cluster, where tasks do it side by side.
    setUnlessSet(conf, FileOutputCommitter.FILEOUTPUTCOMMITTER_ALGORITHM_VERSION, "1");
    unsetDefaultsOfServices(conf);
    log("metrics2", Level.ERROR);
    log("mapreduce.JobResourceUploader", Level.ERROR); // there is no job jar
  }

  private static Path newTemporary() {
    Path folder = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
    try {
      return Files.createTempDirectory(folder, "neardup-");
    } catch (IOException e) {
      throw new UsageException(
          "cannot write to the temporary folder " + folder + " (java.io.tmpdir): " + e);
    }
  }

  /** Sets where jobs inside this process put temporary files, unless the user has set that. */
  private static void setTemporary(Configuration conf, Path folder) {
    for (String name : List.of(TEMPORARY, STAGING_ROOT)) {
      if (isDefault(conf, name)) {
        Path value = name.equals(STAGING_ROOT) ? folder.resolve(STAGING) : folder;
        conf.set(name, value.toString(), OURS);
      }
    }
  }

  /**
   * Moves temporary files to a folder that the next run removes, should this process be killed. The
   * folder must be on a local disk, and no job have run with this configuration. Hadoop takes some
   * characters of such a path for others; then temporary files stay where they are.
   */
  public static void moveTemporary(Configuration conf, org.apache.hadoop.fs.Path folder) {
    String path = folder.toUri().getPath();
    boolean ours = Arrays.equals(conf.getPropertySources(TEMPORARY), new String[] {OURS});
    if (ours && folder.toUri().getScheme().equals("file") && path.matches("[A-Za-z0-9/._-]+")) {
      deleteTree(Path.of(conf.get(TEMPORARY)));
      setTemporary(conf, Path.of(path));
    }
  }

  /** Sets the umask of this process, which Hadoop does not look at, unless the user has set one. */
  private static void setUmask(Configuration conf, Path newFolder) {
    try {
      if (newFolder.toFile().mkdir()) {
        Set<PosixFilePermission> modes = Files.getPosixFilePermissions(newFolder);
        int umask = 0777 & ~NioLocalFileSystem.permission(modes).toShort();
        setUnlessSet(
            conf, CommonConfigurationKeys.FS_PERMISSIONS_UMASK_KEY, Quantity.format("%03o", umask));
      }
    } catch (IOException | UnsupportedOperationException e) {
      return; // a disk without modes
    }
  }

  /** Each job writes its configuration twice and reads it once. */
  private static void unsetDefaultsOfServices(Configuration conf) {
    ConfigUtil.loadResources(); // so that they do not come back
    List<String> names = new ArrayList<>();
    for (Map.Entry<String, String> entry : conf) {
      if (OF_SERVICES.stream().anyMatch(entry.getKey()::startsWith)
          && isDefault(conf, entry.getKey())) {
        names.add(entry.getKey());
      }
    }
    names.forEach(conf::unset);
  }

  /**
   * Sets the sort buffer of a job's map tasks by what they send, unless the user has set one:
   * allocating a full-size buffer takes longer than a small job. Records that do not fit are
   * spilled.
   *
   * @param sentBytes the length of the output of all map tasks, about
   * @param tasks how many they are, if that is known to be more than run at once
   */
  public static void fitSortBuffer(Configuration conf, long sentBytes, long tasks) {
    if (LocalRunner.isUsed(conf) && isDefault(conf, MRJobConfig.IO_SORT_MB)) {
      long mebibytes = (sentBytes / Math.max(tasks, LocalRunner.mapTasks(conf))) >> 20;
      long size =
          Math.min(maxSortMebibytes(), Math.max(MIN_SORT_MEBIBYTES, mebibytes * BUFFER_PER_BYTE));
      conf.set(MRJobConfig.IO_SORT_MB, String.valueOf(size), OURS);
    }
  }

  /** Returns the maximum sort buffer in MiB of each of the tasks that run at once. */
  private static long maxSortMebibytes() {
    long heap = Runtime.getRuntime().maxMemory() >> 20;
    return Math.max(8, Math.min(100, heap / (6L * Runtime.getRuntime().availableProcessors())));
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
