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
    for (int agreement : new int[] {0, 1, 127, 128, 32_767}) {
      String text = "é".repeat(32_767 - agreement);
      written.set(agreement, Docs.doc("id" + agreement, text));
      DataOutputBuffer out = new DataOutputBuffer();
      written.write(out);
      DataInputBuffer in = new DataInputBuffer();
      in.reset(out.getData(), out.getLength());
      read.readFields(in);
      assertThat(in.getPosition()).isEqualTo(out.getLength());
      assertThat(read.agreement()).isEqualTo(agreement);
      assertThat(Docs.id(read.document())).isEqualTo("id" + agreement);
      assertThat(Docs.text(read.document())).isEqualTo(text);
    }
  }
}
