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
 * Makes a corpus of more than a gigabyte of real text: {@code java src/bench/Sources.java FOLDER}
 * fetches the sources of large projects, most of them in several versions, with Maven, and writes
 * their files as lines {@code artifact:version:file<TAB>text} to FOLDER/sources.tsv, white space
 * made one space. Needs 2 GB of disk.
 */
public final class Sources {

  /** Group, artifact, versions. */
  private static final String[] PROJECTS = {
    "org.apache.hadoop hadoop-common 2.10.2 3.1.4 3.2.4 3.3.6 3.4.1",
    "org.apache.hadoop hadoop-hdfs 2.10.2 3.1.4 3.2.4 3.3.6 3.4.1",
    "org.apache.spark spark-core_2.12 3.0.3 3.2.4 3.3.4 3.4.4 3.5.3",
    "org.apache.spark spark-sql_2.12 3.0.3 3.2.4 3.3.4 3.4.4 3.5.3",
    "org.apache.spark spark-catalyst_2.12 3.0.3 3.2.4 3.3.4 3.4.4 3.5.3",
    "org.apache.hive hive-exec 2.3.9 3.1.3 4.0.1",
    "org.apache.flink flink-runtime 1.15.4 1.16.3 1.17.2 1.18.1 1.19.1 1.20.0",
    "org.apache.lucene lucene-core 8.11.4 9.0.0 9.4.2 9.8.0 9.12.0 10.0.0",
    "org.apache.ignite ignite-core 2.10.0 2.12.0 2.14.0 2.16.0",
    "org.apache.calcite calcite-core 1.26.0 1.30.0 1.34.0 1.36.0 1.38.0",
    "org.apache.cassandra cassandra-all 3.11.17 4.0.13 4.1.7 5.0.2",
    "org.apache.kafka kafka-clients 2.8.2 3.3.2 3.5.2 3.7.1 3.9.0",
    "org.apache.commons commons-math3 3.3 3.5 3.6.1",
    "org.apache.tomcat.embed tomcat-embed-core 8.5.100 9.0.96 10.1.31 11.0.0",
    "org.elasticsearch elasticsearch 6.8.23 7.10.2 7.17.24 8.5.3 8.15.3",
    "org.springframework spring-core 4.3.30.RELEASE 5.2.25.RELEASE 5.3.39 6.0.23 6.1.14",
    "org.hibernate hibernate-core 5.2.18.Final 5.4.33.Final 5.6.15.Final",
    "org.hibernate.orm hibernate-core 6.2.32.Final 6.4.10.Final 6.6.2.Final",
    "org.scala-lang scala-compiler 2.11.12 2.12.20 2.13.15",
    "com.google.guava guava 20.0 25.1-jre 30.1.1-jre 33.3.1-jre",
    "com.google.javascript closure-compiler v20200830 v20220905 v20240317",
    "io.trino trino-main 400 430 460",
    "com.hazelcast hazelcast 3.12.13 4.2.8 5.1.7 5.3.8 5.5.0",
    "com.amazonaws aws-java-sdk-ec2 1.11.1000 1.12.400 1.12.776",
    "software.amazon.awssdk ec2 2.17.290 2.20.162 2.28.29",
    "org.python jython-standalone 2.7.2 2.7.4",
  };

  private static final Pattern WANTED =
      Pattern.compile(
          "(?!META-INF/).*\\.(java|scala|kt|groovy|proto|xml|html|md|js|css|properties|py|txt)");
  private static final Pattern BLANK = Pattern.compile("[\\x00-\\x20\\x7f\\x85\\u2028\\u2029]+");
  private static final int LONGEST = 1 << 17;

  private Sources() {}

  /** Fetches what is not there yet and writes the corpus. */
  public static void main(String[] args) throws Exception {
    if (args.length != 1) {
      System.err.println("usage: java src/bench/Sources.java FOLDER");
      System.exit(2);
    }
    Path folder = Files.createDirectories(Path.of(args[0]));
    Path jars = Files.createDirectories(folder.resolve("jars"));
    List<Path> found = new ArrayList<>();
    for (String project : PROJECTS) {
      String[] words = project.split(" ");
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
