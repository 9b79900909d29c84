package io.neardup.config;

import static io.neardup.config.Stage.BAND_BUCKET;
import static io.neardup.config.Stage.CLUSTER;
import static io.neardup.config.Stage.DEDUP;
import static io.neardup.config.Stage.INGEST;
import static io.neardup.config.Stage.SHINGLE_SORT;
import static io.neardup.config.Stage.VERIFY;

import java.util.List;

/** Every {@code neardup.*} key there is. */
public final class Keys {

  /** Form of the input. */
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
          "Form of the input: tsv (id<TAB>text lines), lines (a document a line, id is path:line),"
              + " jsonl (a JSON object a line), csv (a header names the fields; also with tabs), warc"
              + " (pages of WARC files, texts of WET files), files (a document a file, id is the path"
              + " below the input), sequence (SequenceFiles of id and text), avro, parquet (a record"
              + " a document), sets (set-id<TAB>element pairs in any order); auto looks at names and"
              + " at how files begin and says what it found.");

  /** Field of the id. */
  public static final Key<String> ID_FIELD =
      Key.text(
          "neardup.ingest.id-field",
          "id",
          "a field name",
          INGEST,
          "Field or column of a record that holds the document's id (a string or a number); in nested"
              + " Avro or Parquet records the names from the outermost, as in meta.url.");

  /** Field of the text. */
  public static final Key<String> TEXT_FIELD =
      Key.text(
          "neardup.ingest.text-field",
          "text",
          "a field name",
          INGEST,
          "Field or column of a record that holds the document's text (a string); in nested Avro or"
              + " Parquet records the names from the outermost.");

  /** What separates the fields of CSV. */
  public static final Key<String> CSV_DELIMITER =
      Key.choice(
          "neardup.ingest.csv-delimiter",
          List.of("auto", "comma", "tab", "semicolon"),
          INGEST,
          "What separates the fields of CSV files; auto takes tabs for files named .tsv or .tab and"
              + " for headers with tabs and no comma, else commas.");

  /** Id of WARC records. */
  public static final Key<String> WARC_ID =
      Key.choice(
          "neardup.ingest.warc-id",
          List.of("target-uri", "record-id"),
          INGEST,
          "Which header of a WARC record is the document's id.");

  /** Longest id. */
  public static final Key<Long> MAX_ID_BYTES =
      Key.number(
          "neardup.ingest.max-id-bytes",
          4096,
          1,
          32_767,
          INGEST,
          "Longest id in bytes of UTF-8; a record with a longer one is set aside.");

  /** Longest line. */
  public static final Key<Long> MAX_LINE_BYTES =
      Key.number(
          "neardup.ingest.max-line-bytes",
          32L << 20,
          1,
          256L << 20,
          INGEST,
          "Longest line, CSV or WARC record in bytes; a longer one is set aside unread. What could not hold"
              + " a document within its own limit is never read.");

  /** Longest document. */
  public static final Key<Long> MAX_DOCUMENT_BYTES =
      Key.number(
          "neardup.document.max-bytes",
          8L << 20,
          1,
          64L << 20,
          INGEST,
          "Longest text of a document, or longest set, in bytes; a longer one is set aside unread.");

  /** Bad records of a file. */
  public static final Key<Allowance> MAX_BAD_RECORDS =
      Key.allowance(
          "neardup.ingest.max-bad-records",
          "5%",
          null,
          "How many records of a file may be bad (set aside for another reason than length or"
              + " emptiness) before the ingest fails: a number, or a share of the file's records,"
              + " rounded up.");

  /** What to do with damaged files. */
  public static final Key<String> DAMAGED_FILES =
      Key.choice(
          "neardup.ingest.damaged-files",
          List.of("fail", "set-aside"),
          null,
          "What to do with a file that cannot be read to its end, such as one that is cut off: fail,"
              + " or set aside what cannot be read and take the records before it.");

  /** Packing of sources. */
  public static final Key<Boolean> PACK =
      Key.flag(
          "neardup.ingest.pack",
          false,
          null,
          "Whether the records of the sources are copied into few SequenceFiles that can be split:"
              + " for many small files, and for compressed ones. Parquet, Avro and SequenceFiles are"
              + " never packed.");

  /** Size of packed files. */
  public static final Key<Long> PACK_BYTES =
      Key.number(
          "neardup.ingest.pack-bytes",
          128L << 20,
          1,
          1L << 40,
          null,
          "Bytes of sources in a packed file; a source is never divided between two.");

  /** Granularity of the manifest. */
  public static final Key<Long> RANGE_BYTES =
      Key.number(
          "neardup.ingest.range-bytes",
          0,
          0,
          1L << 40,
          null,
          "Length of the byte ranges into which the manifest cuts splittable files: the smallest"
              + " piece that a map task can read; 0 chooses from the size of the input, a sixty-fourth"
              + " of it between 256 KiB and 16 MiB.");

  /** Bytes of documents a map task. */
  public static final Key<Long> SPLIT_BYTES =
      Key.number(
          "neardup.document.split-bytes",
          0,
          0,
          1L << 40,
          null,
          "How many bytes of documents one map task reads (whole ranges of the manifest, small files"
              + " combined); 0 chooses from the size of the corpus: 128 MiB on a cluster, embedded"
              + " one to four tasks a core, of 16 to 128 MiB each if there are so many.");

  /** Kind of shingle. */
  public static final Key<String> SHINGLE_UNIT =
      Key.choice(
          "neardup.shingle.unit",
          List.of("char", "word", "stopword"),
          SHINGLE_SORT,
          "What a shingle is made of: char (code points), word (what white space separates) or"
              + " stopword (a stop word and the two words after it). The elements of sets are their"
              + " own shingles.");

  /** Length of a shingle. */
  public static final Key<Long> SHINGLE_SIZE =
      Key.number(
          "neardup.shingle.size",
          9,
          1,
          1000,
          SHINGLE_SORT,
          "k, the length of a shingle in its units. Where it is not set, word shingles have 3 words;"
              + " stop-word shingles always have 3.");

  /** Bits of a shingle's hash. */
  public static final Key<String> SHINGLE_HASH_BITS =
      Key.choice(
          "neardup.shingle.hash-bits",
          List.of("64", "32"),
          SHINGLE_SORT,
          "Bits of a shingle's hash: 64, or 32 for the buckets of MMDS 3.2.3.");

  /** Bags rather than sets. */
  public static final Key<Boolean> SHINGLE_MULTISET =
      Key.flag(
          "neardup.shingle.multiset",
          false,
          SHINGLE_SORT,
          "Whether the c-th occurrence of a shingle is an element of its own: the Jaccard similarity"
              + " of bags.");

  /** The stop words. */
  public static final Key<String> STOP_WORDS =
      Key.text(
          "neardup.shingle.stop-words",
          "english",
          "english or a path",
          SHINGLE_SORT,
          "Stop words of stop-word shingles: english, or a UTF-8 file with one a line.");

  /** Normalization of text. */
  public static final Key<String> NORMALIZATION =
      Key.choice(
          "neardup.text.normalization",
          List.of("whitespace", "none", "fold"),
          SHINGLE_SORT,
          "What is done to a text before shingling: whitespace (runs of Unicode white space become"
              + " one space, ends trimmed), none, or fold (whitespace, NFKC and case folding).");

  /** The signature scheme. */
  public static final Key<String> SIGNATURE_SCHEME =
      Key.choice(
          "neardup.signature.scheme",
          List.of("fast", "universal"),
          SHINGLE_SORT,
          "How signatures are made: fast (Fast Similarity Sketching) or universal (n hash functions"
              + " (a·x + b) mod 2^61-1, the book's).");

  /** Seed of the signature scheme. */
  public static final Key<Long> SIGNATURE_SEED =
      Key.number(
          "neardup.signature.seed",
          1,
          Long.MIN_VALUE,
          Long.MAX_VALUE,
          SHINGLE_SORT,
          "Seed of the hash functions of the signature scheme.");

  /** Plan of stage 1. */
  public static final Key<String> SIGNATURE_PLAN =
      Key.choice(
          "neardup.signature.plan",
          List.of("sort", "local"),
          null,
          "How stage 1 works: sort (document-shingle pairs are sorted by row and signatures made row"
              + " by row) or local (each signature is made in the map task). Same bytes.");

  /** Pruning of pairs. */
  public static final Key<Boolean> SIGNATURE_PRUNING =
      Key.flag(
          "neardup.signature.pruning",
          true,
          null,
          "Whether the sort plan drops, on the map side, pairs that can change no minimum. Same"
              + " bytes.");

  /** Columns of a block. */
  public static final Key<Long> BLOCK_COLUMNS =
      Key.number(
          "neardup.signature.block-columns",
          65_536,
          1,
          1L << 24,
          null,
          "Most columns of a block, whose slots a reduce task of the sort plan holds at once; fewer"
              + " are taken where the corpus is small or n is large. Same bytes.");

  /** Number of bands. */
  public static final Key<Long> BANDS =
      Key.number(
          "neardup.banding.bands",
          20,
          1,
          32_767,
          SHINGLE_SORT,
          "b, the number of bands; a signature has n = b*r slots.");

  /** Rows of a band. */
  public static final Key<Long> ROWS =
      Key.number(
          "neardup.banding.rows", 5, 1, 32_767, SHINGLE_SORT, "r, the number of rows of a band.");

  /** Largest twin group listed in full. */
  public static final Key<Long> MAX_TWINS =
      Key.number(
          "neardup.candidate.max-twins",
          100,
          1,
          10_000,
          BAND_BUCKET,
          "Largest group of columns with identical signatures that is listed in full; of a larger one"
              + " the smallest column stands for all.");

  /** Largest bucket listed in full. */
  public static final Key<Long> MAX_BUCKET_COLUMNS =
      Key.number(
          "neardup.bucket.max-columns",
          10_000,
          2,
          1_000_000,
          BAND_BUCKET,
          "Largest bucket, in columns after large twin groups are collapsed, whose pairs are all"
              + " listed; in a larger one each column is paired with one centre only, and the pairs"
              + " not listed are counted.");

  /** The threshold t. */
  public static final Key<Double> THRESHOLD =
      Key.fraction(
          "neardup.similarity.threshold",
          0.8,
          VERIFY,
          "t, the least similarity of a pair to keep.");

  /** How candidates are verified. */
  public static final Key<String> VERIFY_MODE =
      Key.choice(
          "neardup.verify",
          List.of("exact", "signature", "none"),
          VERIFY,
          "How candidates are verified: exact (Jaccard of the documents), signature (share of equal"
              + " slots) or none (the pipeline stops after stage 3).");

  /** Miss rate of the signature filter. */
  public static final Key<Double> MAX_MISS_RATE =
      Key.fraction(
          "neardup.verify.max-miss-rate",
          1e-4,
          VERIFY,
          "Exact verification skips candidates whose signatures agree in so few slots that a pair of"
              + " similarity t does so with at most this probability; 0 skips none.");

  /** What makes a document of a cluster go. */
  public static final Key<String> LINKING =
      Key.choice(
          "neardup.cluster.linking",
          List.of("components", "direct"),
          CLUSTER,
          "What makes a document go: components (a chain of verified pairs to the one document that"
              + " is kept of its cluster) or direct (a verified pair with a document that is kept; a"
              + " cluster may keep several).");

  /** What is kept of a cluster. */
  public static final Key<String> KEEP =
      Key.choice(
          "neardup.cluster.keep",
          List.of("first", "longest", "priority"),
          CLUSTER,
          "Which document of a cluster is kept: the first, the longest (text in bytes) or the one of"
              + " the best priority; of equal ones the first.");

  /** Field of the priority. */
  public static final Key<String> PRIORITY_FIELD =
      Key.optionalText(
          "neardup.cluster.priority-field",
          "a field name or nothing",
          CLUSTER,
          "With neardup.cluster.keep=priority: field of a record that holds its priority, a number; the"
              + " greatest is best, a record without a number comes last. Refused if no document has"
              + " a number in it.");

  /** Prefixes of the files of preferred documents. */
  public static final Key<String> PRIORITY_PREFIXES =
      Key.optionalText(
          "neardup.cluster.priority-prefixes",
          "prefixes, comma-separated, or nothing",
          CLUSTER,
          "With neardup.cluster.keep=priority: what the names of preferred files begin with, the best"
              + " first; a name is the path below the input, or the whole path for a prefix that"
              + " begins with a slash or a scheme. Other files come last.");

  /** Field of the source. */
  public static final Key<String> SOURCE_FIELD =
      Key.optionalText(
          "neardup.cluster.source-field",
          "a field name or nothing",
          CLUSTER,
          "Field of a record that names its source in the account of what is removed; refused if no"
              + " document has it. Where it is not set, a source is a top folder of the input, or a"
              + " file there.");

  /** Largest graph for union–find. */
  public static final Key<Long> MAX_MEMORY_COLUMNS =
      Key.number(
          "neardup.cluster.max-memory-columns",
          6_000_000,
          1,
          100_000_000,
          null,
          "Most columns of pairs that one task joins to clusters by union-find, of 22 to 43 bytes"
              + " each; a graph of more is joined in rounds of jobs. Same bytes.");

  /** Clusters that are warned of. */
  public static final Key<Long> MAX_CLUSTER_DOCUMENTS =
      Key.number(
          "neardup.cluster.max-documents",
          10_000,
          1,
          1L << 40,
          null,
          "Largest cluster, in documents, that is not warned of; larger ones are named and counted, no"
              + " more.");

  /** Parts of large files. */
  public static final Key<Long> DEDUP_PART_BYTES =
      Key.number(
          "neardup.dedup.part-bytes",
          128L << 20,
          0,
          1L << 40,
          DEDUP,
          "Longest file, in bytes, that dedup writes as one; a longer one that can be split is written"
              + " in numbered parts by several tasks. 0 divides none.");

  private static final List<Key<?>> ALL =
      List.of(
          INGEST_FORMAT,
          ID_FIELD,
          TEXT_FIELD,
          CSV_DELIMITER,
          WARC_ID,
          MAX_ID_BYTES,
          MAX_LINE_BYTES,
          MAX_DOCUMENT_BYTES,
          MAX_BAD_RECORDS,
          DAMAGED_FILES,
          PACK,
          PACK_BYTES,
          RANGE_BYTES,
          SPLIT_BYTES,
          NORMALIZATION,
          SHINGLE_UNIT,
          SHINGLE_SIZE,
          SHINGLE_HASH_BITS,
          SHINGLE_MULTISET,
          STOP_WORDS,
          SIGNATURE_SCHEME,
          SIGNATURE_SEED,
          SIGNATURE_PLAN,
          SIGNATURE_PRUNING,
          BLOCK_COLUMNS,
          BANDS,
          ROWS,
          MAX_TWINS,
          MAX_BUCKET_COLUMNS,
          THRESHOLD,
          VERIFY_MODE,
          MAX_MISS_RATE,
          LINKING,
          KEEP,
          PRIORITY_FIELD,
          PRIORITY_PREFIXES,
          SOURCE_FIELD,
          MAX_MEMORY_COLUMNS,
          MAX_CLUSTER_DOCUMENTS,
          DEDUP_PART_BYTES);

  private Keys() {}

  /** Returns all keys, in the order of the flow. */
  public static List<Key<?>> all() {
    return ALL;
  }
}
