package io.neardup.config;

import static io.neardup.config.Stage.BAND_BUCKET;
import static io.neardup.config.Stage.CLUSTER;
import static io.neardup.config.Stage.DEDUP;
import static io.neardup.config.Stage.INGEST;
import static io.neardup.config.Stage.SHINGLE_SORT;
import static io.neardup.config.Stage.VERIFY;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** All {@code neardup.*} keys. */
public final class Keys {

  /** Format of the input. */
  public static final Key<String> INGEST_FORMAT =
      Key.choice(
          "neardup.ingest.format",
          List.of(
              "auto", "tsv", "lines", "jsonl", "csv", "warc", "files", "avro", "parquet", "sets"),
          INGEST,
          "tsv (id<TAB>text lines), lines (id path:line), jsonl (JSON objects), csv (with a"
              + " header), warc (pages of WARC, texts of WET files), files (one document per file),"
              + " avro, parquet, sets (set-id<TAB>element lines). auto detects and reports the format."
              + " Unset, a further batch inherits the previous format.");

  /** Field of the id. */
  public static final Key<String> ID_FIELD =
      Key.text(
          "neardup.ingest.id-field",
          "id",
          "a field name",
          INGEST,
          "Field or column of the id, or its path (meta.url) in nested Avro or Parquet records."
              + " #number: no field; the id is path:number of the record.");

  /** Field of the text. */
  public static final Key<String> TEXT_FIELD =
      Key.text(
          "neardup.ingest.text-field",
          "text",
          "a field name",
          INGEST,
          "Field or column of the text, or its path in nested records.");

  /** Separator of the fields of CSV. */
  public static final Key<String> CSV_DELIMITER =
      Key.choice(
          "neardup.ingest.csv-delimiter",
          List.of("auto", "comma", "tab", "semicolon"),
          INGEST,
          "auto: tab for .tsv and .tab files and headers with tabs and no comma, else comma.");

  /** Charset of texts. */
  public static final Key<String> CHARSET =
      Key.charset(
          "neardup.ingest.charset",
          INGEST,
          "Charset of tsv, lines, jsonl, csv, files and sets, such as windows-1251. detect"
              + " guesses it for each document that is not UTF-8. Copies are unchanged.");

  /** Id of WARC records. */
  public static final Key<String> WARC_ID =
      Key.choice(
          "neardup.ingest.warc-id",
          List.of("target-uri", "record-id"),
          INGEST,
          "WARC header that holds the id.");

  /** Longest id. */
  public static final Key<Long> MAX_ID_BYTES =
      Key.number(
          "neardup.ingest.max-id-bytes",
          4096,
          1,
          32_767,
          INGEST,
          "Longest id. A record with a longer one is set aside.");

  /** Longest line. */
  public static final Key<Long> MAX_LINE_BYTES =
      Key.number(
          "neardup.ingest.max-line-bytes",
          32L << 20,
          1,
          256L << 20,
          INGEST,
          "Longest line, CSV or WARC record. Longer ones, and those too long for"
              + " neardup.document.max-bytes, are set aside unread.");

  /** Longest document. */
  public static final Key<Long> MAX_DOCUMENT_BYTES =
      Key.number(
          "neardup.document.max-bytes",
          8L << 20,
          1,
          64L << 20,
          INGEST,
          "Longest text or set. Longer ones are set aside unread.");

  /** Bad records of a file. */
  public static final Key<Allowance> MAX_BAD_RECORDS =
      Key.allowance(
          "neardup.ingest.max-bad-records",
          "5%",
          null,
          "Bad records allowed per file before the ingest fails: unreadable ones, bad or missing ids,"
              + " missing texts, and texts outside their charset.");

  /** Largest window of a zstd file. */
  public static final Key<Long> MAX_ZSTD_WINDOW_BYTES =
      Key.number(
          "neardup.ingest.max-zstd-window-bytes",
          128L << 20,
          1 << 10,
          2L << 30,
          null,
          "Largest window of a zstd file: 2147483648 for zstd --long=31. Each task needs that"
              + " memory beside its heap.");

  /** What to do with damaged files. */
  public static final Key<String> DAMAGED_FILES =
      Key.choice(
          "neardup.ingest.damaged-files",
          List.of("fail", "set-aside"),
          null,
          "Truncated or corrupt files: fail, or keep the records before the damage.");

  /** Granularity of the manifest. */
  public static final Key<Long> RANGE_BYTES =
      Key.number(
          "neardup.ingest.range-bytes",
          0,
          0,
          1L << 40,
          null,
          "Smallest piece of a splittable file that a task of ingest or dedup reads. 0: one"
              + " 64th of the input, between 256 KiB and 16 MiB.");

  /** Bytes of documents per map task. */
  public static final Key<Long> SPLIT_BYTES =
      Key.number(
          "neardup.document.split-bytes",
          0,
          0,
          1L << 40,
          null,
          "Bytes of documents per map task. 0: 128 MiB on a cluster (up to 1 GiB on a small"
              + " one); embedded, one to four tasks per core with 16 to 128 MiB each.");

  /** Kind of shingle. */
  public static final Key<String> SHINGLE_UNIT =
      Key.choice(
          "neardup.shingle.unit",
          List.of("char", "word", "stopword"),
          SHINGLE_SORT,
          "char (code point), word (separated by white space) or stopword (a stop word and the"
              + " next two words). Not used for sets.");

  /** Length of a shingle. */
  public static final Key<Long> SHINGLE_SIZE =
      Key.number(
          "neardup.shingle.size",
          9,
          1,
          1000,
          SHINGLE_SORT,
          "k, the length of a shingle in units. Unset, 3 for words; always 3 for stopword.");

  /** Bits of a shingle's hash. */
  public static final Key<String> SHINGLE_HASH_BITS =
      Key.choice(
          "neardup.shingle.hash-bits",
          List.of("64", "32"),
          SHINGLE_SORT,
          "Bits of a shingle's hash; 32 as in MMDS 3.2.3.");

  /** Bags rather than sets. */
  public static final Key<Boolean> SHINGLE_MULTISET =
      Key.flag(
          "neardup.shingle.multiset",
          false,
          SHINGLE_SORT,
          "Whether repeated shingles count as further elements (similarity of bags).");

  /** The stop words. */
  public static final Key<String> STOP_WORDS =
      Key.text(
          "neardup.shingle.stop-words",
          "english",
          "english or a path",
          SHINGLE_SORT,
          "Stop words for the unit stopword, or a UTF-8 file with one per line.");

  /** Which shingles are stop shingles. */
  public static final Key<Double> MAX_DOCUMENT_SHARE =
      Key.fraction(
          "neardup.shingle.max-document-share",
          1,
          SHINGLE_SORT,
          "Shingles that more than this share of the documents have are stop shingles: passages"
              + " of at least 3k of them are ignored. 1 for none.");

  /** Of which documents the share is. */
  public static final Key<String> DOCUMENT_SHARE_OF =
      Key.choice(
          "neardup.shingle.document-share-of",
          List.of("corpus", "source"),
          SHINGLE_SORT,
          "Whether max-document-share is a share of the corpus, or of any source"
              + " (neardup.cluster.source-field) with at least 20 documents.");

  /** The list of stop shingles. */
  public static final Key<String> STOP_LIST =
      Key.optionalText(
          "neardup.shingle.stop-list",
          "a path",
          SHINGLE_SORT,
          "A stop-shingles.tsv made before. Unset, pipeline makes one if"
              + " neardup.shingle.max-document-share is less than 1.");

  /** Normalization of text. */
  public static final Key<String> NORMALIZATION =
      Key.choice(
          "neardup.text.normalization",
          List.of("whitespace", "none", "fold"),
          SHINGLE_SORT,
          "Changes before shingling: whitespace (becomes one space, ends are trimmed), none, or"
              + " fold (whitespace, NFKC and case folding).");

  /** The signature scheme. */
  public static final Key<String> SIGNATURE_SCHEME =
      Key.choice(
          "neardup.signature.scheme",
          List.of("fast", "universal"),
          SHINGLE_SORT,
          "Fast Similarity Sketching, or n hash functions (a·x + b) mod 2^61-1 as in MMDS 3.3.");

  /** Seed of the signature scheme. */
  public static final Key<Long> SIGNATURE_SEED =
      Key.number(
          "neardup.signature.seed",
          1,
          Long.MIN_VALUE,
          Long.MAX_VALUE,
          SHINGLE_SORT,
          "Seed of the hash functions.");

  /** Plan of stage 1. */
  public static final Key<String> SIGNATURE_PLAN =
      Key.choice(
          "neardup.signature.plan",
          List.of("sort", "local"),
          null,
          "Whether stage 1 sorts document-shingle pairs, or computes each signature in the map"
              + " task that reads the document (local). The result is the same.");

  /** Pruning of pairs. */
  public static final Key<Boolean> SIGNATURE_PRUNING =
      Key.flag(
          "neardup.signature.pruning",
          true,
          null,
          "Whether the sort plan drops pairs that can change no minimum.");

  /** Columns of a block. */
  public static final Key<Long> BLOCK_COLUMNS =
      Key.number(
          "neardup.signature.block-columns",
          65_536,
          1,
          1L << 24,
          null,
          "Maximum columns in a block of the sort plan, whose slots a reduce task holds in"
              + " memory.");

  /** Number of bands. */
  public static final Key<Long> BANDS =
      Key.number(
          "neardup.banding.bands",
          20,
          1,
          32_767,
          SHINGLE_SORT,
          "b, the number of bands. A signature has n = b*r slots.");

  /** Rows of a band. */
  public static final Key<Long> ROWS =
      Key.number(
          "neardup.banding.rows",
          5,
          1,
          32_767,
          SHINGLE_SORT,
          "r, the number of rows (slots) in a band.");

  /** Largest twin group listed in full. */
  public static final Key<Long> MAX_TWINS =
      Key.number(
          "neardup.candidate.max-twins",
          100,
          1,
          10_000,
          BAND_BUCKET,
          "How many documents with identical signatures are compared with each other: the first"
              + " ones. Later ones are compared only with the first.");

  /** Largest bucket listed in full. */
  public static final Key<Long> MAX_BUCKET_COLUMNS =
      Key.number(
          "neardup.bucket.max-columns",
          2_500,
          2,
          1_000_000,
          BAND_BUCKET,
          "Largest bucket, in ordinary columns, listed in full. Of a larger one, the first"
              + " columns up to this number are paired with each other, later ones with the first four.");

  /** The measure of similarity. */
  public static final Key<String> MEASURE =
      Key.choice(
          "neardup.candidate.measure",
          List.of("jaccard", "containment"),
          BAND_BUCKET,
          "Similarity: jaccard (shared shingles / all of both) or containment (shared / those of the"
              + " smaller), which finds excerpts. containment implies direct linking, and keeps"
              + " the longest unless set otherwise.");

  /** Smallest document that is surely found in a larger one. */
  public static final Key<Long> MIN_SHINGLES =
      Key.number(
          "neardup.candidate.min-shingles",
          64,
          16,
          1L << 20,
          BAND_BUCKET,
          "With containment: documents with fewer shingles may be missed inside larger ones."
              + " Doubling it halves the shuffle of band-bucket.");

  /** The threshold t. */
  public static final Key<Double> THRESHOLD =
      Key.fraction(
          "neardup.similarity.threshold",
          0.8,
          VERIFY,
          "t, the lowest similarity of a pair to keep.");

  /** How candidates are verified. */
  public static final Key<String> VERIFY_MODE =
      Key.choice(
          "neardup.verify",
          List.of("exact", "signature", "none"),
          VERIFY,
          "exact (by the documents), signature (share of equal slots) or none (the pipeline"
              + " stops after stage 3).");

  /** Miss rate of the signature filter. */
  public static final Key<Double> MAX_MISS_RATE =
      Key.fraction(
          "neardup.verify.max-miss-rate",
          1e-4,
          VERIFY,
          "Highest probability that the signature filter drops a pair of similarity t. 0 drops"
              + " none.");

  /** Rule for removing a document of a cluster. */
  public static final Key<String> LINKING =
      Key.choice(
          "neardup.cluster.linking",
          List.of("direct", "components"),
          CLUSTER,
          "What is removed: documents in a pair with a kept one (direct; a cluster may keep"
              + " several), or all but one of each cluster, even if only a chain of pairs connects"
              + " them (components).");

  /** Which document of a cluster is kept. */
  public static final Key<String> KEEP =
      Key.ordered(
          "neardup.cluster.keep",
          "first",
          List.of("source", "priority", "longest", "last", "first"),
          Set.of("last", "first"),
          CLUSTER,
          "Which documents are preferred, such as source,longest,first. The first criterion"
              + " that differs decides; last or first (the place) ends the list.");

  /** Order of the sources. */
  public static final Key<String> SOURCE_ORDER =
      Key.optionalText(
          "neardup.cluster.source-order",
          "names separated by commas, or empty",
          CLUSTER,
          "With source in neardup.cluster.keep: sources, preferred ones first. Others come"
              + " last.");

  /** How much of a removed document a kept one must hold. */
  public static final Key<Double> MIN_CONTAINMENT =
      Key.fraction(
          "neardup.cluster.min-containment",
          0,
          CLUSTER,
          "A document is removed only for a kept one that has at least this share of its"
              + " shingles. Above 0 it needs direct linking, and keeps the longest unless"
              + " neardup.cluster.keep is set.");

  /** Field of the priority. */
  public static final Key<String> PRIORITY_FIELD =
      Key.optionalText(
          "neardup.cluster.priority-field",
          "a field name, or empty",
          CLUSTER,
          "With priority in neardup.cluster.keep: numeric field, read by ingest. The greatest"
              + " is best; documents without it come last. Refused if no document has it.");

  /** Prefixes of the files of preferred documents. */
  public static final Key<String> PRIORITY_PREFIXES =
      Key.optionalText(
          "neardup.cluster.priority-prefixes",
          "prefixes separated by commas, or empty",
          CLUSTER,
          "With priority in neardup.cluster.keep: prefixes of names of files, best first; with"
              + " a leading slash or scheme, of whole paths. Others come last.");

  /** Field of the source. */
  public static final Key<String> SOURCE_FIELD =
      Key.optionalText(
          "neardup.cluster.source-field",
          "a field name, or empty",
          CLUSTER,
          "Field of the source; read by ingest. Refused if no document has it. Unset, a source"
              + " is a top folder of the input, or a file there.");

  /** Largest graph for union–find. */
  public static final Key<Long> MAX_MEMORY_COLUMNS =
      Key.number(
          "neardup.cluster.max-memory-columns",
          6_000_000,
          1,
          100_000_000,
          null,
          "Maximum columns with pairs that the client clusters in memory, at 22 to 43 bytes"
              + " each; more take rounds of jobs.");

  /** Cluster size above which there is a warning. */
  public static final Key<Long> MAX_CLUSTER_DOCUMENTS =
      Key.number(
          "neardup.cluster.max-documents",
          10_000,
          1,
          1L << 40,
          null,
          "Largest cluster, in documents, without a warning.");

  /** Parts of large files. */
  public static final Key<Long> DEDUP_PART_BYTES =
      Key.number(
          "neardup.dedup.part-bytes",
          128L << 20,
          0,
          1L << 40,
          DEDUP,
          "Longest file that dedup writes in one piece; longer ones, if splittable, are written"
              + " in numbered parts. 0: no limit.");

  /** What to do with documents without shingles. */
  public static final Key<String> WITHOUT_SHINGLES =
      Key.choice(
          "neardup.dedup.documents-without-shingles",
          List.of("keep", "remove"),
          DEDUP,
          "Empty texts, for example: keep, or remove (with the reason no-shingles in"
              + " removed-by.tsv).");

  /** Whether the pipeline writes a report. */
  public static final Key<Boolean> REPORT =
      Key.flag("neardup.report", true, null, "Whether pipeline writes report.html.");

  private static final List<Key<?>> ALL =
      List.of(
          INGEST_FORMAT,
          ID_FIELD,
          TEXT_FIELD,
          CSV_DELIMITER,
          CHARSET,
          WARC_ID,
          MAX_ID_BYTES,
          MAX_LINE_BYTES,
          MAX_DOCUMENT_BYTES,
          MAX_BAD_RECORDS,
          MAX_ZSTD_WINDOW_BYTES,
          DAMAGED_FILES,
          RANGE_BYTES,
          SPLIT_BYTES,
          NORMALIZATION,
          SHINGLE_UNIT,
          SHINGLE_SIZE,
          SHINGLE_HASH_BITS,
          SHINGLE_MULTISET,
          STOP_WORDS,
          MAX_DOCUMENT_SHARE,
          DOCUMENT_SHARE_OF,
          STOP_LIST,
          SIGNATURE_SCHEME,
          SIGNATURE_SEED,
          SIGNATURE_PLAN,
          SIGNATURE_PRUNING,
          BLOCK_COLUMNS,
          BANDS,
          ROWS,
          MEASURE,
          MIN_SHINGLES,
          MAX_TWINS,
          MAX_BUCKET_COLUMNS,
          THRESHOLD,
          VERIFY_MODE,
          MAX_MISS_RATE,
          LINKING,
          KEEP,
          SOURCE_ORDER,
          MIN_CONTAINMENT,
          PRIORITY_FIELD,
          PRIORITY_PREFIXES,
          SOURCE_FIELD,
          MAX_MEMORY_COLUMNS,
          MAX_CLUSTER_DOCUMENTS,
          DEDUP_PART_BYTES,
          WITHOUT_SHINGLES,
          REPORT);

  private Keys() {}

  /** Returns the parts of a list that are separated by commas, without blanks around them. */
  public static List<String> parts(String list) {
    return Stream.of(list.split(",", -1)).map(String::strip).toList();
  }

  /** Returns all keys, in the order of the flow. */
  public static List<Key<?>> all() {
    return ALL;
  }
}
