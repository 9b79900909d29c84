package io.neardup.config;

import static io.neardup.config.Stage.BAND_BUCKET;
import static io.neardup.config.Stage.CLUSTER;
import static io.neardup.config.Stage.DEDUP;
import static io.neardup.config.Stage.INGEST;
import static io.neardup.config.Stage.SHINGLE_SORT;
import static io.neardup.config.Stage.VERIFY;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * All {@code neardup.*} keys, in the order of the flow. Each is declared with the first stage whose
 * results it decides (null if it decides none), its name, default and range; its help says what it
 * is for.
 */
public final class Keys {

  private static final List<Key<?>> ALL = new ArrayList<>(); // filled by the declarations below

  private static final List<String> CRITERIA =
      List.of("source", "priority", "longest", "last", "first");

  public static final Key<String> INGEST_FORMAT =
      choice(
              INGEST,
              "neardup.ingest.format",
              "auto, tsv, lines, jsonl, csv, warc, files, avro, parquet, sets")
          .help(
              "tsv (id<TAB>text lines), lines (id path:line), jsonl (JSON objects), csv (with a"
                  + " header), warc (pages of WARC, texts of WET files), files (one document per"
                  + " file), avro, parquet, sets (set-id<TAB>element lines). auto detects and"
                  + " reports the format. Unset, a further batch inherits the previous format.");

  public static final Key<String> ID_FIELD =
      text(INGEST, "neardup.ingest.id-field", "id", "a field name")
          .help(
              "Field or column of the id, or its path (meta.url) in nested JSON, Avro or"
                  + " Parquet records. #number: no field; the id is path:number of the record.");

  public static final Key<String> TEXT_FIELD =
      text(INGEST, "neardup.ingest.text-field", "text", "a field name")
          .help("Field or column of the text, or its path in nested records.");

  public static final Key<String> CSV_DELIMITER =
      choice(INGEST, "neardup.ingest.csv-delimiter", "auto, comma, tab, semicolon")
          .help(
              "auto: tab for .tsv and .tab files; else the first of comma, tab and semicolon that is"
                  + " in the header.");

  public static final Key<String> CHARSET =
      stripping(
              INGEST,
              "neardup.ingest.charset",
              "UTF-8",
              "a charset's name, or detect",
              text -> text.equals("detect") ? text : Charset.forName(text).name())
          .help(
              "Charset of tsv, lines, jsonl, csv, files and sets, such as windows-1251. detect"
                  + " guesses it for each document that is not UTF-8. Copies are unchanged.");

  public static final Key<String> WARC_ID =
      choice(INGEST, "neardup.ingest.warc-id", "target-uri, record-id")
          .help("WARC header that holds the id.");

  public static final Key<Long> MAX_ID_BYTES =
      number(INGEST, "neardup.ingest.max-id-bytes", 4096, 1, 32_767)
          .help("Longest id. A record with a longer one is set aside.");

  public static final Key<Long> MAX_LINE_BYTES =
      number(INGEST, "neardup.ingest.max-line-bytes", 32L << 20, 1, 256L << 20)
          .help(
              "Longest line, CSV or WARC record. Longer ones, and those too long for"
                  + " neardup.document.max-bytes, are set aside unread.");

  public static final Key<Long> MAX_DOCUMENT_BYTES =
      number(INGEST, "neardup.document.max-bytes", 8L << 20, 1, 64L << 20)
          .help("Longest text or set. Longer ones are set aside unread.");

  public static final Key<Allowance> MAX_BAD_RECORDS =
      stripping(
              null,
              "neardup.ingest.max-bad-records",
              Allowance.parse("5%"),
              "a number, or a share such as 5%",
              Allowance::parse)
          .help(
              "Bad records allowed per file before the ingest fails: unreadable ones, bad or"
                  + " missing ids, missing texts, and texts outside their charset.");

  public static final Key<Long> MAX_ZSTD_WINDOW_BYTES =
      number(null, "neardup.ingest.max-zstd-window-bytes", 128L << 20, 1 << 10, 2L << 30)
          .help(
              "Largest window of a zstd file: 2147483648 for zstd --long=31. Each task needs that"
                  + " memory beside its heap.");

  public static final Key<String> DAMAGED_FILES =
      choice(null, "neardup.ingest.damaged-files", "fail, set-aside")
          .help("Truncated or corrupt files: fail, or keep the records before the damage.");

  public static final Key<Long> RANGE_BYTES =
      number(null, "neardup.ingest.range-bytes", 0, 0, 1L << 40)
          .help(
              "Smallest piece of a splittable file that a task of ingest or dedup reads. 0: one"
                  + " 64th of the input, between 256 KiB and 16 MiB.");

  public static final Key<Long> SPLIT_BYTES =
      number(null, "neardup.document.split-bytes", 0, 0, 1L << 40)
          .help(
              "Bytes of documents per map task. 0: 128 MiB on a cluster (up to 2 GiB on a small"
                  + " one); embedded, one to four tasks per core with 16 to 128 MiB each.");

  public static final Key<String> IGNORED_TEXT =
      expressions(SHINGLE_SORT, "neardup.text.ignore")
          .help(
              "What these match is left out before shingling; documents stay as they are. One a"
                  + " line, with its blanks; blank lines are ignored. RE2 syntax; ^ and $ match at"
                  + " line ends.");

  public static final Key<String> NORMALIZATION =
      choice(SHINGLE_SORT, "neardup.text.normalization", "whitespace, none, fold, letters")
          .help(
              "Changes before shingling: whitespace (becomes one space, ends are trimmed), none,"
                  + " fold (also NFKC_Casefold), or letters (fold without accents, punctuation and"
                  + " symbols).");

  public static final Key<String> SHINGLE_UNIT =
      choice(SHINGLE_SORT, "neardup.shingle.unit", "char, word, stopword")
          .help(
              "char (code point), word, or stopword (a stop word and the next two words). Not used"
                  + " for sets.");

  public static final Key<String> WORD_BOUNDARIES =
      choice(SHINGLE_SORT, "neardup.shingle.word-boundaries", "unicode, blank")
          .help(
              "Words: by Unicode's rules, with dictionaries for languages without blanks (no"
                  + " punctuation), or what stands between white space.");

  public static final Key<Long> SHINGLE_SIZE =
      number(SHINGLE_SORT, "neardup.shingle.size", 9, 1, 1000)
          .help("k, the length of a shingle in units. Unset, 3 for words; always 3 for stopword.");

  public static final Key<String> SHINGLE_HASH_BITS =
      choice(SHINGLE_SORT, "neardup.shingle.hash-bits", "64, 32")
          .help("Bits of a shingle's hash; 32 as in MMDS 3.2.3.");

  public static final Key<Boolean> SHINGLE_MULTISET =
      flag(SHINGLE_SORT, "neardup.shingle.multiset", false)
          .help("Whether repeated shingles count as further elements (similarity of bags).");

  public static final Key<String> STOP_WORDS =
      text(SHINGLE_SORT, "neardup.shingle.stop-words", "english", "english or a path")
          .help("Stop words for the unit stopword, or a UTF-8 file with one per line.");

  public static final Key<Double> MAX_DOCUMENT_SHARE =
      fraction(SHINGLE_SORT, "neardup.shingle.max-document-share", 1)
          .help(
              "Shingles that more than this share of the documents have are stop shingles:"
                  + " passages of at least 3k of them are ignored. 1 for none. Unset, pipeline sets"
                  + " it to 0.1 for containment in 10,000 documents or more.");

  public static final Key<String> DOCUMENT_SHARE_OF =
      choice(SHINGLE_SORT, "neardup.shingle.document-share-of", "corpus, source")
          .help(
              "Whether max-document-share is a share of the corpus, or of any source"
                  + " (neardup.cluster.source-field) with at least 20 documents.");

  public static final Key<String> STOP_LIST =
      optionalText(SHINGLE_SORT, "neardup.shingle.stop-list", "a path")
          .help(
              "A stop-shingles.tsv made before. Unset, pipeline makes one if"
                  + " neardup.shingle.max-document-share is less than 1.");

  public static final Key<String> SIGNATURE_SCHEME =
      choice(SHINGLE_SORT, "neardup.signature.scheme", "fast, universal")
          .help(
              "Fast Similarity Sketching, or n hash functions (a·x + b) mod 2^61-1 as in MMDS"
                  + " 3.3.");

  public static final Key<Long> SIGNATURE_SEED =
      number(SHINGLE_SORT, "neardup.signature.seed", 1, Long.MIN_VALUE, Long.MAX_VALUE)
          .help("Seed of the hash functions.");

  public static final Key<String> SIGNATURE_PLAN =
      choice(null, "neardup.signature.plan", "sort, local")
          .help(
              "Whether stage 1 sorts document-shingle pairs, or computes each signature in the map"
                  + " task that reads the document (local). The result is the same.");

  public static final Key<Boolean> SIGNATURE_PRUNING =
      flag(null, "neardup.signature.pruning", true)
          .help("Whether the sort plan drops pairs that can change no minimum.");

  public static final Key<Long> BLOCK_COLUMNS =
      number(null, "neardup.signature.block-columns", 65_536, 1, 1L << 24)
          .help(
              "Maximum columns in a block of the sort plan, whose slots a reduce task holds in"
                  + " memory.");

  public static final Key<Long> BANDS =
      number(SHINGLE_SORT, "neardup.banding.bands", 20, 1, 32_767)
          .help("b, the number of bands. A signature has n = b*r slots.");

  public static final Key<Long> ROWS =
      number(SHINGLE_SORT, "neardup.banding.rows", 5, 1, 32_767)
          .help("r, the number of rows (slots) in a band.");

  public static final Key<String> MEASURE =
      choice(SHINGLE_SORT, "neardup.candidate.measure", "jaccard, containment")
          .help(
              "Similarity: jaccard (shared shingles / all of both) or containment (shared / those"
                  + " of the smaller), which finds excerpts. containment implies direct linking,"
                  + " and keeps the longest unless set otherwise.");

  public static final Key<Long> MIN_SHINGLES =
      number(SHINGLE_SORT, "neardup.candidate.min-shingles", 64, 16, 1L << 20)
          .help(
              "With containment: documents with fewer shingles may be missed inside larger ones.");

  public static final Key<Long> MAX_TWINS =
      number(BAND_BUCKET, "neardup.candidate.max-twins", 100, 1, 10_000)
          .help(
              "How many documents with identical signatures are compared with each other: the"
                  + " first ones. Later ones are compared only with the first.");

  public static final Key<Long> MAX_BUCKET_COLUMNS =
      number(BAND_BUCKET, "neardup.bucket.max-columns", 2_500, 2, 1_000_000)
          .help(
              "Largest bucket, in ordinary columns, listed in full. Of a larger one, the first"
                  + " columns up to this number are paired with each other, later ones with the"
                  + " first four.");

  public static final Key<Double> THRESHOLD =
      fraction(VERIFY, "neardup.similarity.threshold", 0.8)
          .help("t, the lowest similarity of a pair to keep.");

  public static final Key<String> VERIFY_MODE =
      choice(VERIFY, "neardup.verify", "exact, signature, none")
          .help(
              "exact (by the documents), signature (share of equal slots) or none (the pipeline"
                  + " stops after stage 3).");

  public static final Key<Double> MAX_MISS_RATE =
      stripping(
              VERIFY,
              "neardup.verify.max-miss-rate",
              1e-4,
              "0 to less than 1",
              text -> {
                double value = Double.parseDouble(text);
                return require(value >= 0 && value < 1, value);
              })
          .help(
              "Highest probability that the signature filter drops a pair of similarity t. 0 drops"
                  + " none.");

  public static final Key<String> LINKING =
      choice(CLUSTER, "neardup.cluster.linking", "direct, components")
          .help(
              "What is removed: documents in a pair with a kept one (direct; a cluster may keep"
                  + " several), or all but one of each cluster, even if only a chain of pairs"
                  + " connects them (components).");

  public static final Key<String> KEEP =
      stripping(
              CLUSTER,
              "neardup.cluster.keep",
              "first",
              "a list of " + String.join(", ", CRITERIA),
              Keys::criteria)
          .help(
              "Which documents are preferred, such as source,longest,first. The first criterion"
                  + " that differs decides; last or first (the place) ends the list.");

  public static final Key<String> SOURCE_ORDER =
      optionalText(CLUSTER, "neardup.cluster.source-order", "names separated by commas, or empty")
          .help(
              "With source in neardup.cluster.keep: sources, preferred ones first. Others come"
                  + " last.");

  public static final Key<Double> MIN_CONTAINMENT =
      fraction(CLUSTER, "neardup.cluster.min-containment", 0)
          .help(
              "A document is removed only for a kept one that has at least this share of its"
                  + " shingles. Above 0 it needs direct linking, and keeps the longest unless"
                  + " neardup.cluster.keep is set.");

  public static final Key<String> PRIORITY_FIELD =
      optionalText(CLUSTER, "neardup.cluster.priority-field", "a field name, or empty")
          .help(
              "With priority in neardup.cluster.keep: field with numbers or dates (2026-01-31,"
                  + " 2026-01-31T23:59:59Z), read by ingest. The greatest is best; documents without"
                  + " it come last. Refused if no document has it.");

  public static final Key<String> PRIORITY_PREFIXES =
      optionalText(
              CLUSTER,
              "neardup.cluster.priority-prefixes",
              "prefixes separated by commas, or empty")
          .help(
              "With priority in neardup.cluster.keep: prefixes of names of files, best first; with"
                  + " a leading slash or scheme, of whole paths. Others come last.");

  public static final Key<String> SOURCE_FIELD =
      optionalText(CLUSTER, "neardup.cluster.source-field", "a field name, or empty")
          .help(
              "Field of the source; read by ingest. Refused if no document has it. Unset, a source"
                  + " is a top folder of the input, or a file there.");

  public static final Key<Long> MAX_MEMORY_COLUMNS =
      number(null, "neardup.cluster.max-memory-columns", 6_000_000, 1, 100_000_000)
          .help(
              "Maximum columns with pairs that the client clusters in memory, at 22 to 43 bytes"
                  + " each; more take rounds of jobs.");

  public static final Key<Long> MAX_CLUSTER_DOCUMENTS =
      number(null, "neardup.cluster.max-documents", 10_000, 1, 1L << 40)
          .help("Largest cluster, in documents, without a warning.");

  public static final Key<Long> DEDUP_PART_BYTES =
      number(DEDUP, "neardup.dedup.part-bytes", 128L << 20, 0, 1L << 40)
          .help(
              "Longest file that dedup writes in one piece; longer ones, if splittable, are"
                  + " written in numbered parts. 0: no limit.");

  public static final Key<String> WITHOUT_SHINGLES =
      choice(DEDUP, "neardup.dedup.documents-without-shingles", "keep, remove")
          .help(
              "Empty texts, for example: keep, or remove (with the reason no-shingles in"
                  + " removed-by.tsv).");

  public static final Key<Long> MAX_CLIENT_BYTES =
      number(null, "neardup.client.max-job-bytes", 768L << 20, 0, 1L << 40)
          .help("Jobs on a cluster that read at most so many bytes run in the client. 0: none.");

  public static final Key<Boolean> REPORT =
      flag(null, "neardup.report", true).help("Whether pipeline writes report.html.");

  private Keys() {}

  /** Returns the parts of a list that are separated by commas, without blanks around them. */
  public static List<String> parts(String list) {
    return Stream.of(list.split(",", -1)).map(String::strip).toList();
  }

  /** Returns all keys, in the order of the flow. */
  public static List<Key<?>> all() {
    return Collections.unmodifiableList(ALL);
  }

  /**
   * Returns the key whose name is {@linkplain SimilarNames most similar} to a name, such as {@code
   * threshold} for {@code neardup.similarity.threshold}; empty if none is similar.
   */
  public static Optional<Key<?>> similarTo(String name) {
    return SimilarNames.of(name, ALL.stream().map(Key::name).toList())
        .flatMap(similar -> ALL.stream().filter(key -> key.name().equals(similar)).findFirst());
  }

  /** A key that still lacks its help. */
  private record Declaration<T>(
      Stage decides, String name, T defaultValue, String range, Function<String, T> parser) {

    Key<T> help(String help) {
      Key<T> key = new Key<>(name, defaultValue, range, help, Optional.ofNullable(decides), parser);
      ALL.add(key);
      return key;
    }
  }

  /** Declares a key for which blanks around a value mean nothing. */
  private static <T> Declaration<T> stripping(
      Stage decides, String name, T defaultValue, String range, Function<String, T> parser) {
    return new Declaration<>(decides, name, defaultValue, range, parser.compose(String::strip));
  }

  private static <T> T require(boolean allowed, T value) {
    if (!allowed) {
      throw new IllegalArgumentException("not allowed");
    }
    return value;
  }

  private static Declaration<Long> number(
      Stage decides, String name, long defaultValue, long min, long max) {
    return stripping(
        decides,
        name,
        defaultValue,
        min + " to " + max,
        text -> {
          long value = Long.parseLong(text);
          return require(value >= min && value <= max, value);
        });
  }

  private static Declaration<Double> fraction(Stage decides, String name, double defaultValue) {
    return stripping(
        decides,
        name,
        defaultValue,
        "0 to 1",
        text -> {
          double value = Double.parseDouble(text);
          return require(value >= 0 && value <= 1, value);
        });
  }

  private static Declaration<Boolean> flag(Stage decides, String name, boolean defaultValue) {
    return stripping(
        decides,
        name,
        defaultValue,
        "true or false",
        text -> {
          String lower = text.toLowerCase(Locale.ROOT);
          return require(Set.of("true", "false").contains(lower), lower.equals("true"));
        });
  }

  /** The first choice is the default. */
  private static Declaration<String> choice(Stage decides, String name, String choices) {
    List<String> all = parts(choices);
    return stripping(decides, name, all.get(0), choices, text -> require(all.contains(text), text));
  }

  private static Declaration<String> text(
      Stage decides, String name, String defaultValue, String range) {
    return stripping(decides, name, defaultValue, range, text -> require(!text.isEmpty(), text));
  }

  /** A text that may be empty, and is empty by default. */
  private static Declaration<String> optionalText(Stage decides, String name, String range) {
    return stripping(decides, name, "", range, text -> text);
  }

  /** Regular expressions, one a line, with their blanks; none by default. */
  private static Declaration<String> expressions(Stage decides, String name) {
    return new Declaration<>(
        decides,
        name,
        "",
        "regular expressions, one a line",
        text -> {
          List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
          try {
            lines.forEach(Pattern::compile);
          } catch (PatternSyntaxException e) {
            throw new UsageException(name + ": " + e.getMessage());
          }
          return String.join("\n", lines);
        });
  }

  /** Some of these criteria, each at most once; nothing may follow last or first. */
  private static String criteria(String text) {
    List<String> names = parts(text);
    boolean ends =
        names.stream().limit(names.size() - 1L).anyMatch(Set.of("last", "first")::contains);
    boolean distinct = Set.copyOf(names).size() == names.size();
    return require(!ends && distinct && CRITERIA.containsAll(names), String.join(",", names));
  }
}
