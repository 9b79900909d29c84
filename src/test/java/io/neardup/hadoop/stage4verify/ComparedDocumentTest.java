package io.neardup.hadoop.stage4verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.Docs;
import java.io.IOException;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.junit.jupiter.api.Test;

class ComparedDocumentTest {

  @Test
  void survivesWhateverWasReadBefore() throws IOException {
    ComparedDocument read = new ComparedDocument();
    ComparedDocument written = new ComparedDocument();
    for (int partners : new int[] {3, 0, 1, 2_000, 0}) {
      String text = "é".repeat(32_767 - partners);
      written.set(Docs.doc("id" + partners, text));
      for (int p = 0; p < partners; p++) {
        written.partners().add(p * 33L, 32_767 - p);
      }
      DataOutputBuffer out = new DataOutputBuffer();
      written.write(out);
      DataInputBuffer in = new DataInputBuffer();
      in.reset(out.getData(), out.getLength());
      read.readFields(in);
      assertThat(in.getPosition()).isEqualTo(out.getLength());
      assertThat(read.partners().size()).isEqualTo(partners);
      for (int p = 0; p < partners; p++) {
        assertThat(read.partners().column(p)).isEqualTo(p * 33L);
        assertThat(read.partners().agreement(p)).isEqualTo(32_767 - p);
      }
      assertThat(Docs.id(read.document())).isEqualTo("id" + partners);
      assertThat(Docs.text(read.document())).isEqualTo(text);
    }
  }
}
