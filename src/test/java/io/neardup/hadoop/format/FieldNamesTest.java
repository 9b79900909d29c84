package io.neardup.hadoop.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.corpus.RangeReaders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Readers name the fields of their records, for messages about fields that are not there. */
class FieldNamesTest {

  @TempDir private Path folder;

  private static List<String> names(RangeReaders readers, CorpusRange range) throws IOException {
    try (RangeReader reader = readers.open(range)) {
      assertThat(reader.next()).isTrue();
      return reader.fieldNames();
    }
  }

  private List<String> names(SourceFormat format, String content) throws IOException {
    Path file = folder.resolve("f." + format.key());
    Files.writeString(file, content);
    return names(StructuredFiles.readers(format), Sources.whole(file));
  }

  @Test
  void thoseOfTextFormatsAreInTheRecordOrTheHeader() throws IOException {
    assertThat(
            names(SourceFormat.JSONL, "{\"id\":1,\"a\":{\"b\":[{}]},\"text\":\"\",\"c\":null}\n"))
        .containsExactly("id", "a", "text", "c");
    assertThat(names(SourceFormat.CSV, "\ufefftext,\"a, b\",id\nx,y,z\n"))
        .containsExactly("text", "a, b", "id");
    assertThat(names(SourceFormat.TSV, "a\tone\n")).isEmpty();
  }
}
