package io.neardup.reference;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.config.Settings;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The chain on a handful of documents whose pairs are known. */
class ReferencePipelineTest {

  private static ReferencePipeline pipeline(String... namesAndValues) {
    Map<String, String> entries = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      entries.put(Settings.PREFIX + namesAndValues[i], namesAndValues[i + 1]);
    }
    return new ReferencePipeline(Settings.read(entries.entrySet()), true, null);
  }

  private static void add(ReferencePipeline pipeline, String id, String elements) {
    pipeline.add(id, elements.replace(' ', '\n').getBytes(UTF_8));
  }

  @Test
  void copiesAreFoundAndEmptyDocumentsAreNot() {
    ReferencePipeline pipeline = pipeline();
    add(pipeline, "first", "a b c");
    add(pipeline, "empty", "");
    add(pipeline, "copy", "c b a b");
    add(pipeline, "empty too", "");
    add(pipeline, "other", "x y z");

    assertThat(pipeline.columns()).isEqualTo(5);
    assertThat(pipeline.signatures()).hasSize(3 * 408);
    assertThat(ByteBuffer.wrap(pipeline.signatures()).getLong(408)).isEqualTo(2);
    assertThat(pipeline.candidateLines()).containsExactly("0\t2");
    assertThat(pipeline.bucketLines()).hasSize(20).allMatch(line -> line.endsWith("\t1\t0 2"));
    assertThat(pipeline.pairLines()).containsExactly("first\tcopy\t1.000000\t1.000000\t3\t3\t3\t3");
  }

  @Test
  void pairsBelowTheThresholdAreNotKept() {
    // 20 bands of one row: {a,b,c,d} and {a,b,c} share a bucket but with (1/4)^20.
    String[] options = {"banding.rows", "1", "verify.max-miss-rate", "0", "similarity.threshold"};
    for (String threshold : new String[] {"0.75", "0.76"}) {
      ReferencePipeline pipeline =
          pipeline(options[0], options[1], options[2], options[3], options[4], threshold);
      add(pipeline, "A", "a b c d");
      add(pipeline, "B", "a b c");

      assertThat(pipeline.candidateLines()).containsExactly("0\t1");
      if (threshold.equals("0.75")) {
        assertThat(pipeline.pairLines()).hasSize(1);
        assertThat(pipeline.pairLines().get(0))
            .matches("A\tB\t0\\.\\d{6}\t0\\.750000\t3\t4\t(3\t4|4\t3)");
      } else {
        assertThat(pipeline.pairLines()).isEmpty();
      }
    }
  }

  @Test
  void bySignatureTheLastFiveFieldsAreEmpty() {
    ReferencePipeline pipeline = pipeline("verify", "signature");
    add(pipeline, "A", "a");
    add(pipeline, "B", "a");

    assertThat(pipeline.pairLines()).containsExactly("A\tB\t1.000000\t\t\t\t\t");
  }

  @Test
  void withoutVerificationThereAreNoPairs() {
    assertThatThrownBy(() -> pipeline("verify", "none").pairLines())
        .isInstanceOf(IllegalStateException.class);
  }
}
