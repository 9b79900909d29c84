package io.neardup.hadoop.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusReader;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.Fact;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.pipeline.Results;
import io.neardup.hadoop.stage4verify.Verification;
import io.neardup.hadoop.table.ColumnBits;
import io.neardup.hadoop.table.PairColumns;
import io.neardup.hadoop.table.SignatureInputFormat;
import io.neardup.lsh.BandingScheme;
import io.neardup.similarity.IndexedSet;
import io.neardup.similarity.Measure;
import io.neardup.similarity.Overlap;
import io.neardup.text.DocumentShingler;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Compares two documents of a corpus exactly, and says why the results of a pipeline have them as a
 * pair or not. Finds ids by reading the catalog. Memory: both documents.
 */
public final class PairAudit {

  /** Most columns that are named of documents with the same id. */
  private static final int MAX_NAMED = 5;

  /**
   * One of the documents.
   *
   * @param bytes of its text, in UTF-8
   * @param keptColumn the column of the document kept for it, its own if it is kept
   * @param keptId that document's id
   * @param makesPair whether it makes a pair with that document
   */
  public record Document(
      long column,
      String id,
      String file,
      long position,
      String text,
      int bytes,
      long keptColumn,
      String keptId,
      boolean makesPair) {

    /** Returns whether it is kept. */
    public boolean isKept() {
      return keptColumn == column;
    }
  }

  /**
   * What was found.
   *
   * @param a the document that was named first
   * @param overlap of their shingles
   * @param agreement in how many slots the signatures agree
   * @param bands the bands in which they agree in all slots, ascending; for containment, the first
   *     band if they share an anchor, else none
   * @param isListed whether they are candidates
   * @param minimumAgreement in how many slots a pair must agree to pass the signature filter
   * @param isPair whether they are in {@code 4-pairs}
   * @param missed why they are not, though they are similar enough; empty if they are not similar
   *     enough, or a pair
   */
  public record Found(
      Document a,
      Document b,
      Overlap overlap,
      Measure measure,
      double threshold,
      BandingScheme scheme,
      int agreement,
      List<Integer> bands,
      boolean isListed,
      int minimumAgreement,
      boolean isPair,
      Optional<AuditCounters> missed) {}

  private final Configuration conf;
  private final Results results;
  private final Settings settings;
  private final Corpus corpus;

  private PairAudit(StageContext context, Path folder) throws IOException {
    conf = context.conf();
    results = new Results(conf, folder);
    results.requireExisting();
    for (Stage stage :
        List.of(Stage.SHINGLE_SORT, Stage.CANDIDATE_LIST, Stage.VERIFY, Stage.CLUSTER)) {
      results.inherit(context, stage);
    }
    settings = HadoopSettings.of(conf);
    corpus =
        Corpus.open(
            context,
            results.corpus(),
            results.of(Stage.CLUSTER),
            results.stages().get(Stage.CLUSTER));
    Shinglers.setCorpusOfSets(conf, corpus.ofSets());
    new AuditTasks(results.folder().toString(), null, null, List.of()).set(conf);
    SignatureInputFormat.setSlots(
        conf, Math.toIntExact(results.stages().get(Stage.SHINGLE_SORT).number(Fact.SLOTS)));
  }

  /**
   * Compares two documents.
   *
   * @param conf the user's; keys that are not set get the values of the results
   * @param results the output of a pipeline, with verified pairs
   * @param a the id of a document, or its column
   * @param b another one
   * @param areColumns whether they are columns
   * @throws UsageException if there are no such results, or not exactly one document of each id
   */
  public static Found of(
      Configuration conf,
      PrintStream progress,
      Path results,
      String a,
      String b,
      boolean areColumns)
      throws IOException {
    try (StageContext context = new StageContext(conf, progress, "compare:", false)) {
      PairAudit audit = new PairAudit(context, results);
      ColumnBits dropped = ColumnBits.read(audit.conf, audit.corpus.dropped());
      long first = areColumns ? audit.column(a, dropped) : audit.find(a, dropped);
      long second = areColumns ? audit.column(b, dropped) : audit.find(b, dropped);
      UsageException.require(first != second, "%s and %s are the same document", a, b);
      return audit.compare(first, second);
    }
  }

  private long column(String text, ColumnBits dropped) {
    long column = text.matches("\\d{1,18}") ? Long.parseLong(text) : -1;
    UsageException.require(
        column >= 0 && column < corpus.columns() && !dropped.contains(column),
        "%s has no column %s",
        corpus.path(),
        text);
    return column;
  }

  /** Returns the column of the document with an id. */
  private long find(String id, ColumnBits dropped) throws IOException {
    byte[] wanted = id.getBytes(UTF_8);
    List<Long> found = new ArrayList<>();
    DocumentWritable document = new DocumentWritable();
    try (CorpusReader catalog =
        CorpusReader.of(conf, corpus.batches(), CorpusReader.Content.CATALOG)) {
      for (long column = 0; column < corpus.columns() && found.size() < MAX_NAMED; column++) {
        catalog.read(column, document);
        boolean same =
            Arrays.equals(document.idBytes(), 0, document.idLength(), wanted, 0, wanted.length);
        if (same && !dropped.contains(column)) {
          found.add(column);
        }
      }
    }
    UsageException.require(
        !found.isEmpty(), "%s has no document with the id %s", corpus.path(), id);
    UsageException.require(
        found.size() == 1,
        "several documents have the id %s: columns %s%s; name two columns, with --columns",
        id,
        found.toString().replaceAll("[\\[\\]]", ""),
        found.size() == MAX_NAMED ? " and perhaps others" : "");
    return found.get(0);
  }

  private Found compare(long first, long second) throws IOException {
    Measure measure = HadoopSettings.measure(settings);
    BandingScheme scheme =
        new BandingScheme(settings.getInt(Keys.BANDS), settings.getInt(Keys.ROWS));
    DocumentWritable a = read(first, CorpusReader.Content.ALL);
    DocumentWritable b = read(second, CorpusReader.Content.ALL);
    DocumentShingler shingler = Shinglers.of(conf, settings);
    LongArrayList ofA = shingles(shingler, a).clone();
    LongArrayList ofB = shingles(shingler, b);
    boolean shareAnchor = settings.isOfContainment() && shareAnchor(ofA.clone(), ofB.clone());
    IndexedSet setA = new IndexedSet();
    setA.take(ofA.elements(), ofA.size());
    IndexedSet setB = new IndexedSet();
    setB.take(ofB.elements(), ofB.size());
    Overlap overlap = Overlap.of(setA, setB);
    byte[] slotsA = slots(first);
    byte[] slotsB = slots(second);
    boolean haveSignatures = slotsA.length > 0 && slotsB.length > 0;
    int agreement = haveSignatures ? equal(slotsA, slotsB, Integer.BYTES).size() : 0;
    List<Integer> bands =
        settings.isOfContainment()
            ? (shareAnchor ? List.of(0) : List.of())
            : haveSignatures ? equal(slotsA, slotsB, Integer.BYTES * scheme.rows()) : List.of();
    int minimumAgreement = Verification.minimumAgreement(settings, scheme.slots());
    double threshold = settings.get(Keys.THRESHOLD);
    boolean isSimilar =
        settings.get(Keys.VERIFY_MODE).equals("exact")
            ? overlap.similarity(measure) >= threshold
            : agreement >= minimumAgreement;
    boolean isListed;
    try (ListedPairs listed = new ListedPairs(conf, results.of(Stage.CANDIDATE_LIST))) {
      isListed = listed.contains(Math.min(first, second), Math.max(first, second));
    }
    boolean isPair = isPair(first, second);
    return new Found(
        document(first, a),
        document(second, b),
        overlap,
        measure,
        threshold,
        scheme,
        agreement,
        bands,
        isListed,
        minimumAgreement,
        isPair,
        isPair || !isSimilar || !haveSignatures
            ? Optional.empty()
            : Optional.of(
                AuditCounters.cause(
                    isListed,
                    agreement >= minimumAgreement,
                    !bands.isEmpty(),
                    agreement == scheme.slots() && !settings.isOfContainment())));
  }

  private static LongArrayList shingles(DocumentShingler shingler, DocumentWritable document) {
    return shingler.elements(document.textBytes(), document.textOffset(), document.textLength());
  }

  private DocumentWritable read(long column, CorpusReader.Content content) throws IOException {
    DocumentWritable document = new DocumentWritable();
    try (CorpusReader in = CorpusReader.of(conf, corpus.batches(), content)) {
      in.read(column, document);
      return document;
    }
  }

  private Document document(long column, DocumentWritable document) throws IOException {
    try (DocumentStates states = new DocumentStates(conf)) {
      long kept = states.decision(column).kept();
      String text =
          new String(document.textBytes(), document.textOffset(), document.textLength(), UTF_8);
      return new Document(
          column,
          id(document),
          document.fileName(),
          document.position(),
          text,
          document.textLength(),
          kept,
          id(kept == column ? document : read(kept, CorpusReader.Content.CATALOG)),
          kept != column && isPair(column, kept));
    }
  }

  private static String id(DocumentWritable document) {
    return new String(document.idBytes(), 0, document.idLength(), UTF_8);
  }

  private byte[] slots(long column) throws IOException {
    try (DocumentStates states = new DocumentStates(conf)) {
      return states.slots(column);
    }
  }

  private boolean isPair(long first, long second) throws IOException {
    try (PairColumns pairs = new PairColumns(conf, results.of(Stage.VERIFY))) {
      boolean more = pairs.seek(Math.min(first, second)) && pairs.nextPair();
      while (more && pairs.pair().larger() < Math.max(first, second)) {
        more = pairs.nextPair();
      }
      return more && pairs.pair().larger() == Math.max(first, second);
    }
  }

  private boolean shareAnchor(LongArrayList ofA, LongArrayList ofB) {
    SharedAnchors anchors = new SharedAnchors(conf, settings);
    anchors.setOne(ofA, new IndexedSet());
    return anchors.areSharedWith(ofB);
  }

  /** Returns the pieces of a length that are equal in two signatures, from 0. */
  private static List<Integer> equal(byte[] a, byte[] b, int length) {
    List<Integer> equal = new ArrayList<>();
    for (int from = 0; from < a.length; from += length) {
      if (Arrays.equals(a, from, from + length, b, from, from + length)) {
        equal.add(from / length);
      }
    }
    return equal;
  }
}
