package io.neardup.hadoop.output;

import static io.neardup.hadoop.Refusals.assertFails;
import static io.neardup.hadoop.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.Mr;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.stage0ingest.IngestCounters;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link StageFolder}, {@link StageMetadata}, {@link StageContext} and {@link Corpus}. */
class StageFolderTest {

  private static final Map<String, String> PROVENANCE = Map.of("version of shingle-sort", "6");

  @TempDir private java.nio.file.Path temp;
  private final ByteArrayOutputStream progress = new ByteArrayOutputStream();

  private StageFolder folder(String name) throws IOException {
    return new StageFolder(Mr.conf(), new Path(temp.resolve(name).toUri()));
  }

  private static StageMetadata metadata(Stage stage, String... entries) {
    return madeBy(stage, PROVENANCE, "corpus", entries);
  }

  private static StageMetadata madeBy(
      Stage stage, Map<String, String> provenance, String corpus, String... entries) {
    return StageMetadata.of(
        stage,
        HadoopSettings.of(Mr.conf(entries)),
        provenance,
        corpus,
        Map.of("columns", "7"),
        Map.of("DOCUMENTS", 7L),
        Map.of("JOBS", 2L),
        1.25);
  }

  private StageFolder complete(String name, Stage stage) throws IOException {
    StageFolder folder = folder(name);
    folder.complete(metadata(stage));
    return folder;
  }

  // StageMetadata

  @Test
  void metadataSurvive() throws IOException {
    StageMetadata metadata = metadata(Stage.BAND_BUCKET, "neardup.ingest.id-field=\"é\"\n");
    StageFolder folder = folder("out");
    folder.complete(metadata);
    StageMetadata read = folder.require(Stage.BAND_BUCKET);
    assertThat(read).isEqualTo(metadata);
    assertThat(read.columns()).isEqualTo(7);
    assertThat(read.count(IngestCounters.DOCUMENTS)).isEqualTo(7);
    assertThat(read.count(IngestCounters.SKIPPED)).isZero();
    assertThat(read.stage()).isEqualTo("band-bucket");
    assertThat(read.versions()).containsKeys("neardup", "hadoop", "java");
    assertThat(read.configuration()).containsEntry("neardup.similarity.threshold", "0.8");
    assertThat(read.deciding()).doesNotContainKey("neardup.similarity.threshold");
  }

  @Test
  void theFingerprintIsOfStageCorpusAndWhatDecides() {
    Map<String, String> deciding = Map.of("a", "1", "b", "2");
    String fingerprint = StageMetadata.fingerprint(Stage.VERIFY, deciding, PROVENANCE, "corpus");
    assertThat(fingerprint).matches("[0-9a-f]{32}");
    Map<String, String> other = Map.of("a", "1", "b", "3");
    Map<String, String> more = Map.of("a", "1", "b", "2", "c", "");
    assertThat(
            List.of(
                StageMetadata.fingerprint(Stage.INGEST, deciding, PROVENANCE, "corpus"),
                StageMetadata.fingerprint(Stage.VERIFY, deciding, PROVENANCE, "other"),
                StageMetadata.fingerprint(Stage.VERIFY, deciding, Map.of(), "corpus"),
                StageMetadata.fingerprint(Stage.VERIFY, other, PROVENANCE, "corpus"),
                StageMetadata.fingerprint(Stage.VERIFY, more, PROVENANCE, "corpus")))
        .doesNotContain(fingerprint);
  }

  @Test
  void whatDecidesNoResultDoesNotChangeTheFingerprint() {
    String fingerprint = metadata(Stage.SHINGLE_SORT).fingerprint();
    assertThat(
            metadata(
                    Stage.SHINGLE_SORT,
                    "neardup.signature.plan=local",
                    "neardup.signature.pruning=false",
                    "neardup.signature.block-columns=7",
                    "neardup.document.split-bytes=9",
                    "neardup.similarity.threshold=0.5") // of a later stage
                .fingerprint())
        .isEqualTo(fingerprint);
    assertThat(metadata(Stage.SHINGLE_SORT, "neardup.signature.seed=2").fingerprint())
        .isNotEqualTo(fingerprint);
    assertThat(metadata(Stage.SHINGLE_SORT, "neardup.signature.seed=1").fingerprint())
        .isEqualTo(fingerprint); // the default, said
  }

  /** Vectors of FIPS 180-2, cut to 128 bits; the second is longer than the buffer. */
  @Test
  void hashesAreThoseOfSha256() throws IOException {
    assertThat(hash("abc")).isEqualTo("ba7816bf8f01cfea414140de5dae2223");
    assertThat(hash("a".repeat(1_000_000))).isEqualTo("cdc76e5c9914fb9281a1c7e284d73e67");
  }

  private static String hash(String text) {
    return StageMetadata.hash(text.getBytes(StandardCharsets.US_ASCII));
  }

  @ParameterizedTest
  @ValueSource(strings = {StageFolder.SUCCESS, StageFolder.METADATA})
  void aFolderWithoutEitherMarkIsIncomplete(String missing) throws IOException {
    StageFolder folder = complete("out", Stage.BAND_BUCKET);
    Files.delete(temp.resolve("out").resolve(missing));
    assertThat(folder.isComplete()).isFalse();
    assertRefused(
        () -> folder.require(Stage.BAND_BUCKET), "is not a complete output of band-bucket");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "null",
        "{}",
        "not JSON",
        "{\"stage\":\"band-bucket\"}",
        "{\"x\":1}"
      })
  void damagedMetadataAreRefused(String json) throws IOException {
    StageFolder folder = complete("out", Stage.BAND_BUCKET);
    Files.writeString(temp.resolve("out").resolve(StageFolder.METADATA), json);
    // The local file system's checksum would be wrong, too.
    Files.deleteIfExists(temp.resolve("out").resolve("." + StageFolder.METADATA + ".crc"));
    assertRefused(() -> folder.require(Stage.BAND_BUCKET), StageFolder.METADATA + " is damaged");
  }

  @Test
  void whatDecidedAnInputIsTakenOver() throws IOException {
    Configuration conf = Mr.conf("neardup.banding.rows=5");
    StageFolder.inherit(
        conf, new Path("in"), metadata(Stage.SHINGLE_SORT, "neardup.banding.bands=40"));
    assertThat(conf.get("neardup.banding.bands")).isEqualTo("40");
    assertThat(conf.get("neardup.banding.rows")).isEqualTo("5");
    assertThat(conf.get("neardup.signature.seed")).isEqualTo("1");
    assertThat(conf.get("neardup.similarity.threshold")).isNull(); // of a later stage
    assertThat(conf.get("neardup.signature.plan")).isNull();
  }

  @Test
  void anotherConfigurationIsRefusedWithEveryKeyThatDiffers() {
    Configuration conf =
        Mr.conf(
            "neardup.banding.bands=20",
            "neardup.signature.seed=9",
            "neardup.banding.rows=5",
            "neardup.similarity.threshold=0.1",
            "neardup.signature.plan=local");
    StageMetadata metadata = metadata(Stage.SHINGLE_SORT, "neardup.banding.bands=40");
    assertThatThrownBy(() -> StageFolder.inherit(conf, new Path("in"), metadata))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("in was made with another configuration")
        .hasMessageContaining("neardup.banding.bands: made with 40, now set to 20")
        .hasMessageContaining("neardup.signature.seed: made with 1, now set to 9")
        .hasMessageNotContaining("neardup.banding.rows")
        .hasMessageNotContaining("neardup.similarity.threshold")
        .hasMessageNotContaining("neardup.signature.plan");
    assertThat(conf.get("neardup.signature.scheme")).isNull(); // nothing was taken over
  }

  @Test
  void theSameValueWrittenOtherwiseIsTheSame() throws IOException {
    Configuration conf =
        Mr.conf(
            "neardup.similarity.threshold=0.80",
            "neardup.shingle.multiset=FALSE",
            "neardup.banding.bands= 020 ");
    StageFolder.inherit(conf, new Path("in"), metadata(Stage.VERIFY));
    assertThat(conf.get("neardup.similarity.threshold")).isEqualTo("0.8");
  }

  /** Such as by another jar: its columns would not fit those that are made now. */
  @Test
  void anInputOfAnotherVersionOfTheAlgorithmsIsRefused() {
    StageMetadata old =
        madeBy(Stage.SHINGLE_SORT, Map.of("version of shingle-sort", "0"), "corpus");
    assertRefused(
        () -> StageFolder.inherit(Mr.conf(), new Path("in"), old),
        "in is out of date",
        "version of shingle-sort: made with 0, now 6");
  }

  @Test
  void aBatchOfAnotherVersionSaysWhatToDo() {
    StageMetadata old = madeBy(Stage.INGEST, Map.of("version of ingest", "1"), "corpus");
    assertRefused(
        () -> StageFolder.requireVersions(new Path("corpus/batches/00000"), old),
        "corpus/batches/00000 is out of date; ingest its files again, into a new corpus or"
            + " collection:",
        "version of ingest: made with 1, now 6");
  }

  @Test
  void anInputFoldedUnderAnotherUnicodeIsRefused() throws IOException {
    Configuration conf = Mr.conf("neardup.text.normalization=fold");
    Map<String, String> provenance =
        Provenance.of(conf, HadoopSettings.of(conf), Stage.SHINGLE_SORT);
    assertThat(provenance.get("unicode")).matches("[0-9.]+, ICU [0-9.]+");
    Map<String, String> older = new HashMap<>(provenance);
    older.put("unicode", "6.2");
    StageMetadata folded =
        madeBy(Stage.SHINGLE_SORT, older, "corpus", "neardup.text.normalization=fold");
    assertRefused(
        () -> StageFolder.inherit(Mr.conf(), new Path("in"), folded),
        "unicode: made with 6.2, now " + provenance.get("unicode"));
  }

  /** Stop shingles were sought by it; it is a key of stage 5, too. */
  @Test
  void theFieldOfTheSourcesIsTakenOver() throws IOException {
    String share = "neardup.shingle.document-share-of=source";
    Configuration conf = Mr.conf(share, "neardup.cluster.source-field=site");
    Map<String, String> provenance =
        Provenance.of(conf, HadoopSettings.of(conf), Stage.SHINGLE_SORT);
    StageMetadata made = madeBy(Stage.SHINGLE_SORT, provenance, "corpus", share);
    Configuration next = Mr.conf();
    StageFolder.inherit(next, new Path("in"), made);
    assertThat(next.get("neardup.cluster.source-field")).isEqualTo("site");
    Configuration other = Mr.conf("neardup.cluster.source-field=page");
    assertRefused(
        () -> StageFolder.inherit(other, new Path("in"), made), "made with site, now page");
  }

  /** Only the path of the file was compared, so that shingles that do not fit could be mixed. */
  @Test
  void anInputMadeWithAnotherContentOfTheStopWordFileIsRefused() throws IOException {
    java.nio.file.Path words = Files.writeString(temp.resolve("words"), "the\nof\n");
    String[] keys = {
      "neardup.shingle.unit=stopword", "neardup.shingle.stop-words=" + words.toUri()
    };
    Path out = new Path(temp.resolve("out").toUri());
    try (StageContext context = context(false, keys)) {
      OwnedFolder output = context.newOutput(out, Stage.SHINGLE_SORT);
      context.complete(output, Stage.SHINGLE_SORT, "corpus", Facts.none(), "done");
    }
    StageMetadata made = folder("out").require(Stage.SHINGLE_SORT);
    StageFolder.inherit(Mr.conf(), out, made);
    Files.writeString(words, "the\nof\nand\n");
    assertRefused(
        () -> StageFolder.inherit(Mr.conf(), out, made), "content of neardup.shingle.stop-words: ");
    Files.delete(words); // who needs it says so
    StageFolder.inherit(Mr.conf(), out, made);
  }

  @Test
  void aStopWordFileThatChangesMeanwhileFailsTheStage() throws IOException {
    java.nio.file.Path words = Files.writeString(temp.resolve("words"), "the\nof\n");
    StageContext context =
        context(
            false, "neardup.shingle.unit=stopword", "neardup.shingle.stop-words=" + words.toUri());
    Path out = new Path(temp.resolve("out").toUri());
    OwnedFolder output = context.newOutput(out, Stage.SHINGLE_SORT);
    Files.writeString(words, "and\n");
    assertFails(
        () -> context.complete(output, Stage.SHINGLE_SORT, "corpus", Facts.none(), "done"),
        "what decides the result changed while it was made",
        "content of neardup.shingle.stop-words");
    assertThat(temp.resolve("out")).doesNotExist();
  }

  // StageContext

  private StageContext context(boolean overwrite, String... entries) {
    return new StageContext(
        Mr.conf(entries),
        new PrintStream(progress, true, StandardCharsets.UTF_8),
        "label:",
        overwrite);
  }

  private StageMetadata make(boolean overwrite, Path out, String content) throws IOException {
    StageContext context = context(overwrite);
    OwnedFolder output = context.newOutput(out, Stage.VERIFY);
    FileSystem fs = out.getFileSystem(Mr.conf());
    try (OutputStream part = fs.create(new Path(output.result(), "part-r-00000"))) {
      part.write(content.getBytes(StandardCharsets.UTF_8));
    }
    return context.complete(
        output, Stage.VERIFY, "corpus", Facts.none().with(Fact.COLUMNS, 3), "done");
  }

  @Test
  void anExistingOutputIsReplacedOnlyIfAskedAndOurs() throws IOException {
    java.nio.file.Path folder = temp.resolve("out");
    Path out = new Path(folder.toUri());
    StageMetadata metadata = make(false, out, "first");
    assertThat(folder("out").require(Stage.VERIFY)).isEqualTo(metadata);
    folder("out").requireFiles();
    assertThat(folder.resolve("part-r-00000")).hasContent("first");
    assertThat(folder.resolve("_work")).doesNotExist();
    assertThat(progress.toString(StandardCharsets.UTF_8)).matches("label: done  \\(.* s\\)\\R");

    assertRefused(
        () -> context(false).newOutput(out, Stage.VERIFY), "out exists; --overwrite replaces it");
    assertThat(folder.resolve("part-r-00000")).hasContent("first");
    assertRefused(
        () -> context(true).newOutput(out, Stage.CLUSTER),
        "is the output of neardup verify, not of cluster");
    make(true, out, "second");
    assertThat(folder.resolve("part-r-00000")).hasContent("second");
  }

  /** Half an output is nobody's result, so that the next run need not be told to replace it. */
  @Test
  void whatAKilledRunLeftIsReplaced() throws IOException {
    java.nio.file.Path folder = temp.resolve("out");
    Path out = new Path(folder.toUri());
    make(false, out, "whole");
    Files.delete(folder.resolve(StageFolder.SUCCESS));
    Files.delete(folder.resolve(StageFolder.METADATA));
    Files.createDirectories(folder.resolve("_work/result"));
    make(false, out, "again");
    assertThat(folder.resolve("part-r-00000")).hasContent("again");
    assertThat(folder.resolve("_work")).doesNotExist();
  }

  @Test
  void aFailedStageRemovesWhatItMade() throws IOException {
    Path out = new Path(temp.resolve("out").toUri());
    StageContext context = context(false);
    OwnedFolder output = context.newOutput(out, Stage.VERIFY);
    out.getFileSystem(Mr.conf()).create(new Path(output.result(), "part-r-00000")).close();
    context.balance("documents and columns", 7, 7);
    assertThatThrownBy(() -> context.balance("documents and columns", 7, 8))
        .isInstanceOf(StageFailedException.class)
        .hasMessage("label: does not balance: documents and columns: 7 against 8");
    assertThat(temp.resolve("out")).doesNotExist();
  }

  @Test
  void anInputIsTakenOnlyAsItWasWritten() throws IOException {
    java.nio.file.Path folder = Files.createDirectories(temp.resolve("pairs/columns")).getParent();
    Files.writeString(folder.resolve("part-r-00000"), "one\n");
    Files.writeString(folder.resolve("columns/part-r-00001"), "two\n");
    complete("pairs", Stage.VERIFY);
    Path pairs = new Path(folder.toUri());
    assertThat(folder.resolve("_files.tsv"))
        .hasContent("columns/part-r-00001\t4\t-\npart-r-00000\t4\t-\n");
    assertThat(context(false).inherit(pairs, Stage.VERIFY)).isEqualTo(metadata(Stage.VERIFY));

    Files.writeString(folder.resolve("_note"), "that no job reads");
    context(false).inherit(pairs, Stage.VERIFY);
    Files.writeString(folder.resolve("part-r-00002"), "");
    assertChanged(pairs, "part-r-00002 does not belong there: ");
    Files.delete(folder.resolve("part-r-00002"));
    Files.writeString(folder.resolve("columns/part-r-00001"), "three\n");
    assertChanged(pairs, "columns/part-r-00001 has 6 bytes, not 4: ");
    Files.delete(folder.resolve("columns/part-r-00001"));
    assertChanged(pairs, "columns/part-r-00001 is missing: ");
    Files.writeString(folder.resolve("_files.tsv"), "part-r-00000\t4");
    Files.delete(folder.resolve("._files.tsv.crc"));
    assertChanged(pairs, "_files.tsv is damaged: ");
    Files.delete(folder.resolve("_files.tsv"));
    assertChanged(pairs, "_files.tsv is missing: ");
  }

  private void assertChanged(Path folder, String how) {
    assertThatThrownBy(() -> context(false).inherit(folder, Stage.VERIFY))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(how)
        .hasMessageEndingWith(" has changed since it was written; delete it and make it again");
  }

  // Corpus

  private Path writeCorpus(long position) throws IOException {
    java.nio.file.Path data = Files.writeString(temp.resolve("data.tsv"), "a\tb\n");
    java.nio.file.Path corpus = Files.createDirectories(temp.resolve("corpus/batches/00000"));
    String manifest =
        CorpusManifest.line(
                CorpusRange.uncounted(
                    new Path(data.toUri()).toString(),
                    "data.tsv",
                    0,
                    4,
                    4,
                    Files.getLastModifiedTime(data).toMillis()))
            + "\n";
    Files.writeString(corpus.resolve(CorpusManifest.FILE), manifest);
    Facts facts =
        Facts.none()
            .with(Fact.COLUMNS, 1)
            .with(Fact.BYTES, 4)
            .with(Fact.FILES, 1)
            .with(Fact.FORMAT, "tsv")
            .with(Fact.CONTENT, "text")
            .with(Fact.FIELDS, "[]")
            .with(Fact.BATCH, "batch-00000")
            .with(Fact.POSITION, position);
    new StageFolder(Mr.conf(), new Path(corpus.toUri()))
        .complete(context(false).metadata(Stage.INGEST, hash(manifest), facts));
    return new Path(temp.resolve("corpus").toUri());
  }

  /** It would else be read as if the later batches did not exist. */
  @Test
  void aMissingBatchIsAnErrorByName() throws IOException {
    Path path = writeCorpus(1);
    assertRefused(
        () -> Corpus.open(context(false), path),
        ": batch 0 is missing, but ",
        "corpus/batches/00000 exists");
  }

  @Test
  void sourcesOfAnotherManifestAreRefused() throws IOException {
    Path path = writeCorpus(0);
    java.nio.file.Path manifest = temp.resolve("corpus/batches/00000").resolve(CorpusManifest.FILE);
    Files.writeString(manifest, Files.readString(manifest).replace("data.tsv", "other.tsv"));
    Corpus corpus = Corpus.open(context(false), path);
    assertRefused(() -> corpus.requireSources(Mr.conf()), "is not the manifest that ingest wrote");
  }
}
