package io.neardup.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The scripts, in a copy of the project whose {@code java}, {@code hadoop}, {@code mvn} and cluster
 * print what they are called with. {@code -Dneardup.test.bash=/path/to/bash} tries another bash
 * than that of the PATH.
 */
class ScriptsTest {

  /** Arguments that a shell would take apart, expand or drop. */
  private static final String[] ODD =
      "two words|\"|'|a\\b|$HOME|`id`|*|~||é 😀|#|a;b|a\nb".split("\\|", -1);

  /** What bash 3.2 and 4.2, or the tools of macOS and BusyBox, do not have. */
  private static final String NOT_EVERYWHERE =
      """
      readlink -[a-z]*[fe]
      \\brealpath\\b
      \\bfind\\b.* -(quit|printf|mindepth|maxdepth|empty|delete)\\b
      \\b(declare|local|typeset) -[a-zA-Z]*[Anlu]
      \\b(mapfile|readarray|coproc)\\b
      \\$\\{!?\\w+(\\[[^]]*])?(,|\\^|@[A-Z])
      \\$\\{\\w+\\[-\\d+]
      printf .*%\\(
      &>>|\\|&|;;?&
      \\[\\[ -v\\s
      \\$\\{EPOCH
      \\bdate -[^u]
      \\bsed -[a-zA-Z]*[irE]
      \\bsed .*p}
      \\bgrep -[a-zA-Z]*P
      \\bstat -
      (^|[ (|])(timeout|tac|nproc|shuf|seq)\\s
      \\bsort -[a-zA-Z]*V
      \\bcp -[a-zA-Z]*[au]\\b
      \\bmktemp *(-p|--)
      \\bhead -c
      \\bxargs -r
      """;

  @TempDir private Path folder;
  private Path home;
  private Path bin;
  private String jar;

  static List<Path> scripts() throws IOException {
    List<Path> scripts = new ArrayList<>();
    for (String where : List.of("run-pipeline.sh", ".ci", "jobs", "src/cluster", "src/main/bin")) {
      try (Stream<Path> files = Files.walk(Commands.PROJECT.resolve(where))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          String name = file.getFileName().toString();
          if (name.endsWith(".sh") || name.equals("run") || name.equals("neardup")) {
            scripts.add(file);
          }
        }
      }
    }
    assertThat(scripts).hasSize(11);
    return scripts;
  }

  private static void executable(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Makes a program that prints its own name and the arguments, one below the other. */
  private static void print(Path program) throws IOException {
    executable(program, "#!/bin/sh\nprintf '<%s>\\n' " + program.getFileName() + " \"$@\"\n");
  }

  @BeforeEach
  void copyTheProject() throws IOException {
    home = Files.createDirectories(folder.resolve("the home")).toRealPath();
    for (Path script : scripts()) {
      Path copy = home.resolve(Commands.PROJECT.relativize(script));
      Files.createDirectories(copy.getParent());
      Files.copy(script, copy);
    }
    Files.createDirectories(home.resolve("src/main"));
    Files.writeString(home.resolve("pom.xml"), "");
    bin = folder.resolve("bin");
    jar = home.resolve("target/neardup.jar").toString();
    print(bin.resolve("java"));
    print(bin.resolve("mvn"));
    executable(bin.resolve("getconf"), "#!/bin/sh\necho 4\n");
    String bash = System.getProperty("neardup.test.bash", "");
    if (!bash.isEmpty()) {
      Files.createSymbolicLink(bin.resolve("bash"), Path.of(bash));
    }
    Path target = Files.createDirectories(home.resolve("target"));
    Files.writeString(target.resolve("embedded.classpath"), "/lib/hadoop.jar");
    Files.writeString(Path.of(jar), "");
  }

  private Commands.Result run(String... arguments) throws Exception {
    return run(List.of(), "run-pipeline.sh", arguments);
  }

  /** Runs the script for all in {@code folder}, with a variable. */
  private Commands.Result runWith(String variable, String... arguments) throws Exception {
    return run(List.of(variable), "run-pipeline.sh", arguments);
  }

  /** Runs a script of the copy, or any program, in {@code folder}. */
  private Commands.Result run(List<String> variables, String program, String... arguments)
      throws Exception {
    List<String> command = new ArrayList<>(List.of("env", "-i", "HOME=/nowhere"));
    command.add("PATH=" + bin + ":/usr/bin:/bin");
    command.addAll(variables);
    command.add(program.equals("neardup") ? program : home.resolve(program).toString());
    command.addAll(List.of(arguments));
    return Commands.run(folder, command);
  }

  private static String printed(List<String> words) {
    StringBuilder all = new StringBuilder();
    words.forEach(word -> all.append('<').append(word).append(">\n"));
    return all.toString();
  }

  private static void assertCalls(Commands.Result result, List<String> expected) {
    assertThat(result.assertSucceeded().out()).isEqualTo(printed(expected));
  }

  private static List<String> with(List<String> first, String... others) {
    List<String> all = new ArrayList<>(first);
    all.addAll(List.of(others));
    return all;
  }

  private static final List<String> SECOND_COMPILER =
      withPages(
          "-XX:Tier4InvocationThreshold=25000",
          "-XX:Tier4MinInvocationThreshold=3000",
          "-XX:Tier4CompileThreshold=75000",
          "-XX:Tier4BackEdgeThreshold=200000",
          "-XX:FreqInlineSize=100",
          "-XX:InlineSmallCode=1000",
          "-XX:CompileCommand=quiet",
          "-XX:CompileCommand=CompileThresholdScaling,io.neardup.minhash.*::*,0.2",
          "-XX:CompileCommand=CompileThresholdScaling,io.neardup.shaded.dynatrace.*::*,0.2",
          "-XX:CompileCommand=CompileThresholdScaling,io.neardup.similarity.*::*,0.2",
          "-XX:CompileCommand=CompileThresholdScaling,io.neardup.sort.*::*,0.2",
          "-XX:CompileCommand=CompileThresholdScaling,io.neardup.text.*::*,0.2");

  private static final List<String> FIRST_COMPILER =
      with(withPages("-XX:TieredStopAtLevel=1"), "-XX:+UseSerialGC");

  private static final List<String> SMALL =
      with(
          List.of("-Xms256m", "-Xmx1g", "-Xmn100m", "-XX:MetaspaceSize=128m"),
          FIRST_COMPILER.toArray(new String[0]));

  /** Java refuses the option on other systems. */
  private static List<String> withPages(String... options) {
    return System.getProperty("os.name").equals("Linux")
        ? with(List.of(options), "-XX:+UseTransparentHugePages")
        : List.of(options);
  }

  /** The command line where the script cannot tell, or sees, that there is much to read. */
  private List<String> embedded(String... arguments) {
    return embedded(
        with(SECOND_COMPILER, "-XX:NewRatio=7", "-XX:+UseParallelGC", "-XX:GCTimeRatio=19"),
        arguments);
  }

  /** The command line where there is little to read. */
  private List<String> quick(String... arguments) {
    return embedded(SMALL, arguments);
  }

  private List<String> embedded(List<String> options, String... arguments) {
    return java(options, jar + ":/lib/hadoop.jar", arguments);
  }

  private static List<String> java(List<String> options, String classpath, String... arguments) {
    List<String> all = new ArrayList<>(List.of("java"));
    all.addAll(options);
    all.add("-Dlog4j.configuration=io/neardup/cli/log4j-embedded.properties");
    all.addAll(List.of("-cp", classpath, "io.neardup.cli.Main"));
    all.addAll(List.of(arguments));
    return all;
  }

  /** The command line of a Hadoop of this name. */
  private List<String> hadoop(String name, String... arguments) {
    return with(List.of(name, "jar", jar), arguments);
  }

  /** The second compiler of Java is worth its time only if there is much to read. */
  @Test
  void smallInputsAreQuick() throws Exception {
    Path large = writeMib("large", 129);
    writeMib("packed.gz", 26); // of 130 MiB of text, about
    writeMib("small.gz", 25);
    Path many = Files.createDirectories(folder.resolve("many"));
    Path links = Files.createDirectories(folder.resolve("links")); // to 100,000 files
    for (int i = 0; i < 1_000; i++) {
      Files.createFile(many.resolve("" + i));
      if (i < 100) {
        Files.createSymbolicLink(links.resolve("" + i), many);
      }
    }
    Files.createDirectories(folder.resolve("corpus/batches"));
    Files.createDirectories(folder.resolve("collection/generations"));
    Files.writeString(folder.resolve("small"), "a");

    for (String input :
        List.of("small", "small.gz", "nothing", "many", "file:" + folder.resolve("small"))) {
      assertCalls(run(input, "out"), quick("pipeline", input, "out"));
    }
    assertCalls(run("add", "small", "collection"), quick("add", "small", "collection"));
    Files.createDirectories(folder.resolve("of-containment/generations"));
    Files.writeString(
        folder.resolve("of-containment/generations/0000001.json"),
        "{\n  \"neardup.candidate.measure\" : \"containment\"\n}");
    assertCalls(run("add", "small", "of-containment"), embedded("add", "small", "of-containment"));
    for (String input :
        ("large packed.gz links corpus collection sm* s3a://b/small file:" + large)
            .split(" ", -1)) {
      assertCalls(run("small", input, "out"), embedded("pipeline", "small", input, "out"));
    }
  }

  private Path writeMib(String name, int length) throws IOException {
    Path path = folder.resolve(name);
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      byte[] block = new byte[1 << 20]; // written, as a hole takes no room
      for (int i = 0; i < length; i++) {
        file.write(block);
      }
    }
    return path;
  }

  @Test
  void onFewCoresTheCollectorHasNoThreads() throws Exception {
    executable(bin.resolve("getconf"), "#!/bin/sh\n[ $1 = _NPROCESSORS_ONLN ] && echo 3\n");
    assertCalls(
        run("small", "s3a://b/large", "out"),
        embedded(
            with(SECOND_COMPILER, "-XX:NewRatio=7", "-XX:+UseSerialGC"),
            "pipeline",
            "small",
            "s3a://b/large",
            "out"));
    executable(bin.resolve("getconf"), "#!/bin/sh\nexit 1\n"); // a system without the name
    assertCalls(
        run("small", "s3a://b/large", "out"),
        embedded("pipeline", "small", "s3a://b/large", "out"));
  }

  /** What comes last on a command line prevails; Java refuses two collectors. */
  @Test
  void optionsOfTheUserPrevail() throws Exception {
    Files.writeString(folder.resolve("small"), "a");
    Files.createDirectories(folder.resolve("ingested/batches"));
    assertCalls(
        runWith("JAVA_OPTS=-Xmx512m -a", "small", "out"),
        embedded(with(FIRST_COMPILER, "-Xmx512m", "-a"), "pipeline", "small", "out"));
    assertCalls(
        runWith("JAVA_OPTS=-XX:+UseG1GC", "ingested", "out"),
        embedded(with(SECOND_COMPILER, "-XX:+UseG1GC"), "pipeline", "ingested", "out"));
  }

  @Test
  void theArchiveOfClassesIsMadeOnceForAJarAndAJava() throws Exception {
    String java =
        "#!/bin/sh\nfor a; do case $a in -XX:ArchiveClassesAtExit=*) echo a >\"${a#*=}\";; esac;"
            + " done\nprintf '<%s>\\n' java \"$@\"\n";
    executable(bin.resolve("java"), java);
    // Of a launcher that was killed.
    Files.createDirectories(home.resolve("target/training.999999999/results"));

    Commands.Result first = run("keys").assertSucceeded();
    assertThat(first.err()).startsWith("making " + home.resolve("target/classes-"));
    assertThat(first.out()).containsPattern("<-XX:SharedArchiveFile=.*/target/classes-\\d+.jsa>\n");
    Commands.Result second = run("keys").assertSucceeded();
    assertThat(second.err()).isEmpty();
    assertThat(second.out()).isEqualTo(first.out());

    executable(bin.resolve("java"), java + "# another Java\n");
    assertThat(run("keys").assertSucceeded().err()).startsWith("making ");
    Files.setLastModifiedTime(Path.of(jar), FileTime.from(Instant.now().plusSeconds(10)));
    assertThat(run("keys").assertSucceeded().err()).startsWith("making ");
    try (Stream<Path> files = Files.list(home.resolve("target"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .allMatch(name -> name.matches("neardup.jar|embedded.classpath|classes-\\d+.jsa(.log)?"));
    }
  }

  /** Makes a folder as a package has it, and returns its {@code bin/neardup}. */
  private String unpacked(Path where) throws IOException {
    Path launcher = where.resolve("bin/neardup");
    Files.createDirectories(launcher.getParent());
    Files.copy(home.resolve("src/main/bin/neardup"), launcher);
    Files.copy(home.resolve("run-pipeline.sh"), where.resolve("run-pipeline.sh"));
    Files.createDirectories(where.resolve("lib"));
    for (String jar : List.of("neardup.jar", "lib/b.jar", "lib/B.jar", "lib/a.jar")) {
      Files.writeString(where.resolve(jar), "");
    }
    return launcher.toString();
  }

  private static List<String> inPackage(Path where, String... arguments) {
    String lib = where.resolve("lib").toString();
    String jars = lib + "/B.jar:" + lib + "/a.jar:" + lib + "/b.jar";
    return java(SMALL, where.resolve("neardup.jar") + ":" + jars, arguments);
  }

  @Test
  void aPackageRunsWithItsOwnLibraries() throws Exception {
    Path where = Files.createDirectories(folder.resolve("a package")).toRealPath();
    String launcher = unpacked(where);
    Files.delete(bin.resolve("mvn"));

    assertCalls(
        run(List.of(), launcher, "corpus", "list", "a b"),
        inPackage(where, "corpus", "list", "a b"));
    assertCalls(run(List.of("LC_ALL=en_US.UTF-8"), launcher), inPackage(where));
    Files.createSymbolicLink(bin.resolve("neardup"), Path.of(launcher));
    assertCalls(run(List.of(), "neardup", "--help"), inPackage(where, "--help"));

    String script = where.resolve("run-pipeline.sh").toString();
    assertCalls(run(List.of(), script, "in", "out"), inPackage(where, "pipeline", "in", "out"));
    assertThat(run(List.of(), script).assertSucceeded().out())
        .startsWith(printed(inPackage(where, "pipeline", where + "/hdfs-samples/pgdoc/input")))
        .containsPattern("<neardup-results-[-0-9]+>\n$");
    Commands.Result onCluster = run(List.of(), script, "--cluster", "in");
    assertThat(onCluster.err()).contains("--cluster needs the sources of neardup");
    assertThat(onCluster.status()).isEqualTo(2);

    print(bin.resolve("hadoop"));
    assertCalls(
        run(List.of(), launcher, "keys"),
        List.of("hadoop", "jar", where.resolve("neardup.jar").toString(), "keys"));
  }

  @Test
  void theHelpNamesTheCommandAsItWasTyped() throws Exception {
    String launcher = unpacked(Files.createDirectories(folder.resolve("package")));
    executable(bin.resolve("java"), "#!/bin/sh\necho \"$NEARDUP_COMMAND\"\n");

    assertThat(run(List.of(), launcher, "keys").out()).isEqualTo(launcher + "\n");
    Files.createSymbolicLink(bin.resolve("neardup"), Path.of(launcher));
    assertThat(run(List.of(), "neardup", "keys").out()).isEqualTo("neardup\n");
  }

  @Test
  void theJavaOfJavaHomePrevails() throws Exception {
    executable(folder.resolve("a java/bin/java"), "#!/bin/sh\nprintf '%s ' other \"$@\"\n");

    assertThat(runWith("JAVA_HOME=" + folder.resolve("a java"), "keys").assertSucceeded().out())
        .isEqualTo(String.join(" ", quick("keys")).replaceFirst("java", "other") + " ");
    assertCalls(runWith("JAVA_HOME=/no/such", "keys"), quick("keys"));
  }

  @Test
  void withoutArgumentsTheSamples() throws Exception {
    String out = run().assertSucceeded().out();

    String samples = home.resolve("hdfs-samples/pgdoc/input").toString();
    assertThat(out).startsWith(printed(quick("pipeline", samples)));
    assertThat(out).containsPattern("<" + Pattern.quote(home + "/target/results/") + "[-0-9]+>\n$");
  }

  @Test
  void inputsAndOptionsReachThePipeline() throws Exception {
    assertCalls(run("in", "out"), quick("pipeline", "in", "out"));
    assertThat(run("in").assertSucceeded().out()).contains("<in>\n<" + home + "/target/results/");
    assertCalls(
        run("-D", "a=b c", "1", "--resume", "-Dd=e", "2 3", "-conf", "x y.xml", "--new=4", "z"),
        quick("pipeline,-D,a=b c,--resume,-Dd=e,-conf,x y.xml,--new=4,1,2 3,z".split(",", -1)));
    assertThat(run("in", "-conf").status()).isEqualTo(2);
    assertCalls(
        run("in", "--fail-if", "a.b > 1", "out", "--fail-if=c<1"),
        quick("pipeline", "--fail-if", "a.b > 1", "--fail-if=c<1", "in", "out"));
    assertThat(run("in", "--fail-if").status()).isEqualTo(2);
    assertCalls(
        run("--tune", "0.99", "in", "out"), quick("pipeline", "--tune", "0.99", "in", "out"));
    assertCalls(
        run("--against", "a b", "in", "out"), quick("pipeline", "--against", "a b", "in", "out"));
  }

  @Test
  void aFirstWordThatNamesAVerbIsTheVerb() throws Exception {
    assertCalls(run("-Da=b", "verify", "--x", "ingest"), quick("verify", "-Da=b", "--x", "ingest"));
    assertCalls(run("./verify", "cluster"), quick("pipeline", "./verify", "cluster"));
    assertCalls(run("verifying", "out"), quick("pipeline", "verifying", "out"));
    assertCalls(run("keys"), quick("keys"));
  }

  @Test
  void oddArgumentsArriveAsTheyAre() throws Exception {
    String[] all = with(List.of("ingest"), ODD).toArray(new String[0]);

    assertCalls(run(all), embedded(all));
    assertCalls(run(ODD), with(embedded("pipeline"), ODD));
  }

  @Test
  void hadoopIsTakenFromItsHomeOrThePath() throws Exception {
    print(folder.resolve("hadoop home/bin/hadoop"));

    assertCalls(
        runWith("HADOOP_HOME=" + folder.resolve("hadoop home"), "in put", "out"),
        hadoop("hadoop", "pipeline", "in put", "out"));

    executable(bin.resolve("hadoop"), "#!/bin/sh\nprintf '<%s>\\n' path \"$@\"\n");
    assertCalls(run("corpus", "list", "a b"), hadoop("path", "corpus", "list", "a b"));
    assertThat(run().assertSucceeded().out())
        .startsWith(
            printed(
                hadoop("path", "pipeline", "file://" + home.resolve("hdfs-samples/pgdoc/input"))))
        .containsPattern("<neardup-results-[-0-9]+>\n$");
    assertThat(runWith("NEARDUP_JAR=a b.jar", "keys").err()).contains("no job jar a b.jar");
    Files.writeString(folder.resolve("a b.jar"), "");
    assertCalls(runWith("NEARDUP_JAR=a b.jar", "keys"), List.of("path", "jar", "a b.jar", "keys"));
  }

  static String[] jobs() {
    return "0-ingest 1-shingle-sort 2-band-bucket 3-candidate-list 4-verify 5-cluster 6-dedup"
        .split(" ", -1);
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void aJobRunsWithHadoopAndWithout(String name) throws Exception {
    String verb = name.substring(2);
    Path job = home.resolve("jobs").resolve(name);
    String conf = job.resolve("job.xml").toString();
    String script = job.resolve("run.sh").toString();

    assertCalls(run(List.of(), script, ODD), with(embedded(verb, "-conf", conf), ODD));
    assertCalls(run(List.of(), script), quick(verb, "-conf", conf));
    print(bin.resolve("hadoop"));
    assertCalls(run(List.of(), script, "a", "b"), hadoop("hadoop", verb, "-conf", conf, "a", "b"));
  }

  @Test
  void itIsBuiltIfItIsNotOrIsOlderThanTheSources() throws Exception {
    String mvn =
        printed(
            List.of(
                ("mvn -q -B -Dstyle.color=never -Dmaven.test.skip=true -Dexec.skip=true"
                        + " -Dassembly.skipAssembly=true package")
                    .split(" ", -1)));
    assertThat(run("keys").assertSucceeded().err()).doesNotContain("building");

    Files.setLastModifiedTime(
        home.resolve("pom.xml"), FileTime.from(Instant.now().plusSeconds(10)));
    assertThat(run("keys").assertSucceeded().err()).contains("building " + jar, mvn);

    Files.delete(Path.of(jar));
    Commands.Result failed = run("-Dmaven.repo.local=a b", "keys");
    assertThat(failed.err()).contains("<-Dmaven.repo.local=a b>\n<package>", "no job jar " + jar);
    assertThat(failed.status()).isEqualTo(1);
    assertThat(failed.out()).isEmpty();
  }

  @Test
  void aSymbolicLinkToTheScriptAndAnyFolderWillDo() throws Exception {
    Path links = Files.createDirectories(folder.resolve("some links"));
    Files.createSymbolicLink(links.resolve("absolute"), home.resolve("run-pipeline.sh"));
    Files.createSymbolicLink(links.resolve("neardup"), Path.of("absolute"));
    Files.createSymbolicLink(links.resolve("cluster"), home.resolve("src/cluster/cluster.sh"));

    assertCalls(
        run(List.of("CDPATH=/:/tmp"), links.resolve("neardup").toString(), "keys"), quick("keys"));
    assertThat(run("--help").assertSucceeded().out())
        .startsWith("Finds near-duplicates")
        .contains("\n  --cluster ", "NEARDUP_JAR names")
        .doesNotContain("set -euo");
    assertThat(
            run(List.of(), links.resolve("cluster").toString(), "--help").assertSucceeded().out())
        .startsWith("A Hadoop cluster of real daemons")
        .doesNotContain("set -euo");
  }

  @Test
  void onItsClusterLocalInputsAreNamedAsSuch() throws Exception {
    Path cluster = home.resolve("src/cluster/cluster.sh");
    executable(cluster, "#!/bin/sh\nprintf '<%s>\\n' cluster \"$@\"\n");
    print(folder.resolve("a cluster/bin/hadoop"));
    String variable = "NEARDUP_CLUSTER=" + folder.resolve("a cluster");
    Files.writeString(folder.resolve("local file"), "");
    Files.createDirectories(folder.resolve("local folder"));
    String here = "file://" + folder.toRealPath();

    Commands.Result result =
        runWith(variable, "--cluster", "-Da=b", "local file", "local folder/.", "in-hdfs", "out");
    assertThat(result.assertSucceeded().err()).isEqualTo(printed(List.of("cluster", "start")));
    String[] pipeline = {
      "pipeline", "-Da=b", here + "/local file", here + "/local folder", "in-hdfs", "out"
    };
    assertThat(result.out()).startsWith(printed(hadoop("hadoop", pipeline)));

    assertCalls(
        runWith(variable, "--cluster", "corpus", "list", "local file"),
        hadoop("hadoop", "corpus", "list", "local file"));
    assertThat(runWith(variable, "-Dmaven.a=b", "--cluster", "in").assertSucceeded().err())
        .isEqualTo(printed(List.of("cluster", "-Dmaven.a=b", "start")));
    assertThat(runWith(variable, "--cluster").assertSucceeded().out())
        .containsPattern("<pipeline>\n<samples/pgdoc>\n<results/[-0-9]+>");
  }

  @Test
  void theScriptOfTheClusterTakesOddArguments() throws Exception {
    Path cluster = folder.toRealPath().resolve("cluster");
    print(cluster.resolve("bin/hadoop"));
    String script = "src/cluster/cluster.sh";
    List<String> variables = List.of("NEARDUP_CLUSTER=" + cluster);

    assertCalls(
        run(variables, script, with(List.of("exec", "hadoop"), ODD).toArray(new String[0])),
        with(List.of("hadoop"), ODD));
    assertThat(run(variables, script, "stop").assertSucceeded().out()).contains("is stopped");
    assertThat(run(variables, script, "status").status()).isEqualTo(3);
    assertThat(run(variables, script, "kill", "namenode").err()).contains("does not run");
    assertThat(run(variables, script, "restart", "namenode").err()).contains("never been up");
    assertThat(run(variables, script).status()).isEqualTo(2);
    assertThat(run(variables, script, "exec").status()).isEqualTo(2);
    assertThat(run(List.of("NEARDUP_CLUSTER=/no/such"), script, "stop").status()).isZero();
  }

  /** Before bash 4.4 an empty array counts as unset, which ends a script under set -u. */
  @ParameterizedTest
  @MethodSource("scripts")
  void arraysMayBeEmpty(Path script) throws IOException {
    String text = Files.readString(script);
    Set<String> never = new HashSet<>();
    Matcher lists = Pattern.compile("(?m)^(\\w+)=\\(\\s*\\w[^()]*\\)").matcher(text);
    while (lists.find()) {
      never.add(lists.group(1));
    }
    String guarded = text.replaceAll("\\$\\{(\\w+)\\[@]\\+\"\\$\\{\\1\\[@]}\"}", "");
    Matcher expansions = Pattern.compile("(?m)^(?!\\s*#).*\\$\\{(\\w+)\\[[@*]]").matcher(guarded);
    while (expansions.find()) {
      assertThat(never).as(expansions.group()).contains(expansions.group(1));
    }
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void nothingThatOldOrOtherSystemsLack(Path script) throws IOException {
    for (String line : Files.readAllLines(script, StandardCharsets.UTF_8)) {
      if (!line.strip().startsWith("#")) {
        NOT_EVERYWHERE.lines().forEach(pattern -> assertThat(line).doesNotContainPattern(pattern));
      }
    }
  }
}
