package io.neardup.hadoop.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.pipeline.Pipelines;
import io.neardup.hadoop.stage0ingest.Ingests;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The pipeline on real documents, versions of manual pages, against the similarity of all their
 * pairs, which an audit of all documents computes: exact verification has precision 1 and loses no
 * candidate; hardly any similar pair is missed.
 */
class SamplesTruthTest {

  private static final Path SAMPLE = Path.of("hdfs-samples/pgdoc/input");
  private static final int ALL = 1_000_000;

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "char, 9, fast, whitespace",
    "word, 3, fast, none",
    "char, 9, universal, none",
    "word, 3, universal, fold"
  })
  void everyPairIsTrueAndHardlyOneIsMissed(
      String unit, String size, String scheme, String normalization) throws IOException {
    Configuration conf =
        Pipelines.conf(
            "neardup.shingle.unit=" + unit,
            "neardup.shingle.size=" + size,
            "neardup.signature.scheme=" + scheme,
            "neardup.text.normalization=" + normalization);
    Path output = folder.resolve("output");
    Pipelines.run(SAMPLE, output, conf);

    AuditFigures figures =
        Audit.run(conf, Pipelines.NOWHERE, Ingests.path(output), ALL, 0, Long.MAX_VALUE);

    assertThat(figures.sample().documents()).isEqualTo(figures.sample().corpus());
    assertThat(figures.checks().faults()).as("%s", figures.checks()).isZero();
    assertThat(figures.recall().pairs().number()).isGreaterThan(800); // each for both documents
    assertThat(figures.recall().bySimilarity())
        .filteredOn(band -> band.from() >= 0.85) // universal misses one with 8e-6 at most
        .hasSize(4)
        .allSatisfy(band -> assertThat(band.recall().number()).isEqualTo(band.recall().of()));
  }
}
