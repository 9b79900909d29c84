package io.neardup.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.collection.lookup.Lookup;
import io.neardup.hadoop.pipeline.Pipeline.Existing;
import io.neardup.hadoop.pipeline.SummaryFigures;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.apache.hadoop.conf.Configuration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@link Neardup}. */
class NeardupTest {

  private static final String TEXT = "Pack my box with five dozen liquor jugs, and judge my vow.";

  @TempDir private Path folder;

  private final List<String> progress = new ArrayList<>();
  private Configuration conf;
  private Neardup neardup;

  @BeforeEach
  void writePages() throws IOException {
    conf = new Configuration();
    neardup = new Neardup(conf, progress::add);
    Files.writeString(
        folder.resolve("pages.tsv"),
        "a\t" + TEXT + "\nb\t" + TEXT + "!\nc\tsomething else altogether\n");
  }

  private org.apache.hadoop.fs.Path path(String name) {
    return new org.apache.hadoop.fs.Path(folder.resolve(name).toUri());
  }

  private List<org.apache.hadoop.fs.Path> pages() {
    return List.of(path("pages.tsv"));
  }

  private SummaryFigures pipeline() throws IOException {
    return neardup.pipeline(pages(), path("out"), Existing.REFUSE).figures();
  }

  @Test
  void resultsOfAPipelineAreFiguresAndReadByOtherVerbs() throws IOException {
    SummaryFigures figures = pipeline();
    assertThat(figures.documents().kept()).isEqualTo(2);
    assertThat(progress).anyMatch(line -> line.startsWith("[7/7] dedup: 2 documents kept"));
    assertThat(neardup.compare(path("out"), "a", "b", false).isPair()).isTrue();
    assertThat(neardup.audit(path("out"), 100, 1, 1_000).checks().faults()).isZero();
    neardup.tables(path("out"), "csv", path("tables"), false);
    assertThat(folder.resolve("tables/_SUCCESS")).exists();
  }

  @Test
  void stagesOneByOneGiveTheSameFiles() throws IOException {
    pipeline();
    assertThat(neardup.ingest(pages(), path("corpus"), null).columns()).isEqualTo(3);
    neardup.stage(Stage.SHINGLE_SORT, false, path("corpus"), path("1"));
    neardup.stage(Stage.BAND_BUCKET, false, path("1"), path("2"));
    neardup.stage(Stage.CANDIDATE_LIST, false, path("2"), path("3"));
    neardup.stage(Stage.VERIFY, false, path("corpus"), path("1"), path("3"), path("4"));
    neardup.stage(Stage.CLUSTER, false, path("corpus"), path("4"), path("5"));
    neardup.stage(Stage.DEDUP, false, path("corpus"), path("5"), path("6"));
    assertThat(folder.resolve("6/removed-by.tsv"))
        .hasSameTextualContentAs(folder.resolve("out/6-dedup/removed-by.tsv"));
    assertThatThrownBy(() -> neardup.stage(Stage.BAND_BUCKET, false, path("1"), path("2")))
        .isInstanceOf(UsageException.class);
    neardup.stage(Stage.BAND_BUCKET, true, path("1"), path("2"));
  }

  @Test
  void aCorpusIsCheckedAndItsCostIsPredicted() throws IOException {
    neardup.ingest(pages(), path("corpus"), null);
    var batch = neardup.batches(path("corpus")).get(0);
    assertThat(neardup.verify(batch, progress::add)).isZero();
    assertThatThrownBy(() -> neardup.batches(path("pages.tsv"))).isInstanceOf(UsageException.class);
    var explanation = neardup.explain(path("corpus"), 0, 0, 1 << 20, 100);
    assertThat(explanation.documents()).isEqualTo(3);
    assertThat(explanation.candidates()).isCloseTo(1, within(0.001));
    assertThat(explanation.stages()).hasSize(7);
    var best = neardup.tune(path("corpus"), 0.99, 1 << 20, 100).best();
    var run = neardup.pipeline(pages(), path("tuned"), Existing.REFUSE, 0.99);
    assertThat(run.settings().banding()).isEqualTo(best);
    conf.set("neardup.shingle.max-document-share", "0.5");
    new Neardup(conf).stopShingles(path("corpus"), path("stop"), false);
    assertThat(folder.resolve("stop/stop-shingles.tsv")).isNotEmptyFile();
  }

  @Test
  void aBatchByContainmentMayHaveNoDocuments() throws IOException {
    conf.set("neardup.candidate.measure", "containment");
    neardup = new Neardup(conf);
    neardup.add(pages(), path("c"), null, List.of());
    Files.writeString(folder.resolve("none.tsv"), "");
    var none = neardup.add(List.of(path("none.tsv")), path("c"), null, List.of());
    assertThat(none.figures().documents().in()).isZero();
    assertThat(neardup.list(path("c"))).hasSize(2);
  }

  @Test
  void aCollectionGrowsAndShrinks() throws IOException {
    var first = neardup.add(pages(), path("c"), null, List.of());
    assertThat(first.figures().documents().in()).isEqualTo(3);
    Files.writeString(folder.resolve("more.tsv"), "d\t" + TEXT + "\ne\tquite new, this one\n");
    List<org.apache.hadoop.fs.Path> more = List.of(path("more.tsv"));
    List<Lookup.Answer> answers = new ArrayList<>();
    neardup.lookup(path("c").toString(), more, answers::add, (file, record) -> {});
    assertThat(answers).hasSize(2);
    assertThat(answers.get(0).match().orElseThrow().id()).isEqualTo("a");
    assertThat(
            neardup
                .against(path("c").toString(), more, path("new"), false)
                .figures()
                .inCollection())
        .isEqualTo(1);
    var crossed = neardup.add(more, path("c"), "more", List.of("documents.in < 100"));
    assertThat(crossed.figures().crossed()).isNotEmpty();
    assertThat(neardup.list(path("c"))).hasSize(1);
    neardup.resumeAdd(List.of(), path("c"), null, List.of(), true);
    assertThat(neardup.list(path("c"))).hasSize(2);
    neardup.compact(path("c"), null);
    assertThat(neardup.drop(path("c"), "more").dropped()).isEqualTo(2);
    Files.writeString(folder.resolve("ids"), "c\nno\n");
    var dropped = neardup.dropIds(path("c"), path("ids"));
    assertThat(dropped.dropped()).isEqualTo(1);
    assertThat(dropped.missing().count()).isEqualTo(1);
    assertThat(
            neardup
                .export(path("c").toString(), path("exported"), Existing.REFUSE)
                .figures()
                .documents()
                .kept())
        .isEqualTo(1);
  }

  @Test
  void theSummaryNamesFilesOfBatchesThatExist() throws IOException {
    Files.writeString(folder.resolve("pages.tsv"), "a\tone\na\ttwo\n");
    Files.writeString(folder.resolve("more.tsv"), "b\tthree\nb\tfour\n");
    for (String file : List.of("pages.tsv", "more.tsv")) {
      neardup.add(List.of(path(file)), path("c"), null, List.of());
      var printed = new ByteArrayOutputStream();
      neardup
          .export(path("c").toString(), path("of " + file), Existing.REFUSE)
          .print(new PrintStream(printed, true, UTF_8));
      Matcher see =
          Pattern.compile("repeated ids .* see file:(\\S+)").matcher(printed.toString(UTF_8));
      assertThat(see.find()).isTrue();
      PathMatcher files = FileSystems.getDefault().getPathMatcher("glob:" + see.group(1));
      try (Stream<Path> all = Files.walk(folder)) {
        assertThat(all.filter(files::matches)).hasSize(neardup.list(path("c")).size());
      }
    }
  }

  @Test
  void errorsAreExceptionsAndTheConfigurationStays() throws IOException {
    int size = conf.size();
    pipeline();
    assertThatThrownBy(this::pipeline)
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--overwrite");
    assertThatThrownBy(() -> neardup.report(path("missing"))).isInstanceOf(UsageException.class);
    assertThat(conf.size()).isEqualTo(size);
    conf.set("neardup.shingle.sise", "3");
    assertThatThrownBy(() -> new Neardup(conf))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("did you mean neardup.shingle.size");
  }

  @Test
  void wrongArgumentsAreRefused() {
    List<org.apache.hadoop.fs.Path> none = List.of();
    org.apache.hadoop.fs.Path c = path("c");
    for (ThrowingCallable call :
        List.<ThrowingCallable>of(
            () -> neardup.pipeline(none, c, Existing.REFUSE),
            () -> neardup.ingest(none, c, null),
            () -> neardup.add(none, c, null, List.of()),
            () -> neardup.lookup("c", none, answer -> {}, (position, reason) -> {}),
            () -> neardup.stage(Stage.INGEST, false, c, c),
            () -> neardup.stage(Stage.SHINGLE_SORT, false, c),
            () -> neardup.stage(Stage.BAND_BUCKET, false, c, c, c, c),
            () -> neardup.stage(Stage.DEDUP, false, c, c, c, c),
            () -> neardup.audit(c, 0, 1, 1),
            () -> neardup.audit(c, 1L << 31, 1, 1),
            () -> neardup.explain(c, Double.NaN, 0, 1, 1),
            () -> neardup.explain(c, 0, -1, 1, 1),
            () -> neardup.tune(c, 0.9, 0, 1),
            () -> neardup.tuneContainment(c, 0.9, 1, 0))) {
      assertThatThrownBy(call)
          .isInstanceOf(UsageException.class)
          .hasMessageMatching(
              "there is no input|call ingest .*|.* takes \\d paths.*|.* must be .*");
    }
  }

  @Test
  void callsOfSeveralThreadsKeepApart() throws Exception {
    pipeline();
    List<Callable<Object>> calls = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      String number = String.valueOf(i);
      calls.add(() -> neardup.pipeline(pages(), path("out" + number), Existing.REFUSE));
      calls.add(() -> neardup.add(pages(), path("c" + number), null, List.of()));
    }
    calls.add(() -> neardup.audit(path("out"), 100, 1, 1_000));
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      for (Future<Object> call : threads.invokeAll(calls)) {
        call.get(); // throws what the call threw
      }
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void signaturesHaveNoTypesThatTheJarRelocates() {
    Set<Class<?>> seen = new HashSet<>();
    for (Class<?> type : List.of(Neardup.class, Similarity.class)) {
      check(type, seen);
    }
    assertThat(seen).contains(SummaryFigures.class, Lookup.Match.class);
  }

  private static void check(Type type, Set<Class<?>> seen) {
    if (type instanceof ParameterizedType of) {
      check(of.getRawType(), seen);
      for (Type argument : of.getActualTypeArguments()) {
        check(argument, seen);
      }
    } else if (type instanceof Class<?> of && of.isArray()) {
      check(of.getComponentType(), seen);
    } else if (type instanceof Class<?> of && !of.isPrimitive()) {
      assertThat(of.getName()).matches("(java|io\\.neardup|org\\.apache\\.hadoop)\\..*");
      if (of.getName().startsWith("io.neardup.") && seen.add(of)) {
        for (Method method : of.getDeclaredMethods()) {
          if (Modifier.isPublic(method.getModifiers()) && isApi(of)) {
            check(method.getGenericReturnType(), seen);
            List.of(method.getGenericParameterTypes()).forEach(each -> check(each, seen));
          }
        }
        if (of.isRecord()) {
          for (RecordComponent component : of.getRecordComponents()) {
            check(component.getGenericType(), seen);
          }
        }
      }
    }
  }

  private static boolean isApi(Class<?> type) {
    return type.getPackage().equals(Neardup.class.getPackage());
  }

  private static String jarOf(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }

  /** The program on the page runs as it stands there. */
  @Test
  void theProgramOnThePageRuns() throws Exception {
    String page = Files.readString(Path.of("src/site/markdown/java.md"));
    String program = page.substring(page.indexOf("```java\n") + 8);
    program = program.substring(0, program.indexOf("```"));
    assertThat(program.lines().count()).isLessThanOrEqualTo(25);
    Path source = Files.writeString(folder.resolve("CleanPages.java"), program);
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    int compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                said,
                said,
                "-proc:none",
                "-classpath",
                jarOf(Neardup.class) + File.pathSeparator + jarOf(Configuration.class),
                "-d",
                folder.toString(),
                source.toString());
    assertThat(compiled).as(said.toString(StandardCharsets.UTF_8)).isZero();
    PrintStream out = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {folder.toUri().toURL()}, Neardup.class.getClassLoader())) {
      System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
      String[] paths = {path("pages.tsv") + "", path("out") + "", path("tables") + ""};
      loader.loadClass("CleanPages").getMethod("main", String[].class).invoke(null, (Object) paths);
    } finally {
      System.setOut(out);
    }
    assertThat(printed.toString(StandardCharsets.UTF_8)).startsWith("2 documents kept\n0.");
    try (var files = Files.list(folder.resolve("tables/removals"))) {
      assertThat(files.map(Path::toString)).anyMatch(name -> name.endsWith(".parquet"));
    }
    assertThat(new File(folder.toFile(), "CleanPages.class")).exists();
  }
}
