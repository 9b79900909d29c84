package io.neardup.hadoop.explain;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.explain.Explanation.Cost;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.Fact;
import io.neardup.hadoop.stage2bandbucket.AnchorFilter;
import io.neardup.hadoop.stage2bandbucket.BucketReducer;
import io.neardup.hadoop.stage3candidatelist.CandidateListReducer;
import io.neardup.lsh.Anchors;
import io.neardup.lsh.HashFilter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * What a pipeline over a number of documents like those of a corpus would shuffle and take, to a
 * factor of two: documents, bytes and files of the corpus, and the pairs of a {@link Sample}, times
 * constants that were measured once (performance.md, "Before a run").
 */
final class Forecast {

  // Nanoseconds of a core at 2.5 GHz.
  private static final double INGEST_BYTE = 7;
  private static final double INGEST_FILE = 250_000;
  private static final double INGEST_ELEMENT = 2_000; // of a set
  private static final double SHINGLE_BYTE = 5;
  private static final double WORD_BYTE = 8;
  private static final double SORTED_PAIR = 200;
  private static final double FAST_SHINGLE = 3;
  private static final double FAST_SLOT = 8; // of a document
  private static final double UNIVERSAL_SHINGLE = 0.43; // and slot
  private static final double UNIVERSAL_SLOT = 290; // of a document
  private static final double BAND_ENTRY = 450; // of a document
  private static final double ANCHOR_BYTE = 12; // of each pass over the texts, besides shingling
  private static final double OWN_ANCHOR = 60; // to be gathered, with its part of the filter
  private static final double LIST_OF_BUCKET = 1_100; // of one document in one bucket
  private static final double LISTED_PAIR = 20;
  private static final double COUNTED_PAIR = 250; // listed for containment
  private static final double CANDIDATE = 90; // in each of stages 3 and 4
  private static final double COMPARED_BYTE = 9; // besides shingling
  private static final double COMPARED_PAIR = 550;
  private static final double CLUSTER_DOCUMENT = 500;
  private static final double CLUSTER_MEMBER = 10_000;
  private static final double CLUSTER_PAIR = 500;
  private static final double DEDUP_BYTE = 2;
  private static final double DEDUP_PACKED_BYTE = 8;
  private static final double DEDUP_GZIP_BYTE = 27;
  private static final double DEDUP_FILE = 200_000;

  /** Seconds until the code of all stages is loaded and compiled, in one process. */
  static final double START = 6;

  /** Sources of fewer bytes than this share of their texts must be compressed. */
  private static final double COMPRESSED = 0.8;

  // Bytes shuffled, with the framing of records.
  private static final double INGEST_RECORD = 24; // besides the id
  private static final double INGEST_FILE_RECORD = 50;
  private static final double INGEST_ELEMENT_RECORD = 45; // besides the element and the set's id
  private static final double SORTED_PAIR_RECORD = 13;
  private static final double SIGNATURE_RECORD = 20; // besides its slots
  private static final double BAND_RECORD = 25;
  private static final double PIECE = 9; // of a list, besides its columns
  private static final double PIECES_RECORD = 14;
  private static final double LIST_RECORD = 22; // besides its columns
  private static final double LISTED_COLUMN = 1.2;
  private static final double DOCUMENT_RECORD = 30; // besides id and text
  private static final double CLUSTER_RECORD = 35;

  /** Pairs that stage 3 gathers before they are sent, and the part that is sent for containment. */
  private static final double GATHERED_AT_ONCE = 1 << 19;

  private static final double SENT = 0.65;

  /** The part of the documents with candidates that have a list: one with a larger column. */
  private static final double WITH_LIST = 0.6;

  /** To how many blocks of the comparison a document is sent. */
  private static final double BLOCKS_OF_DOCUMENT = 1.7;

  /** Signatures of a block of the signature filter. */
  private static final double BLOCK_BYTES = 32 << 20;

  final double documents;
  final double textBytes;
  final Sample.Pairs pairs;
  private final StageContext context;
  private final Settings settings;
  private final Sample sample;
  private final double stored; // of a collection, over what is added; 0 for a pipeline
  private final double files;
  private final double dedupByte;
  private final boolean ofContainment;
  private final double slots;
  private final double signed;
  private final double idBytes; // of a document
  private final double shingles;
  private final double sortedPairs;
  private final boolean ofSets;

  /**
   * Takes how many documents there are to be, in files like those of the corpus, and whether they
   * are added to it.
   */
  Forecast(StageContext context, Corpus corpus, Sample sample, double documents, boolean isAddition)
      throws IOException {
    this.context = context;
    this.settings = context.settings();
    ofContainment = settings.isOfContainment();
    this.sample = sample;
    this.documents = documents;
    double growth = documents / Math.max(1, corpus.documents());
    textBytes = corpus.bytes() * growth;
    ofSets = corpus.ofSets();
    files = corpus.metadata().number(Fact.FILES) * growth;
    dedupByte = dedupByte(context.conf(), corpus);
    slots = ofContainment ? settings.slots() : sample.scheme.slots();
    double each = documents / Math.max(1, sample.documents);
    signed = each * sample.signed;
    shingles = each * sample.shingles;
    sortedPairs = each * sample.sortedPairs;
    stored = isAddition ? 1 / growth : 0;
    idBytes = sample.idBytes / (double) Math.max(1, sample.documents);
    pairs =
        isAddition
            ? sample.pairs(documents, 1 + growth).ofAddition(1 / growth)
            : sample.pairs(documents, growth);
  }

  /** Returns the cost of each stage that the settings ask for. */
  List<Cost> stages() {
    List<Cost> stages = new ArrayList<>();
    double elements = ofSets ? shingles : 0;
    stages.add(
        cost(
            Stage.INGEST,
            documents * (INGEST_RECORD + idBytes)
                + files * INGEST_FILE_RECORD
                + elements * (INGEST_ELEMENT_RECORD + idBytes)
                + (ofSets ? textBytes : 0),
            textBytes * INGEST_BYTE + files * INGEST_FILE + elements * INGEST_ELEMENT));
    stages.add(cost(Stage.SHINGLE_SORT, signatureBytes(), signing()));
    double entries = signed * sample.entries();
    stages.add(
        ofContainment
            ? anchors(entries)
            : cost(Stage.BAND_BUCKET, entries * BAND_RECORD, entries * BAND_ENTRY));
    stages.add(
        cost(
            Stage.CANDIDATE_LIST,
            listBytes(entries),
            (ofContainment ? pairs.listed() * COUNTED_PAIR : listing())
                + pairs.candidates() * CANDIDATE));
    if (settings.get(Keys.VERIFY_MODE).equals("none")) {
      return stages;
    }
    stages.add(verify());
    double similar = Math.min(pairs.similar(), 2 * pairs.plausible());
    stages.add(
        cost(
            Stage.CLUSTER,
            pairs.plausible() * CLUSTER_RECORD + 2 * similar * (CLUSTER_RECORD + idBytes),
            documents * CLUSTER_DOCUMENT
                + similar * CLUSTER_MEMBER
                + pairs.plausible() * CLUSTER_PAIR));
    stages.add(cost(Stage.DEDUP, 0, textBytes * dedupByte + files * DEDUP_FILE));
    return stages;
  }

  /** Returns what a byte costs to copy, judged by the name of the first file if compressed. */
  private static double dedupByte(Configuration conf, Corpus corpus) throws IOException {
    if (corpus.sourceBytes() >= COMPRESSED * corpus.bytes()) {
      return DEDUP_BYTE;
    }
    Path manifest = corpus.batches().get(0).manifest();
    try (CorpusManifest.Cursor ranges = new CorpusManifest.Cursor(conf, manifest)) {
      CorpusRange first = ranges.next();
      return first != null && first.file().endsWith(".gz") ? DEDUP_GZIP_BYTE : DEDUP_PACKED_BYTE;
    }
  }

  private static Cost cost(Stage stage, double bytes, double nanos) {
    return new Cost(stage, bytes, nanos / 1e9);
  }

  /**
   * Returns the cost of the buckets of anchors. Own anchors are gathered, of a small batch after
   * its documents were read, then all documents read, in a collection those that are stored, too.
   */
  private Cost anchors(double entries) {
    double all = 1 + stored;
    long most = AnchorFilter.mostWords(context.conf());
    boolean ofBatch = AnchorFilter.isSmall(textBytes, textBytes * all, most);
    double hashes = signed * (ofBatch ? 1 : all) * Anchors.ANCHORS;
    double words = Math.min((double) most, ofBatch ? textBytes : AnchorFilter.words(signed * all));
    double passing = HashFilter.passing(hashes, words);
    double windows =
        shingles * Math.min(1, Anchors.ANCHORS / settings.get(Keys.MIN_SHINGLES).doubleValue());
    double gathered = signed * all * (Integer.BYTES * slots);
    double tasks = Math.ceil(gathered / CorpusInput.splitBytes(context.conf(), (long) gathered));
    double sent = entries * (ofBatch ? 1 : all) + windows * all * passing;
    double read = (ofBatch ? textBytes : 0) + textBytes * all;
    return cost(
        Stage.BAND_BUCKET,
        sent * BucketReducer.ENTRY_BYTES
            + (tasks * Math.min(words, hashes / tasks) + (ofBatch ? textBytes : 0)) * Long.BYTES,
        sent * BAND_ENTRY
            + shingling(read)
            + read * ANCHOR_BYTE
            + signed * all * Anchors.ANCHORS * OWN_ANCHOR);
  }

  private double signatureBytes() {
    return settings.sortsPairs()
        ? sortedPairs * SORTED_PAIR_RECORD
        : signed * (Integer.BYTES * slots + SIGNATURE_RECORD);
  }

  private double signing() {
    boolean fast = ofContainment || settings.get(Keys.SIGNATURE_SCHEME).equals("fast");
    return shingling(textBytes)
        + shingles * (fast ? FAST_SHINGLE : UNIVERSAL_SHINGLE * slots)
        + signed * slots * (fast ? FAST_SLOT : UNIVERSAL_SLOT)
        + (settings.sortsPairs() ? sortedPairs * SORTED_PAIR : 0);
  }

  private double shingling(double bytes) {
    return bytes * (settings.get(Keys.SHINGLE_UNIT).equals("char") ? SHINGLE_BYTE : WORD_BYTE);
  }

  /** Returns the bytes of stage 3: of the pairs gathered at once, a candidate is sent once. */
  private double listBytes(double entries) {
    double tasks =
        Math.min(sample.scheme.bands(), context.reducers((long) (entries * BAND_RECORD)));
    double gathered = Math.max(tasks, pairs.listed() / GATHERED_AT_ONCE);
    double times = pairs.listed() / Math.max(1, pairs.candidates());
    double sent =
        ofContainment
            ? pairs.listed() * SENT
            : pairs.candidates() * gathered * -Math.expm1(times * Math.log1p(-1 / (gathered + 1)));
    double pieces = Math.min(sent, gathered * WITH_LIST * pairs.withCandidates());
    double records = Math.min(pieces, gathered * CandidateListReducer.RANGES);
    return sent * LISTED_COLUMN + pieces * PIECE + records * PIECES_RECORD;
  }

  /** Returns what the lists of the buckets of bands cost: mostly short ones, or few long ones. */
  private double listing() {
    double lists = WITH_LIST * sample.entries() * pairs.withCandidates();
    return Math.min(pairs.listed(), lists) * LIST_OF_BUCKET + pairs.listed() * LISTED_PAIR;
  }

  private Cost verify() {
    double partOfText = textBytes / Math.max(1, documents);
    boolean exact = settings.get(Keys.VERIFY_MODE).equals("exact");
    double reducers = context.reducers((long) textBytes);
    double blocks = Math.max(reducers, signed * Integer.BYTES * slots / BLOCK_BYTES);
    double lists = Math.min(pairs.candidates(), blocks * WITH_LIST * pairs.withCandidates());
    double sent = pairs.similar() * (reducers > 1 ? BLOCKS_OF_DOCUMENT : 1);
    double bytes =
        lists * (Integer.BYTES * slots + LIST_RECORD)
            + pairs.candidates() * LISTED_COLUMN
            + sent * (DOCUMENT_RECORD + idBytes + (exact ? partOfText : 0));
    double compared = exact ? sent * partOfText : 0;
    return cost(
        Stage.VERIFY,
        bytes,
        shingling(compared)
            + compared * COMPARED_BYTE
            + pairs.candidates() * CANDIDATE
            + pairs.compared() * COMPARED_PAIR);
  }
}
