package io.neardup;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.neardup.config.Keys;
import io.neardup.hadoop.format.GzipStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which package may use which, and what no class of the program may do. */
class LayersTest {

  private static final String ROOT = "io.neardup.";

  /**
   * Rooms from bottom to top, each with what it may use besides itself and the JDK. A room is a
   * package with those below it. In capitals: all rooms of a kind.
   */
  private static final String ARROWS =
      """
      sort:
      similarity: sort
      minhash: sort similarity
      text: sort
      lsh: sort minhash
      config: lsh
      graph: config
      audit: sort similarity
      gate: config
      hadoop.embedded: CORE
      hadoop.output: CORE hadoop.embedded
      hadoop.job: CORE hadoop.embedded hadoop.output
      hadoop.format: CORE hadoop.embedded hadoop.output hadoop.job
      hadoop.table: CORE hadoop.embedded hadoop.output hadoop.job hadoop.format
      hadoop.generation: config hadoop.output hadoop.job
      hadoop.corpus: CORE hadoop.embedded hadoop.output hadoop.job hadoop.format hadoop.table hadoop.generation
      hadoop.stage0ingest: CORE BASE
      hadoop.stopshingles: CORE BASE
      hadoop.stage1shinglesort: CORE BASE
      hadoop.stage2bandbucket: CORE BASE hadoop.stage1shinglesort
      hadoop.stage3candidatelist: CORE BASE hadoop.stage2bandbucket
      hadoop.stage4verify: CORE BASE hadoop.stage1shinglesort hadoop.stage3candidatelist
      hadoop.stage5cluster: CORE BASE hadoop.stage4verify
      hadoop.stage6dedup: CORE BASE hadoop.stage0ingest hadoop.stage5cluster
      hadoop.explain: CORE BASE STAGES
      hadoop.pipeline: CORE BASE STAGES
      hadoop.export: CORE BASE STAGES hadoop.pipeline
      hadoop.audit: CORE BASE STAGES hadoop.pipeline
      hadoop.collection: CORE BASE STAGES hadoop.explain hadoop.pipeline
      hadoop.report: CORE BASE STAGES hadoop.audit hadoop.pipeline
      api: CORE BASE STAGES hadoop.explain hadoop.export hadoop.audit hadoop.pipeline hadoop.report hadoop.collection
      cli: api CORE BASE hadoop.stage0ingest hadoop.stopshingles hadoop.explain hadoop.export hadoop.audit hadoop.pipeline hadoop.report hadoop.collection
      """;

  private static final String KINDS_OF_ROOMS =
      """
      CORE: sort similarity minhash text lsh config graph audit gate
      BASE: hadoop.embedded hadoop.output hadoop.job hadoop.format hadoop.table hadoop.generation hadoop.corpus
      STAGES: hadoop.stage0ingest hadoop.stopshingles hadoop.stage1shinglesort hadoop.stage2bandbucket hadoop.stage3candidatelist hadoop.stage4verify hadoop.stage5cluster hadoop.stage6dedup
      """;

  private static final Map<String, List<String>> KINDS = lists(KINDS_OF_ROOMS, Map.of());

  private static JavaClasses classes;

  @BeforeAll
  static void importClasses() throws URISyntaxException {
    // Where the classes are, not where the tests of the same packages are.
    Path main = Path.of(Keys.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    classes = new ClassFileImporter().importPath(main);
  }

  /** Returns each room with the rooms that it may use. */
  private static Map<String, List<String>> arrows() {
    return lists(ARROWS, KINDS);
  }

  /** Returns the names of each line, a name of several by these. */
  private static Map<String, List<String>> lists(String lines, Map<String, List<String>> several) {
    Map<String, List<String>> lists = new LinkedHashMap<>();
    lines
        .lines()
        .map(line -> line.split(": ?", -1))
        .forEach(
            line ->
                lists.put(
                    line[0],
                    Arrays.stream(line[1].split(" ", -1))
                        .filter(word -> !word.isEmpty())
                        .flatMap(word -> several.getOrDefault(word, List.of(word)).stream())
                        .toList()));
    return lists;
  }

  static Set<String> rooms() {
    return arrows().keySet();
  }

  private static boolean isIn(JavaClass type, String room) {
    return (type.getPackageName() + ".").startsWith(ROOT + room + ".");
  }

  private static DescribedPredicate<JavaClass> ours(List<String> notIn) {
    return describe(
        "outside of " + notIn,
        type ->
            type.getPackageName().startsWith(ROOT)
                && notIn.stream().noneMatch(room -> isIn(type, room)));
  }

  @Test
  void everyClassIsInOneRoomAndTheOrderIsFromBottomToTop() {
    for (JavaClass type : classes) {
      assertThat(rooms()).as(type.getName()).filteredOn(room -> isIn(type, room)).hasSize(1);
    }
    List<String> rooms = List.copyOf(rooms());
    arrows()
        .forEach(
            (room, used) ->
                assertThat(rooms.subList(0, rooms.indexOf(room)))
                    .as("rooms below %s", room)
                    .containsAll(used));
  }

  @ParameterizedTest
  @MethodSource("rooms")
  void aRoomUsesOnlyWhatItMay(String room) {
    List<String> allowed = Stream.concat(Stream.of(room), arrows().get(room).stream()).toList();
    noClasses()
        .that()
        .resideInAPackage(ROOT + room + "..")
        .should()
        .dependOnClassesThat(are(ours(allowed)))
        .check(classes);
  }

  @Test
  void thePageForMaintainersSaysWhatEachRoomIsFor() throws IOException {
    String page = Files.readString(Path.of("src/site/markdown/maintaining.md"));
    assertThat(rooms())
        .filteredOn(room -> !room.matches("hadoop\\.stage[1-5].*")) // it names the first and last
        .allMatch(room -> page.contains("`" + room.replace('.', '/') + "`"));
  }

  @Test
  void packagesAreFreeOfCycles() {
    slices().matching("io.neardup.(**)").should().beFreeOfCycles().check(classes);
  }

  /** The names of a format's classes begin alike. */
  @ParameterizedTest
  @ValueSource(strings = {"Avro", "Csv", "Json", "Parquet", "Text", "Warc"})
  void aFormatDoesNotKnowTheOthers(String format) {
    noClasses()
        .that()
        .haveNameMatching(".*\\.hadoop\\.format\\." + format + "\\w+")
        .should()
        .dependOnClassesThat()
        .haveNameMatching(
            ".*\\.hadoop\\.format\\.(?!" + format + ")(Avro|Csv|Json|Parquet|Text|Warc).*")
        .check(classes);
  }

  @Test
  void theCoreDoesNotKnowHadoop() {
    noClasses()
        .that(
            are(
                describe(
                    "in the core",
                    type -> KINDS.get("CORE").stream().anyMatch(room -> isIn(type, room)))))
        .should()
        .dependOnClassesThat(resideInAPackage("org.apache.hadoop.."))
        .check(classes);
  }

  @Test
  void theOldApiOfMapReduceIsNotUsed() {
    noClasses()
        .that()
        // A JobConf loads mapred-site.xml before Hadoop's generic options are read.
        .doNotHaveFullyQualifiedName("io.neardup.cli.Driver")
        .and() // Hadoop's place for a shuffle of one's own
        .doNotHaveFullyQualifiedName("io.neardup.hadoop.embedded.LocalMerge")
        .should()
        .dependOnClassesThat(resideInAPackage("org.apache.hadoop.mapred.."))
        .check(classes);
  }

  /** Its memory lies outside of the heap, and the JDK's streams do not free that of one given. */
  @Test
  void anInflaterIsGivenOnlyToAStreamThatEndsIt() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName(GzipStream.class.getName())
        .should()
        .callConstructor(InflaterInputStream.class, InputStream.class, Inflater.class)
        .check(classes);
  }

  @Test
  void noStaticFieldCanBeChanged() {
    fields().that().areStatic().should().beFinal().check(classes);
  }

  /** A number in the words of the machine's language could be read back by no program. */
  @Test
  void textIsFormattedWithALocale() {
    noClasses()
        .should()
        .callMethod(String.class, "format", String.class, Object[].class)
        .orShould()
        .callMethod(String.class, "formatted", Object[].class)
        .orShould()
        .callMethod(String.class, "toLowerCase")
        .orShould()
        .callMethod(String.class, "toUpperCase")
        .orShould()
        .callMethod(PrintStream.class, "printf", String.class, Object[].class)
        .orShould()
        .callMethod(PrintStream.class, "format", String.class, Object[].class)
        .check(classes);
  }
}
