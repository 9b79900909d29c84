package io.neardup.hadoop.stage4verify;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.stage1shinglesort.Schemes;
import io.neardup.minhash.ColumnSketcher;
import io.neardup.minhash.SignatureScheme;
import io.neardup.text.DocumentShingler;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/** The set of 64-bit elements of a document that a comparison looks at. */
interface DocumentElements {

  /** Returns the elements, which may repeat; the next call may overwrite the list. */
  LongArrayList of(DocumentWritable document);

  /** Returns elements of which each stands for a shingle of a document. */
  static DocumentElements shingles(Configuration conf, Settings settings) throws IOException {
    return of(Shinglers.forComparisons(conf, settings));
  }

  private static DocumentElements of(DocumentShingler shingler) {
    return document ->
        shingler.elements(document.textBytes(), document.textOffset(), document.textLength());
  }

  /** Returns elements of which no document has any. */
  static DocumentElements none() {
    LongArrayList nothing = new LongArrayList();
    return document -> nothing;
  }

  /**
   * Returns elements that are the slots of a document's signature, each with its number. So two
   * documents have as many elements in common as their signatures have equal slots. A document
   * without shingles has none.
   */
  static DocumentElements slots(Configuration conf, Settings settings) throws IOException {
    DocumentElements shingles = of(Shinglers.of(conf, settings));
    int slots = numberOfSlots(settings);
    ColumnSketcher sketcher = Schemes.of(settings, slots).newColumnSketcher();
    LongArrayList elements = new LongArrayList();
    return document -> {
      LongArrayList set = shingles.of(document);
      elements.clear();
      if (!set.isEmpty()) {
        sketcher.sketch(set.elements(), set.size());
        for (int slot = 0; slot < slots; slot++) {
          int value = SignatureScheme.stored(sketcher.slots()[slot]);
          elements.add((long) slot << Integer.SIZE | Integer.toUnsignedLong(value));
        }
      }
      return elements;
    };
  }

  /** Returns how many slots a signature has. */
  static int numberOfSlots(Settings settings) {
    return settings.getInt(Keys.BANDS) * settings.getInt(Keys.ROWS);
  }
}
