package io.neardup.hadoop.stage4verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.Docs;
import it.unimi.dsi.fastutil.longs.LongArrayList;
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
      LongArrayList list = new LongArrayList();
      for (int p = 0; p < partners; p++) {
        list.add(ComparedDocument.partner((1L << 40) - 1 - 33L * (partners - p), 32_767 - p));
      }
      written.set(Docs.doc("id" + partners, text), list);
      DataOutputBuffer out = new DataOutputBuffer();
      written.write(out);
      DataInputBuffer in = new DataInputBuffer();
      in.reset(out.getData(), out.getLength());
      read.readFields(in);
      assertThat(in.getPosition()).isEqualTo(out.getLength());
      assertThat(read.partners().toLongArray()).isEqualTo(list.toLongArray());
      for (int p = 0; p < partners; p++) {
        long partner = list.getLong(p);
        assertThat(ComparedDocument.column(partner))
            .isEqualTo((1L << 40) - 1 - 33L * (partners - p));
        assertThat(ComparedDocument.agreement(partner)).isEqualTo(32_767 - p);
      }
      assertThat(Docs.id(read.document())).isEqualTo("id" + partners);
      assertThat(Docs.text(read.document())).isEqualTo(text);
    }
  }
}
