package io.neardup.cli;

import java.lang.reflect.InvocationTargetException;

/**
 * Entry point of the jar. Checks the version of Java, and that Hadoop is present, before it loads
 * any class that an older Java cannot read. Only this class is compiled for Java 8.
 */
public final class Main {

  private static final int MIN_JAVA = 17;

  private Main() {}

  /** Runs a verb and exits with its status, or with 1 if the verb cannot run. */
  public static void main(String[] args) throws Throwable {
    String complaint =
        complaint(
            System.getProperty("java.specification.version"), System.getProperty("java.home"));
    if (complaint.isEmpty() && !isThere("org.apache.hadoop.conf.Configuration")) {
      complaint = "neardup needs Hadoop on its class path: hadoop jar neardup.jar VERB ...";
    }
    if (!complaint.isEmpty()) {
      System.err.println(complaint);
      System.exit(1);
    }
    try {
      Class.forName("io.neardup.cli.Driver")
          .getMethod("main", String[].class)
          .invoke(null, (Object) args);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static boolean isThere(String className) {
    try {
      Class.forName(className);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** Returns what is wrong with a version of Java; empty if it is recent enough. */
  static String complaint(String version, String home) {
    String major = version.startsWith("1.") ? version.substring(2) : version;
    if (Integer.parseInt(major) >= MIN_JAVA) {
      return "";
    }
    return "neardup needs Java "
        + MIN_JAVA
        + " or later; this is Java "
        + major
        + " in "
        + home
        + ".\nSet JAVA_HOME to a later one, also for the containers of a cluster"
        + " (mapreduce.map.env, mapreduce.reduce.env, yarn.app.mapreduce.am.env).";
  }
}
