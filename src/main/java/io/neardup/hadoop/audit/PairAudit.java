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
import io.neardup.hadoop.stage4verify.compare.Verification;
import io.neardup.hadoop.table.ColumnBits;
import io.neardup.hadoop.table.PairColumns;
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
  public record Side(
      long column,
      String id,
      String file,
      long position,
      String text,
      int bytes,
      long keptColumn,
      String keptId,
      boolean makesPair) {

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
      Side a,
      Side b,
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

  private long find(String id, ColumnBits dropped) throws IOException {
    byte[] wanted = id.getBytes(UTF_8);
    List<Long> found = new ArrayList<>();
    DocumentWritable document = new DocumentWritable();
    try (CorpusReader catalog =
        new CorpusReader(conf, corpus.batches(), CorpusReader.Content.CATALOG)) {
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

  /** A document and what the results say of it. */
  private final class Read {
    private final long column;
    private final DocumentWritable document;
    private final byte[] slots;
    private final DocumentStates.Decision decision;

    private Read(long column) throws IOException {
      this.column = column;
      document = read(column, CorpusReader.Content.ALL);
      Path signed = results.of(Stage.SHINGLE_SORT);
      int number = Math.toIntExact(results.stages().get(Stage.SHINGLE_SORT).number(Fact.SLOTS));
      try (DocumentStates states =
          new DocumentStates(conf, signed, results.of(Stage.CLUSTER), number)) {
        slots = states.slots(column);
        decision = states.decision(column);
      }
    }
  }

  private Found compare(long first, long second) throws IOException {
    Measure measure = HadoopSettings.measure(settings);
    BandingScheme scheme = settings.banding();
    Read a = new Read(first);
    Read b = new Read(second);
    DocumentShingler shingler = Shinglers.of(conf, settings);
    LongArrayList ofA = a.document.elements(shingler).clone();
    LongArrayList ofB = b.document.elements(shingler);
    List<Integer> bands =
        settings.isOfContainment()
            ? sharedAnchor(ofA, ofB)
            : equal(a.slots, b.slots, Integer.BYTES * scheme.rows());
    IndexedSet setA = new IndexedSet();
    setA.take(ofA.elements(), ofA.size());
    IndexedSet setB = new IndexedSet();
    setB.take(ofB.elements(), ofB.size());
    Overlap overlap = Overlap.of(setA, setB);
    int agreement = equal(a.slots, b.slots, Integer.BYTES).size();
    int minimumAgreement = Verification.minimumAgreement(settings, scheme.slots());
    double threshold = settings.get(Keys.THRESHOLD);
    boolean haveShingles = overlap.aSize() > 0 && overlap.bSize() > 0;
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
        document(a),
        document(b),
        overlap,
        measure,
        threshold,
        scheme,
        agreement,
        bands,
        isListed,
        minimumAgreement,
        isPair,
        isPair || !isSimilar || !haveShingles
            ? Optional.empty()
            : Optional.of(
                AuditCounters.cause(
                    isListed,
                    agreement >= minimumAgreement,
                    !bands.isEmpty(),
                    agreement == scheme.slots() && !settings.isOfContainment())));
  }

  private DocumentWritable read(long column, CorpusReader.Content content) throws IOException {
    DocumentWritable document = new DocumentWritable();
    try (CorpusReader in = new CorpusReader(conf, corpus.batches(), content)) {
      in.read(column, document);
      return document;
    }
  }

  private Side document(Read read) throws IOException {
    DocumentWritable document = read.document;
    long kept = read.decision.kept();
    boolean isKept = kept == read.column;
    return new Side(
        read.column,
        document.idText(),
        document.fileName(),
        document.position(),
        new String(document.textBytes(), document.textOffset(), document.textLength(), UTF_8),
        document.textLength(),
        kept,
        (isKept ? document : read(kept, CorpusReader.Content.CATALOG)).idText(),
        !isKept && isPair(read.column, kept));
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

  /** Returns the first band if the documents share an anchor, else none. */
  private List<Integer> sharedAnchor(LongArrayList ofA, LongArrayList ofB) {
    SharedAnchors anchors = new SharedAnchors(conf, settings);
    anchors.setOne(ofA);
    return anchors.areSharedWith(ofB) ? List.of(0) : List.of();
  }

  /** Returns the pieces of a length that are equal in two signatures, from 0; one may be empty. */
  static List<Integer> equal(byte[] a, byte[] b, int length) {
    List<Integer> equal = new ArrayList<>();
    for (int from = 0; from < Math.min(a.length, b.length); from += length) {
      if (Arrays.equals(a, from, from + length, b, from, from + length)) {
        equal.add(from / length);
      }
    }
    return equal;
  }
}
