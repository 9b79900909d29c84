package io.neardup.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.Guard;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * A cluster of daemons as {@code src/cluster/cluster.sh} starts it, one for all tests of a run:
 * started for the first that asks for it, empty, and stopped after the last one.
 */
final class Cluster implements AutoCloseable {

  /** The lock of the classes that share it: they run one after the other. */
  static final String LOCK = "cluster";

  private static final Path FOLDER = Commands.PROJECT.resolve("target/it-cluster");
  private static final String SCRIPT =
      Commands.PROJECT.resolve("src/cluster/cluster.sh").toString();

  private final HttpClient http = HttpClient.newHttpClient();
  private final ObjectMapper json = new ObjectMapper();
  private final Map<String, Integer> ports = new HashMap<>();

  /** Gives tests the cluster as a parameter. */
  static final class Provider implements ParameterResolver {

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == Cluster.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return context
          .getRoot()
          .getStore(ExtensionContext.Namespace.create(Cluster.class))
          .getOrComputeIfAbsent(Cluster.class);
    }
  }

  Cluster() throws Exception {
    Files.createDirectories(FOLDER);
    script("stop").assertSucceeded(); // what a run that was killed has left
    try (Stream<Path> entries = Files.list(FOLDER)) {
      for (Path entry : entries.toList()) {
        // Hadoop's jars may stay.
        if (!Set.of("lib", "hadoop-version").contains(entry.getFileName().toString())) {
          FileUtil.fullyDelete(entry.toFile());
        }
      }
    }
    String repository = System.getProperty("neardup.it.repository", "");
    List<String> options = new ArrayList<>();
    if (!repository.isEmpty()) {
      options.add("-Dmaven.repo.local=" + repository);
    }
    options.add("start");
    script(options.toArray(new String[0])).assertSucceeded();
    for (String line : Files.readAllLines(FOLDER.resolve("ports"))) {
      String[] words = line.split(" ", 2);
      ports.put(words[0], Integer.valueOf(words[1]));
    }
  }

  @Override
  public void close() {
    try {
      script("stop").assertSucceeded();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    assertThat(processes("")).as("processes that are left").isEmpty();
  }

  /** Returns the folder it lives in. */
  Path folder() {
    return FOLDER;
  }

  /** Runs {@code cluster.sh} for this cluster. */
  Commands.Result script(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(SCRIPT, "--folder", FOLDER.toString()));
    command.addAll(List.of("--seconds", String.valueOf(Guard.LIMIT.toSeconds())));
    command.addAll(List.of(arguments));
    return Commands.run(Commands.PROJECT, command);
  }

  /** Runs a line of a page for its readers, with this cluster as theirs. */
  Commands.Result shell(String line) throws Exception {
    return Commands.run(
        Commands.PROJECT, List.of("bash", "-c", "NEARDUP_CLUSTER='" + FOLDER + "' " + line));
  }

  /** Returns the command {@code hadoop jar neardup.jar VERB …}. */
  List<String> hadoopJar(String... arguments) {
    List<String> command = new ArrayList<>();
    command.addAll(List.of(FOLDER.resolve("bin/hadoop").toString(), "jar"));
    command.add(Commands.JAR.toString());
    command.addAll(List.of(arguments));
    return command;
  }

  /** Runs a verb on the cluster to its end. */
  Commands.Result run(String... arguments) throws Exception {
    return Commands.run(Commands.PROJECT, hadoopJar(arguments));
  }

  /** Returns the client's configuration. */
  Configuration configuration() {
    Configuration conf = new Configuration();
    for (String site : List.of("core", "hdfs", "mapred", "yarn")) {
      conf.addResource(new org.apache.hadoop.fs.Path(FOLDER + "/conf/" + site + "-site.xml"));
    }
    return conf;
  }

  /** Returns its HDFS. */
  FileSystem fs() throws IOException {
    return FileSystem.get(configuration());
  }

  /** Puts the input of a sample into HDFS, below {@code /samples}; returns the folder there. */
  String put(Sample sample) throws IOException {
    String folder = "/samples/" + sample.name();
    FileSystem fs = fs();
    if (!fs.exists(new org.apache.hadoop.fs.Path(folder))) {
      for (Path file : sample.inputFiles()) {
        fs.copyFromLocalFile(
            new org.apache.hadoop.fs.Path(file.toUri()),
            new org.apache.hadoop.fs.Path(folder + "/" + file.getFileName()));
      }
    }
    return folder;
  }

  /** Returns what a daemon answers. */
  JsonNode get(String daemon, String path) throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + ports.get(daemon + "_http") + path);
    HttpRequest request = HttpRequest.newBuilder(uri).header("Accept", "application/json").build();
    return json.readTree(http.send(request, HttpResponse.BodyHandlers.ofString()).body());
  }

  /** A job as YARN knows it. */
  record YarnJob(String id, String name, String status) {}

  /** Returns the jobs that YARN has been given, the first one first. */
  List<YarnJob> jobs() throws IOException, InterruptedException {
    List<YarnJob> jobs = new ArrayList<>();
    for (JsonNode app : get("resourcemanager", "/ws/v1/cluster/apps").at("/apps/app")) {
      jobs.add(
          new YarnJob(
              app.get("id").asText(), app.get("name").asText(), app.get("finalStatus").asText()));
    }
    jobs.sort(Comparator.comparing(YarnJob::id));
    return jobs;
  }

  /** Returns what the history server says about a job that has ended. */
  JsonNode history(YarnJob job) throws IOException, InterruptedException {
    return history(job, "").get("job");
  }

  /** Returns a value of the configuration of a job that has ended. */
  String setting(YarnJob job, String name) throws IOException, InterruptedException {
    for (JsonNode property : history(job, "/conf").get("conf").get("property")) {
      if (property.get("name").asText().equals(name)) {
        return property.get("value").asText();
      }
    }
    return null;
  }

  private JsonNode history(YarnJob job, String part) throws IOException, InterruptedException {
    String id = job.id().replace("application_", "job_");
    return get("historyserver", "/ws/v1/history/mapreduce/jobs/" + id + part);
  }

  /** Returns those of its Java processes on whose command line a text is. */
  List<ProcessHandle> processes(String text) {
    return ProcessHandle.allProcesses()
        .filter(
            process -> {
              List<String> arguments = arguments(process);
              return arguments.contains("-Dneardup.cluster=" + FOLDER)
                  && arguments.stream().anyMatch(argument -> argument.contains(text));
            })
        .toList();
  }

  /** Returns the arguments of a process, none if it has ended. */
  static List<String> arguments(ProcessHandle process) {
    return process.info().arguments().map(List::of).orElse(List.of());
  }
}
