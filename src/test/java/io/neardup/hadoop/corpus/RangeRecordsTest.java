package io.neardup.hadoop.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.format.Sources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RangeRecordsTest {

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(folder.resolve("file"), "a\tone\n\nb\ttwo\n");
  }

  private RangeRecords open(SourceFormat format, CorpusRange range) throws IOException {
    return new RangeRecords(new Sources(format).readers(), range);
  }

  private CorpusRange range() throws IOException {
    return Sources.whole(file);
  }

  /** Returns the range as ingest counts it. */
  private CorpusRange counted() throws IOException {
    try (RangeRecords records = open(SourceFormat.TSV, range())) {
      while (records.next()) {
        assertThat(records.record().isSkipped()).isEqualTo(records.lines() == 2);
      }
      assertThat(records.lines()).isEqualTo(3);
      return range().counted(0, records.documents(), records.skipped(), 0, records.checksum());
    }
  }

  private void requireIngested(CorpusRange range) throws IOException {
    try (RangeRecords records = open(SourceFormat.TSV, range)) {
      while (records.next()) {
        assertThat(records.record()).isNotNull();
      }
      records.requireIngested();
    }
  }

  @Test
  void aRangeOfOtherIdsTextsOrRecordsIsRefusedByName() throws IOException {
    CorpusRange counted = counted();
    assertThat(counted.documents()).isEqualTo(2);
    assertThat(counted.skipped()).isEqualTo(1);
    assertThatCode(() -> requireIngested(counted)).doesNotThrowAnyException();
    for (String changed :
        List.of("A\tone\n\nb\ttwo\n", "a\tonE\n\nb\ttwo\n", "a\tone\nx\n\ny\n\n\n")) {
      Files.writeString(file, changed);
      assertThatThrownBy(() -> requireIngested(counted))
          .as(changed)
          .isInstanceOf(CorpusChangedException.class)
          .hasMessageContaining(file + " has changed since it was ingested: bytes 0 to 13");
    }
    Files.writeString(file, "a\tone\n");
    assertThatThrownBy(() -> requireIngested(counted))
        .isInstanceOf(CorpusChangedException.class)
        .hasMessageContaining("then 13 bytes, now 6 bytes");
  }

  @Test
  void whatCannotBeReadIsOneRecordSetAside() throws IOException {
    try (RangeRecords records = open(SourceFormat.PARQUET, range())) {
      assertThat(records.next()).isTrue();
      assertThat(records.record().skipReason()).isEqualTo(SkipReason.DAMAGED_FILE);
      assertThat(records.record().detail()).contains("is not a Parquet file");
      assertThat(records.next()).isFalse();
      assertThat(records.skipped()).isEqualTo(1);
    }
  }
}
