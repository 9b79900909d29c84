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
              "auto",
              "tsv",
              "lines",
              "jsonl",
              "csv",
              "warc",
              "files",
              "sequence",
              "avro",
              "parquet",
              "sets"),
          INGEST,
          "Format of the input: tsv (id<TAB>text lines), lines (one document per line, its id"
              + " is path:line), jsonl (one JSON object per line), csv (separated by commas or tabs, a"
              + " header names the fields), warc (pages of WARC files, texts of WET files), files (one"
              + " document per file, its id is the path below the input), sequence (SequenceFiles of"
              + " id and text), avro or parquet (one document per record), sets (set-id<TAB>element"
              + " lines in any order). auto detects the format from file names and contents, and"
              + " reports it. Unset, a further batch has the format of the one before, and the first"
              + " batch is detected.");

  /** Field of the id. */
  public static final Key<String> ID_FIELD =
      Key.text(
          "neardup.ingest.id-field",
          "id",
          "a field name",
          INGEST,
          "Field or column that holds the document's id, a string or a number. For nested Avro"
              + " or Parquet records: all names from the outermost, such as meta.url. #number: none;"
              + " the id is path:number, the record's number in its file.");

  /** Field of the text. */
  public static final Key<String> TEXT_FIELD =
      Key.text(
          "neardup.ingest.text-field",
          "text",
          "a field name",
          INGEST,
          "Field or column that holds the document's text, a string. For nested Avro or Parquet"
              + " records: all names from the outermost.");

  /** Separator of the fields of CSV. */
  public static final Key<String> CSV_DELIMITER =
      Key.choice(
          "neardup.ingest.csv-delimiter",
          List.of("auto", "comma", "tab", "semicolon"),
          INGEST,
          "Separator of the fields of CSV files. auto takes tabs for files named .tsv or .tab"
              + " and for headers with tabs and no comma, commas for all others.");

  /** Charset of texts. */
  public static final Key<String> CHARSET =
      Key.charset(
          "neardup.ingest.charset",
          INGEST,
          "Charset of files of the formats tsv, lines, jsonl, csv, files and sets, such as"
              + " windows-1251; detect guesses it for each document that is not UTF-8. Signatures and"
              + " ids are made of the decoded text; records are copied unchanged.");

  /** Id of WARC records. */
  public static final Key<String> WARC_ID =
      Key.choice(
          "neardup.ingest.warc-id",
          List.of("target-uri", "record-id"),
          INGEST,
          "Header of a WARC record that holds the document's id.");

  /** Longest id. */
  public static final Key<Long> MAX_ID_BYTES =
      Key.number(
          "neardup.ingest.max-id-bytes",
          4096,
          1,
          32_767,
          INGEST,
          "Longest id, in bytes of UTF-8. A record with a longer id is set aside.");

  /** Longest line. */
  public static final Key<Long> MAX_LINE_BYTES =
      Key.number(
          "neardup.ingest.max-line-bytes",
          32L << 20,
          1,
          256L << 20,
          INGEST,
          "Longest line, CSV record or WARC record, in bytes. A longer one is set aside unread,"
              + " as is one too long for any document of neardup.document.max-bytes.");

  /** Longest document. */
  public static final Key<Long> MAX_DOCUMENT_BYTES =
      Key.number(
          "neardup.document.max-bytes",
          8L << 20,
          1,
          64L << 20,
          INGEST,
          "Longest text of a document, or longest set, in bytes. A longer one is set aside"
              + " unread.");

  /** Bad records of a file. */
  public static final Key<Allowance> MAX_BAD_RECORDS =
      Key.allowance(
          "neardup.ingest.max-bad-records",
          "5%",
          null,
          "Bad records allowed in a file before the ingest fails: a number, or at most a"
              + " share of the file's records. A record is bad if it is set aside for another reason"
              + " than length or emptiness, or has text that is not of its charset.");

  /** Largest window of a zstd file. */
  public static final Key<Long> MAX_ZSTD_WINDOW_BYTES =
      Key.number(
          "neardup.ingest.max-zstd-window-bytes",
          128L << 20,
          1 << 10,
          2L << 30,
          null,
          "Largest window of a zstd file that is read, as a power of two in bytes: 2147483648 for"
              + " files of zstd --long=31. Each task takes up to that much memory beside its heap.");

  /** What to do with damaged files. */
  public static final Key<String> DAMAGED_FILES =
      Key.choice(
          "neardup.ingest.damaged-files",
          List.of("fail", "set-aside"),
          null,
          "What to do with a truncated or corrupt file: fail, or set-aside (keep the records"
              + " before the damage, set aside the rest).");

  /** Granularity of the manifest. */
  public static final Key<Long> RANGE_BYTES =
      Key.number(
          "neardup.ingest.range-bytes",
          0,
          0,
          1L << 40,
          null,
          "Length of the byte ranges that the manifest lists for a splittable file; a range is"
              + " the smallest piece that a map task of ingest or dedup can read. 0 takes one 64th of the input, between"
              + " 256 KiB and 16 MiB.");

  /** Bytes of documents per map task. */
  public static final Key<Long> SPLIT_BYTES =
      Key.number(
          "neardup.document.split-bytes",
          0,
          0,
          1L << 40,
          null,
          "Bytes of documents per map task; ingest and dedup read whole ranges of the manifest."
              + " Small files are combined. 0 takes 128 MiB on a cluster, up to 1 GiB if the cluster can run"
              + " less than half of those tasks at once, and, embedded, one to four tasks per core"
              + " with 16 to 128 MiB each where the corpus is large enough.");

  /** Kind of shingle. */
  public static final Key<String> SHINGLE_UNIT =
      Key.choice(
          "neardup.shingle.unit",
          List.of("char", "word", "stopword"),
          SHINGLE_SORT,
          "Unit of a shingle: char (code point), word (separated by white space) or stopword (a"
              + " stop word and the two words after it). Not used for sets, whose elements are the"
              + " shingles.");

  /** Length of a shingle. */
  public static final Key<Long> SHINGLE_SIZE =
      Key.number(
          "neardup.shingle.size",
          9,
          1,
          1000,
          SHINGLE_SORT,
          "k, the length of a shingle in units. Unset, it is 3 for words. It is always 3 for"
              + " stopword.");

  /** Bits of a shingle's hash. */
  public static final Key<String> SHINGLE_HASH_BITS =
      Key.choice(
          "neardup.shingle.hash-bits",
          List.of("64", "32"),
          SHINGLE_SORT,
          "Bits of a shingle's hash: 64, or 32 as in MMDS 3.2.3.");

  /** Bags rather than sets. */
  public static final Key<Boolean> SHINGLE_MULTISET =
      Key.flag(
          "neardup.shingle.multiset",
          false,
          SHINGLE_SORT,
          "Whether to count repeated shingles: the c-th occurrence of a shingle becomes an"
              + " element of its own, and similarity is the Jaccard similarity of bags.");

  /** The stop words. */
  public static final Key<String> STOP_WORDS =
      Key.text(
          "neardup.shingle.stop-words",
          "english",
          "english or a path",
          SHINGLE_SORT,
          "Stop words for the unit stopword: english, or the path of a UTF-8 file with one stop"
              + " word per line.");

  /** Which shingles are stop shingles. */
  public static final Key<Double> MAX_DOCUMENT_SHARE =
      Key.fraction(
          "neardup.shingle.max-document-share",
          1,
          SHINGLE_SORT,
          "Shingles that more than this share of the documents have, such as those of a template,"
              + " are stop shingles: passages of at least 3k of them count in no signature and no"
              + " similarity. 1 for none.");

  /** Of which documents the share is. */
  public static final Key<String> DOCUMENT_SHARE_OF =
      Key.choice(
          "neardup.shingle.document-share-of",
          List.of("corpus", "source"),
          SHINGLE_SORT,
          "Whether neardup.shingle.max-document-share is a share of the documents of the whole corpus,"
              + " or of those of any source (see neardup.cluster.source-field) that has at least 20.");

  /** The list of stop shingles. */
  public static final Key<String> STOP_LIST =
      Key.optionalText(
          "neardup.shingle.stop-list",
          "a path",
          SHINGLE_SORT,
          "List of stop shingles, the file stop-shingles.tsv that the verb stop-shingles makes."
              + " pipeline makes one itself if neardup.shingle.max-document-share is less than 1 and"
              + " no list is given.");

  /** Normalization of text. */
  public static final Key<String> NORMALIZATION =
      Key.choice(
          "neardup.text.normalization",
          List.of("whitespace", "none", "fold"),
          SHINGLE_SORT,
          "Changes to a text before shingling: whitespace (replace each run of Unicode white"
              + " space by one space and trim the ends), none, or fold (whitespace, NFKC and case"
              + " folding).");

  /** The signature scheme. */
  public static final Key<String> SIGNATURE_SCHEME =
      Key.choice(
          "neardup.signature.scheme",
          List.of("fast", "universal"),
          SHINGLE_SORT,
          "How signatures are computed: fast (Fast Similarity Sketching) or universal (n hash"
              + " functions (a·x + b) mod 2^61-1, the method of MMDS 3.3).");

  /** Seed of the signature scheme. */
  public static final Key<Long> SIGNATURE_SEED =
      Key.number(
          "neardup.signature.seed",
          1,
          Long.MIN_VALUE,
          Long.MAX_VALUE,
          SHINGLE_SORT,
          "Seed of the hash functions of the signatures.");

  /** Plan of stage 1. */
  public static final Key<String> SIGNATURE_PLAN =
      Key.choice(
          "neardup.signature.plan",
          List.of("sort", "local"),
          null,
          "How stage 1 computes signatures: sort (sorts document-shingle pairs by row and goes"
              + " row by row) or local (each signature in the map task that reads the document). The"
              + " result is the same.");

  /** Pruning of pairs. */
  public static final Key<Boolean> SIGNATURE_PRUNING =
      Key.flag(
          "neardup.signature.pruning",
          true,
          null,
          "Whether the sort plan drops pairs that can change no minimum before they are"
              + " shuffled. The result is the same.");

  /** Columns of a block. */
  public static final Key<Long> BLOCK_COLUMNS =
      Key.number(
          "neardup.signature.block-columns",
          65_536,
          1,
          1L << 24,
          null,
          "Most columns in a block of the sort plan; a reduce task holds the slots of one block"
              + " in memory. Blocks are smaller if the corpus is small or n is large. The result is"
              + " the same.");

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
          "How many of the columns with identical signatures are ordinary: the first ones. All"
              + " pairs of ordinary columns with identical signatures are listed; of a larger group"
              + " the smallest column stands for the others.");

  /** Largest bucket listed in full. */
  public static final Key<Long> MAX_BUCKET_COLUMNS =
      Key.number(
          "neardup.bucket.max-columns",
          2_500,
          2,
          1_000_000,
          BAND_BUCKET,
          "Largest bucket, in ordinary columns, whose pairs are all listed. In a larger bucket all"
              + " pairs of so many first columns are listed, and each later column is paired with the"
              + " very first ones only; the pairs not listed are counted.");

  /** The measure of similarity. */
  public static final Key<String> MEASURE =
      Key.choice(
          "neardup.candidate.measure",
          List.of("jaccard", "containment"),
          BAND_BUCKET,
          "What the similarity of two documents is: jaccard (shared shingles, of those of both) or"
              + " containment (shared shingles, of those of the smaller one), which finds excerpts and"
              + " files inside larger files. containment takes direct linking and keeps the longest"
              + " unless set otherwise.");

  /** Smallest document that is surely found in a larger one. */
  public static final Key<Long> MIN_SHINGLES =
      Key.number(
          "neardup.candidate.min-shingles",
          64,
          16,
          1L << 20,
          BAND_BUCKET,
          "With neardup.candidate.measure=containment: how many shingles a document needs to be"
              + " found inside a larger one as surely as longer ones; shorter ones are found less"
              + " often. Twice as many halve the shuffle of band-bucket.");

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
          "How candidates are verified: exact (Jaccard similarity of the documents), signature"
              + " (share of equal slots) or none (the pipeline stops after stage 3).");

  /** Miss rate of the signature filter. */
  public static final Key<Double> MAX_MISS_RATE =
      Key.fraction(
          "neardup.verify.max-miss-rate",
          1e-4,
          VERIFY,
          "Highest probability that the signature filter drops a pair of similarity t. Before"
              + " exact verification, the filter drops candidates whose signatures agree in too few"
              + " slots. 0 drops none.");

  /** Rule for removing a document of a cluster. */
  public static final Key<String> LINKING =
      Key.choice(
          "neardup.cluster.linking",
          List.of("direct", "components"),
          CLUSTER,
          "Which documents are removed: direct (those that make a verified pair with a kept one; a"
              + " cluster may keep several) or components (all but one of each cluster, also those"
              + " that only a chain of pairs connects with it).");

  /** Which document of a cluster is kept. */
  public static final Key<String> KEEP =
      Key.ordered(
          "neardup.cluster.keep",
          "first",
          List.of("source", "priority", "longest", "last", "first"),
          Set.of("last", "first"),
          CLUSTER,
          "Which documents are preferred: an ordered list of criteria, such as source,longest,first."
              + " The first that differs decides: the source, the priority, the length of the text in"
              + " bytes, or the place in the corpus (last or first, which ends the list). Of equal"
              + " ones, the first.");

  /** Order of the sources. */
  public static final Key<String> SOURCE_ORDER =
      Key.optionalText(
          "neardup.cluster.source-order",
          "names separated by commas, or empty",
          CLUSTER,
          "With source in neardup.cluster.keep: names of sources, the preferred ones first. Other"
              + " sources come last.");

  /** How much of a removed document a kept one must hold. */
  public static final Key<Double> MIN_CONTAINMENT =
      Key.fraction(
          "neardup.cluster.min-containment",
          0,
          CLUSTER,
          "A document is removed only for a kept document that holds at least this share of its"
              + " shingles. Above 0 it needs direct linking, and keeps the longest document unless"
              + " neardup.cluster.keep is set.");

  /** Field of the priority. */
  public static final Key<String> PRIORITY_FIELD =
      Key.optionalText(
          "neardup.cluster.priority-field",
          "a field name, or empty",
          CLUSTER,
          "With priority in neardup.cluster.keep: field that holds a document's priority, a"
              + " number; read by ingest. The greatest is best; documents without a number come last. Refused if no"
              + " document has a number there.");

  /** Prefixes of the files of preferred documents. */
  public static final Key<String> PRIORITY_PREFIXES =
      Key.optionalText(
          "neardup.cluster.priority-prefixes",
          "prefixes separated by commas, or empty",
          CLUSTER,
          "With priority in neardup.cluster.keep: prefixes of the names of preferred files, best"
              + " first. A file's name is its path below the input; a prefix that begins with a slash"
              + " or a scheme is compared with the whole path. Other files come last.");

  /** Field of the source. */
  public static final Key<String> SOURCE_FIELD =
      Key.optionalText(
          "neardup.cluster.source-field",
          "a field name, or empty",
          CLUSTER,
          "Field that names a document's source, for the number of removed documents per"
              + " source; read by ingest. Refused if no document has it. Unset, a source is a top folder of the input,"
              + " or a file there.");

  /** Largest graph for union–find. */
  public static final Key<Long> MAX_MEMORY_COLUMNS =
      Key.number(
          "neardup.cluster.max-memory-columns",
          6_000_000,
          1,
          100_000_000,
          null,
          "Most columns with pairs that the client clusters in memory by union-find, at 22 to 43"
              + " bytes each. A larger graph is clustered in rounds of jobs. The result is the same.");

  /** Cluster size above which there is a warning. */
  public static final Key<Long> MAX_CLUSTER_DOCUMENTS =
      Key.number(
          "neardup.cluster.max-documents",
          10_000,
          1,
          1L << 40,
          null,
          "Largest cluster, in documents, without a warning. Larger clusters are counted and"
              + " named, nothing else.");

  /** Parts of large files. */
  public static final Key<Long> DEDUP_PART_BYTES =
      Key.number(
          "neardup.dedup.part-bytes",
          128L << 20,
          0,
          1L << 40,
          DEDUP,
          "Longest file, in bytes, that dedup writes in one piece. A longer file that can be"
              + " split is written in numbered parts by several tasks. 0 means no limit.");

  /** What to do with documents without shingles. */
  public static final Key<String> WITHOUT_SHINGLES =
      Key.choice(
          "neardup.dedup.documents-without-shingles",
          List.of("keep", "remove"),
          DEDUP,
          "What dedup does with documents without a shingle, such as empty texts: keep or remove."
              + " Removed ones are in removed/ and in removed-by.tsv, with the reason no-shingles.");

  /** Whether the pipeline writes a report. */
  public static final Key<Boolean> REPORT =
      Key.flag(
          "neardup.report",
          true,
          null,
          "Whether pipeline writes report.html at its end. The verb report writes it at any time.");

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
