import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Makes a corpus of more than a gigabyte of real text: {@code java src/bench/Sources.java FOLDER
 * [all]} fetches the sources of large projects, most of them in several versions, with Maven, and
 * writes their files as lines {@code artifact:version:file<TAB>text} to FOLDER/sources.tsv, white
 * space made one space. Needs 2 GB of disk; with {@code all}, which takes about 25 versions of each
 * project, 13 GB.
 */
public final class Sources {

  /** Group, artifact, versions; further ones, that {@code all} takes too, after a bar. */
  private static final String[] PROJECTS = {
    "org.apache.hadoop hadoop-common 2.10.2 3.1.4 3.2.4 3.3.6 3.4.1"
        + " | 0.22.0 0.23.3 0.23.6 0.23.9 2.2.0 2.4.1 2.5.2 2.6.2 2.6.5 2.7.2 2.7.5 3.0.2"
        + " 3.2.2 3.3.0 3.3.3 3.4.2",
    "org.apache.hadoop hadoop-hdfs 2.10.2 3.1.4 3.2.4 3.3.6 3.4.1"
        + " | 0.22.0 0.23.3 0.23.6 0.23.9 2.2.0 2.4.1 2.5.2 2.6.2 2.6.5 2.7.2 2.7.5 3.0.2"
        + " 3.2.2 3.3.0 3.3.3 3.4.2",
    "org.apache.spark spark-core_2.12 3.0.3 3.2.4 3.3.4 3.4.4 3.5.3"
        + " | 2.4.0 2.4.1 2.4.3 2.4.5 2.4.7 2.4.8 3.0.1 3.1.1 3.1.2 3.2.0 3.2.2 3.3.0 3.3.2"
        + " 3.4.1 3.4.2 3.5.1 3.5.4 3.5.6 3.5.8",
    "org.apache.spark spark-sql_2.12 3.0.3 3.2.4 3.3.4 3.4.4 3.5.3"
        + " | 2.4.0 2.4.1 2.4.3 2.4.5 2.4.7 2.4.8 3.0.1 3.1.1 3.1.2 3.2.0 3.2.2 3.3.0 3.3.2"
        + " 3.4.1 3.4.2 3.5.1 3.5.4 3.5.6 3.5.8",
    "org.apache.spark spark-catalyst_2.12 3.0.3 3.2.4 3.3.4 3.4.4 3.5.3"
        + " | 2.4.0 2.4.1 2.4.3 2.4.5 2.4.7 2.4.8 3.0.1 3.1.1 3.1.2 3.2.0 3.2.2 3.3.0 3.3.2"
        + " 3.4.1 3.4.2 3.5.1 3.5.4 3.5.6 3.5.8",
    "org.apache.hive hive-exec 2.3.9 3.1.3 4.0.1"
        + " | 0.13.1 0.14.0 1.0.1 1.1.1 1.2.1 1.2.2 2.0.1 2.1.1 2.3.0 2.3.1 2.3.3 2.3.5 2.3.7"
        + " 2.3.8 2.3.10 3.1.0 3.1.2 4.2.0",
    "org.apache.flink flink-runtime 1.15.4 1.16.3 1.17.2 1.18.1 1.19.1 1.20.0"
        + " | 0.8.0 0.9.0 0.9.1 0.10.0 0.10.2 1.14.1 1.14.3 1.14.5 1.15.0 1.15.2 1.16.1 1.17.0"
        + " 1.19.3 1.20.1 1.20.3 1.20.5 2.0.1 2.1.0 2.1.2 2.2.0",
    "org.apache.lucene lucene-core 8.11.4 9.0.0 9.4.2 9.8.0 9.12.0 10.0.0"
        + " | 2.3.2 2.9.4 3.2.0 4.0.0 4.4.0 4.7.2 4.10.1 5.2.1 5.5.0 6.0.1 6.4.1 6.6.3 7.2.0"
        + " 7.6.0 8.1.1 8.5.0 8.7.0 8.10.1 9.1.0 9.5.0 9.10.0 9.12.3 10.3.1",
    "org.apache.ignite ignite-core 2.10.0 2.12.0 2.14.0 2.16.0"
        + " | 1.0.0 1.4.0 1.5.0.final 1.6.0 1.7.0 1.9.0 2.0.0 2.1.0 2.3.0 2.4.0 2.6.0 2.7.0"
        + " 2.7.6 2.8.0 2.8.1 2.9.1 2.11.1 2.13.0 2.15.0 2.18.0 3.0.0",
    "org.apache.calcite calcite-core 1.26.0 1.30.0 1.34.0 1.36.0 1.38.0"
        + " | 1.5.0 1.6.0 1.8.0 1.9.0 1.11.0 1.12.0 1.14.0 1.16.0 1.17.0 1.19.0 1.20.0 1.22.0"
        + " 1.24.0 1.25.0 1.27.0 1.28.0 1.31.0 1.33.0 1.35.0 1.39.0 1.41.0",
    "org.apache.cassandra cassandra-all 3.11.17 4.0.13 4.1.7 5.0.2"
        + " | 0.7.0 0.7.8 0.8.6 1.0.7 1.1.5 1.2.2 1.2.12 2.0.2 2.0.11 2.1.2 2.1.11 2.1.22"
        + " 2.2.8 2.2.19 3.0.9 3.0.22 3.1.1 3.10 3.11.8 3.11.16 4.0.5 4.0.14 4.1.3 5.0.1",
    "org.apache.kafka kafka-clients 2.8.2 3.3.2 3.5.2 3.7.1 3.9.0"
        + " | 0.8.2.0 0.9.0.0 0.10.1.0 0.10.2.1 0.11.0.2 1.0.1 2.0.0 2.1.1 2.3.0 2.4.1 2.6.1"
        + " 2.7.0 2.8.1 3.0.2 3.1.2 3.2.3 3.5.1 3.6.1 3.7.2 4.0.1 4.1.1",
    "org.apache.commons commons-math3 3.3 3.5 3.6.1" + " | 3.0 3.1 3.1.1 3.2 3.4 3.4.1 3.6",
    "org.apache.tomcat.embed tomcat-embed-core 8.5.100 9.0.96 10.1.31 11.0.0"
        + " | 7.0.0 7.0.29 7.0.55 7.0.76 7.0.103 8.0.17 8.0.38 8.5.5 8.5.28 8.5.46 8.5.65"
        + " 8.5.86 9.0.4 9.0.26 9.0.46 9.0.68 9.0.85 9.0.104 10.0.20 10.1.11 10.1.33 10.1.52"
        + " 11.0.7",
    "org.elasticsearch elasticsearch 6.8.23 7.10.2 7.17.24 8.5.3 8.15.3"
        + " | 0.6.0 0.15.2 0.18.1 0.19.12 0.90.11 1.3.3 1.7.1 2.3.4 5.3.2 5.6.8 6.2.3 6.7.2"
        + " 6.8.18 7.5.0 7.11.2 7.17.1 7.17.20 8.2.2 8.8.2 8.13.2 8.16.6 8.18.6 8.19.20 9.1.8",
    "org.springframework spring-core 4.3.30.RELEASE 5.2.25.RELEASE 5.3.39 6.0.23 6.1.14"
        + " | 1.2.5 3.0.2.RELEASE 3.2.2.RELEASE 3.2.15.RELEASE 4.0.9.RELEASE 4.2.2.RELEASE"
        + " 4.3.6.RELEASE 4.3.19.RELEASE 5.0.1.RELEASE 5.0.14.RELEASE 5.1.6.RELEASE"
        + " 5.1.19.RELEASE 5.2.11.RELEASE 5.2.24.RELEASE 5.3.12 5.3.25 5.3.38 6.0.11 6.1.0"
        + " 6.1.13 6.2.4 6.2.17",
    "org.hibernate hibernate-core 5.2.18.Final 5.4.33.Final 5.6.15.Final"
        + " | 3.3.0.GA 3.6.2.Final 4.1.2 4.2.0.Final 4.2.12.Final 4.3.3.Final 5.0.4.Final"
        + " 5.1.5.Final 5.2.0.Final 5.2.13.Final 5.3.7.Final 5.3.21.Final 5.3.34.Final"
        + " 5.4.8.Final 5.4.22.Final 5.6.2.Final",
    "org.hibernate.orm hibernate-core 6.2.32.Final 6.4.10.Final 6.6.2.Final"
        + " | 6.0.0.Final 6.1.5.Final 6.2.5.Final 6.2.14.Final 6.2.22.Final 6.2.30.Final"
        + " 6.2.38.Final 6.2.46.Final 6.4.1.Final 6.4.9.Final 6.6.10.Final 6.6.19.Final"
        + " 6.6.27.Final 6.6.35.Final 6.6.43.Final 6.6.56.Final 7.0.7.Final 7.1.4.Final"
        + " 7.1.12.Final 7.2.1.Final 7.2.10.Final 7.3.13.Final",
    "org.scala-lang scala-compiler 2.11.12 2.12.20 2.13.15"
        + " | 2.5.1 2.7.3 2.7.7 2.8.2 2.9.2 2.10.2 2.10.5 2.11.1 2.11.4 2.11.7 2.11.10 2.12.0"
        + " 2.12.3 2.12.7 2.12.10 2.12.14 2.12.17 2.13.2 2.13.5 2.13.8 2.13.12",
    "com.google.guava guava 20.0 25.1-jre 30.1.1-jre 33.3.1-jre"
        + " | r03 r09 12.0 14.0.1 19.0 23.0-android 23.3-android 23.6-android 24.1-android"
        + " 25.0-jre 27.0-jre 28.0-android 29.0-android 30.1.1-android 31.0.1-jre 32.0.1-jre"
        + " 32.1.2-jre 33.1.0-android 33.3.0-android 33.4.0-jre 33.4.3-jre 33.4.6-jre"
        + " 33.5.0-android 33.7.1-android",
    "com.google.javascript closure-compiler v20200830 v20220905 v20240317"
        + " | r606 r1918 v20130823 v20141215 v20160208 v20170124 v20171112 v20180805 v20190325"
        + " v20190929 v20200426 v20201102 v20211006 v20220719 v20230502 v20250820 v20260209"
        + " v20260324 v20260511 v20260616 v20260726",
    "io.trino trino-main 400 430 460"
        + " | 351 356 361 367 372 378 383 389 394 406 412 417 422 428 433 439 444 450 455 461"
        + " 466 472 478",
    "com.hazelcast hazelcast 3.12.13 4.2.8 5.1.7 5.3.8 5.5.0"
        + " | 1.5.1 1.9.1 1.9.4.1 2.0.3 2.4 2.6.7 3.1.1 3.2 3.3.1 3.4.2 3.5.2 3.6-EA3 3.7.2"
        + " 3.8.1 3.9 3.10.4 3.11.5 3.12.7 4.0.2 4.1.4 4.2.3 5.0.3 5.3.2",
    "com.amazonaws aws-java-sdk-ec2 1.11.1000 1.12.400 1.12.776"
        + " | 1.9.0 1.10.31 1.11.26 1.11.102 1.11.178 1.11.253 1.11.329 1.11.405 1.11.482"
        + " 1.11.558 1.11.634 1.11.712 1.11.789 1.11.871 1.11.950 1.11.1026 1.12.71 1.12.148"
        + " 1.12.226 1.12.304 1.12.382 1.12.460 1.12.556 1.12.692",
    "software.amazon.awssdk ec2 2.17.290 2.20.162 2.28.29"
        + " | 2.1.0 2.9.4 2.10.65 2.13.34 2.14.16 2.15.73 2.16.68 2.17.27 2.17.111 2.17.165"
        + " 2.17.247 2.18.25 2.20.30 2.20.99 2.21.16 2.24.6 2.25.53 2.28.9 2.29.34 2.31.3"
        + " 2.31.57 2.33.9 2.40.1 2.52.0",
    "org.python jython-standalone 2.7.2 2.7.4"
        + " | 2.5.1 2.5.2 2.5.3 2.7.0 2.7.1 2.7-b1 2.7-b2 2.7.3 2.7-b3 2.7-b4 2.7.1b1 2.7.1b2"
        + " 2.7.1b3 2.7.2b2 2.7.2b3 2.7.3b1 2.7.4b1 2.7.4b2 2.7.5b1",
    "org.apache.hbase hbase-server"
        + " | 0.99.0 1.0.3 1.1.5 1.1.13 1.2.5 1.2.11 1.3.4 1.4.3 1.4.10 1.7.2 2.0.6 2.1.5"
        + " 2.2.1 2.3.0 2.4.0 2.4.8 2.4.16 2.5.3 2.5.10 2.6.1",
    "org.apache.hbase hbase-client"
        + " | 0.95.0 1.0.2 1.1.4 1.1.10 1.2.3 1.2.8 1.3.2 1.4.0 1.4.8 1.5.0 2.0.2 2.1.2 2.1.8"
        + " 2.2.4 2.3.2 2.4.2 2.4.8 2.4.15 2.5.2 2.5.10",
    "org.apache.solr solr-core"
        + " | 1.3.0 3.4.0 4.1.0 4.5.0 4.7.2 4.10.2 5.3.0 5.5.1 6.1.0 6.4.2 6.6.4 7.2.0 7.6.0"
        + " 8.1.0 8.4.1 8.6.3 8.10.0 8.11.4 9.3.0 9.7.0",
    "org.apache.beam beam-sdks-java-core"
        + " | 0.4.0 2.1.0 2.5.0 2.9.0 2.13.0 2.17.0 2.22.0 2.26.0 2.30.0 2.34.0 2.38.0 2.42.0"
        + " 2.46.0 2.50.0 2.54.0 2.57.0 2.60.0 2.64.0 2.68.0 2.72.0",
    "org.springframework.boot spring-boot-autoconfigure"
        + " | 1.0.0.RELEASE 1.1.11.RELEASE 1.3.3.RELEASE 1.5.0.RELEASE 1.5.14.RELEASE"
        + " 2.0.6.RELEASE 2.1.10.RELEASE 2.2.5.RELEASE 2.3.5.RELEASE 2.4.6 2.5.7 2.6.5 2.7.3"
        + " 2.7.17 3.0.12 3.2.0 3.3.1 3.4.1 3.5.1 3.5.15",
    "org.apache.druid druid-server"
        + " | 0.17.1 0.19.0 0.20.0 0.21.0 0.21.1 0.22.1 0.23.0 24.0.0 24.0.1 25.0.0 27.0.0"
        + " 28.0.0 28.0.1 29.0.0 29.0.1 31.0.0 31.0.1 31.0.2 32.0.1 33.0.0",
    "org.apache.geode geode-core"
        + " | 1.1.0 1.1.1 1.2.1 1.3.0 1.5.0 1.7.0 1.9.1 1.10.0 1.11.0 1.12.1 1.13.0 1.13.1"
        + " 1.13.3 1.13.7 1.13.8 1.14.2 1.14.4 1.15.0 2.0.0",
    "org.apache.jackrabbit oak-core"
        + " | 0.5 0.15 1.0.8 1.1.0 1.3.0 1.3.10 1.4.4 1.5.10 1.6.1 1.6.11 1.7.9 1.8.3 1.8.11"
        + " 1.12.0 1.22.5 1.22.17 1.36 1.50.0 1.66.0 1.80",
    "org.eclipse.jetty jetty-server"
        + " | 7.0.0.v20091005 7.4.2.v20110526 7.6.7.v20120910 8.1.0.v20120127 8.1.16.v20140903"
        + " 9.1.1.v20140108 9.2.10.v20150310 9.2.27.v20190403 9.3.13.v20161014"
        + " 9.3.29.v20201019 9.4.7.v20180619 9.4.22.v20191022 9.4.38.v20210224"
        + " 9.4.55.v20240627 10.0.12 11.0.1 11.0.18 12.0.7 12.0.24",
    "org.apache.wicket wicket-core"
        + " | 1.5.0 1.5.6 1.5.12 6.0.0 6.6.0 6.11.0 6.17.0 6.23.0 6.29.0 7.4.0 7.10.0 7.16.0"
        + " 8.4.0 8.9.0 8.15.0 9.2.0 9.9.0 9.14.0 9.20.0 10.2.0",
    "org.primefaces primefaces"
        + " | 4.0 5.2 6.1 8.0 10.0.25-LTS 11.0.19-LTS 13.0.0 13.0.3 13.0.6 13.0.9 13.0.18-LTS"
        + " 14.0.1 14.0.4 14.0.7 14.0.10 14.0.13-LTS 15.0.1 15.0.4 15.0.7 15.0.10",
    "com.vaadin vaadin-server"
        + " | 7.0.0 7.1.2 7.1.13 7.3.2 7.4.4 7.6.2 7.7.5 7.7.16 7.7.32 7.7.43 8.0.2 8.1.6"
        + " 8.4.2 8.7.0 8.9.1 8.11.2 8.14.1 8.18.0 8.25.1 8.28.0",
    "org.apache.poi poi-ooxml"
        + " | 3.6 3.8 3.9 3.10.1 3.12 3.13 3.15 3.16 4.0.0 4.1.0 4.1.1 5.0.0 5.1.0 5.2.1 5.2.3"
        + " 5.2.4 5.3.0 5.4.0 5.5.0",
    "org.eclipse.jdt ecj"
        + " | 3.12.3 3.13.50 3.13.101 3.14.0 3.15.1 3.17.0 3.19.0 3.21.0 3.23.0 3.25.0 3.27.0"
        + " 3.29.0 3.33.0 3.35.0 3.37.0 3.39.0 3.41.0 3.43.0 3.45.0",
    "org.drools drools-core"
        + " | 5.0.1 5.3.1.Final 6.0.0.Final 7.0.0.Final 7.5.0.t018 7.12.0.Final 7.19.0.Final"
        + " 7.25.0.Final 7.32.0.Final 7.36.1.Final 7.41.0.t20200723 7.45.0.Final"
        + " 7.49.0.t20210118 7.53.0.Final 7.59.0.Final 7.65.0.Final 7.72.0.Final 8.31.1.Final"
        + " 8.38.0.Final 8.44.0.Final",
    "org.codehaus.groovy groovy-all"
        + " | 1.5.0 1.5.7 1.6.5 1.7.2 1.7.9 1.8.4 2.0.1 2.0.8 2.1.6 2.3.0 2.3.8 2.4.3 2.4.10"
        + " 2.4.17 2.5.2 2.5.9 2.5.16 3.0.2 3.0.9 3.0.16",
    "org.infinispan infinispan-core"
        + " | 5.0.0.FINAL 5.2.3.Final 6.0.1.Final 8.0.1.Final 8.2.6.Final 9.1.6.Final"
        + " 9.3.6.Final 9.4.11.Final 10.0.0.Final 11.0.2.Final 11.0.17.Final 12.1.8.Final"
        + " 13.0.5.Final 13.0.19.Final 14.0.9.Final 14.0.23.Final 15.0.1.Final 15.0.15.Final"
        + " 15.1.6.Final 16.0.5",
    "org.neo4j neo4j-kernel"
        + " | 1.2-1.2 1.8.2 2.1.1 2.3.0 3.0.6 3.2.2 3.3.5 3.4.15 3.5.15 3.5.35 4.1.5 4.2.9"
        + " 4.3.8 4.4.2 4.4.21 4.4.40 5.10.0 5.25.1 5.26.18 2025.06.1",
    "org.apache.accumulo accumulo-core"
        + " | 1.4.0 1.4.2 1.4.4 1.5.0 1.5.2 1.5.4 1.6.1 1.6.4 1.6.6 1.7.1 1.7.4 1.8.1 1.9.1"
        + " 1.9.3 1.10.1 1.10.3 2.0.0 2.1.0 2.1.2 2.1.4",
  };

  private static final Pattern WANTED =
      Pattern.compile(
          "(?!META-INF/).*\\.(java|scala|kt|groovy|proto|xml|html|md|js|css|properties|py|txt)");
  private static final Pattern BLANK = Pattern.compile("[\\x00-\\x20\\x7f\\x85\\u2028\\u2029]+");
  private static final int LONGEST = 1 << 17;

  private Sources() {}

  /** Fetches what is not there yet and writes the corpus. */
  public static void main(String[] args) throws Exception {
    boolean all = args.length == 2 && args[1].equals("all");
    if (args.length != 1 && !all) {
      System.err.println("usage: java src/bench/Sources.java FOLDER [all]");
      System.exit(2);
    }
    Path folder = Files.createDirectories(Path.of(args[0]));
    Path jars = Files.createDirectories(folder.resolve("jars"));
    List<Path> found = new ArrayList<>();
    for (String project : PROJECTS) {
      String[] words = (all ? project.replace(" |", "") : project.split(" \\|")[0]).split(" ");
      List<String> versions = List.of(words).subList(2, words.length);
      List<String> missing =
          versions.stream().filter(v -> !Files.exists(jar(jars, words[1], v))).toList();
      if (!missing.isEmpty() && !fetch(words[0], words[1], missing, folder)) {
        for (String version : missing) { // those that there are
          fetch(words[0], words[1], List.of(version), folder);
        }
      }
      for (String version : versions) {
        if (Files.exists(jar(jars, words[1], version))) {
          found.add(jar(jars, words[1], version));
        } else {
          System.err.println("not to be had: " + words[0] + " " + words[1] + " " + version);
        }
      }
    }
    long documents = 0;
    Path corpus = folder.resolve("sources.tsv");
    try (BufferedWriter out = Files.newBufferedWriter(corpus, StandardCharsets.UTF_8)) {
      for (Path jar : found) {
        documents += append(jar, out);
      }
    }
    System.out.printf("%,d documents, %,d bytes in %s%n", documents, Files.size(corpus), corpus);
  }

  private static Path jar(Path jars, String artifact, String version) {
    return jars.resolve(artifact + "-" + version + "-sources.jar");
  }

  /** Copies the sources of some versions to FOLDER/jars; false if Maven fails. */
  private static boolean fetch(String group, String artifact, List<String> versions, Path folder)
      throws IOException, InterruptedException {
    StringBuilder items = new StringBuilder();
    for (String version : versions) {
      items.append("<artifactItem><groupId>").append(group).append("</groupId><artifactId>");
      items.append(artifact).append("</artifactId><version>").append(version);
      items.append("</version><classifier>sources</classifier></artifactItem>");
    }
    Path pom = folder.resolve("pom.xml");
    Files.writeString(
        pom,
        "<project><modelVersion>4.0.0</modelVersion><groupId>bench</groupId>"
            + "<artifactId>sources</artifactId><version>1</version><packaging>pom</packaging><build>"
            + "<plugins><plugin><artifactId>maven-dependency-plugin</artifactId><version>3.8.1</version>"
            + "<configuration><outputDirectory>jars</outputDirectory><artifactItems>"
            + items
            + "</artifactItems></configuration></plugin></plugins></build></project>");
    return new ProcessBuilder("mvn", "-q", "-B", "-f", pom.toString(), "dependency:copy")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("maven.log").toFile())
            .start()
            .waitFor()
        == 0;
  }

  private static long append(Path jar, BufferedWriter out) throws IOException {
    String name =
        jar.getFileName()
            .toString()
            .replaceFirst("-(?=v?\\d[^-]*.*-sources)", ":")
            .replaceFirst("-sources\\.jar$", "");
    long documents = 0;
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : zip.stream().map(e -> (ZipEntry) e).toList()) {
        if (entry.isDirectory()
            || entry.getSize() > LONGEST
            || !WANTED.matcher(entry.getName()).matches()) {
          continue;
        }
        byte[] bytes = zip.getInputStream(entry).readAllBytes();
        String text =
            BLANK.matcher(new String(bytes, StandardCharsets.UTF_8)).replaceAll(" ").strip();
        if (!text.isEmpty()) {
          out.write(name + ":" + entry.getName() + "\t" + text + "\n");
          documents++;
        }
      }
    }
    return documents;
  }
}
