package io.neardup.hadoop.report;

import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusReader;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.output.CopyPermission;
import io.neardup.hadoop.report.page.Differences;
import io.neardup.text.Printable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;

/**
 * The documents that the report shows: first all are asked for, then they are read in one pass.
 *
 * <p>Memory: the first {@value #MAX_TEXT_BYTES} bytes of each.
 */
public final class DocumentTexts {

  private static final int MAX_TEXT_BYTES = 48 << 10;

  /** Most bytes of the place of a document in the page. */
  private static final int PLACE_BYTES = 240;

  /** What is known of a document. */
  record Known(String id, String place, String text, boolean whole) {}

  private final NavigableSet<Long> wanted = new TreeSet<>();
  private final Map<Long, Known> known = new HashMap<>();
  private String failure = "";

  void want(long column) {
    wanted.add(column);
  }

  /** Asks for both documents of a pair. */
  void want(ExamplePair pair) {
    want(pair.left().column());
    want(pair.right().column());
  }

  /** Sets what is known of a document. */
  void put(long column, Known document) {
    known.put(column, document);
  }

  /** Reads what was asked for; if that fails, the report says why there are no texts. */
  void read(Configuration conf, List<Corpus.Batch> batches, CopyPermission permission) {
    DocumentWritable document = new DocumentWritable();
    try (CorpusReader in = new CorpusReader(conf, batches, CorpusReader.Content.ALL, permission)) {
      for (long column : wanted) {
        in.read(column, document);
        take(column, document);
      }
    } catch (IOException | RuntimeException e) {
      failure = String.valueOf(e.getMessage());
    }
  }

  private void take(long column, DocumentWritable document) {
    int length = Math.min(MAX_TEXT_BYTES, document.textLength());
    // A character that the cut divides becomes a replacement character, behind all that is shown.
    String text =
        new String(document.textBytes(), document.textOffset(), length, StandardCharsets.UTF_8);
    String id = document.idText();
    String place =
        document.fileName().isEmpty() ? "" : document.fileName() + " at " + document.position();
    put(column, new Known(id, place, text, length == document.textLength()));
  }

  /** Returns whether the text of a document is known. */
  boolean has(long column) {
    return known.containsKey(column);
  }

  /** Returns the beginning of a text. */
  String text(long column) {
    return known.get(column).text;
  }

  /** Returns the id of a document that is known, safe to show. */
  String id(long column) {
    String id = known.get(column).id;
    return id.isEmpty() ? "column " + column : Printable.id(id);
  }

  /** Returns how the texts of a pair differ; null if one is not known: see {@link #missing}. */
  public Differences differences(ExamplePair pair) {
    Known left = known.get(pair.left().column());
    Known right = known.get(pair.right().column());
    return left == null || right == null
        ? null
        : Differences.of(left.text, right.text, left.whole && right.whole);
  }

  /** Returns why a text is not known. */
  public String missing() {
    return "The texts cannot be read: " + Printable.cut(failure, 400);
  }

  /** Returns the file and position of a document, if known, and its column, safe to show. */
  public String place(long column) {
    String place = has(column) ? known.get(column).place : "";
    return Printable.cut((place.isEmpty() ? "" : place + ", ") + "column " + column, PLACE_BYTES);
  }
}
