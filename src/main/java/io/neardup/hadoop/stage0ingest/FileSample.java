package io.neardup.hadoop.stage0ingest;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.format.BinaryTypes;
import io.neardup.hadoop.format.DocumentFields;
import io.neardup.hadoop.format.SourceStream;
import io.neardup.hadoop.format.StorageException;
import io.neardup.hadoop.format.compression.Compression;
import io.neardup.hadoop.format.compression.Compressions;
import io.neardup.hadoop.format.csv.CsvRangeReader;
import io.neardup.hadoop.format.json.JsonRangeReader;
import io.neardup.text.Utf8;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** The beginning of a file, and what it and the name of the file say of its format. */
final class FileSample {

  /**
   * What is said of the format of a file.
   *
   * @param format the name of a format, or one of the constants below
   * @param shows what says so, a phrase that begins with a verb in the plural
   */
  record Evidence(String format, String shows) {}

  /** Plain text: of the format lines or files. */
  static final String TEXT = "text";

  /** A line that is a JSON object without the field of the text: of the format jsonl, or text. */
  static final String OBJECT = "object";

  /** A JSON object over several lines, which is a text. */
  static final String LONG_OBJECT = "long-object";

  /** A JSON array of objects. */
  static final String ARRAY = "array";

  /** No text; what says so is the name of the type. */
  static final String BINARY = "binary";

  private static final String TABS = "tabs"; // named so: a header makes it csv
  private static final String JSON = "json"; // named so: lines of objects, or a text each

  private static final Map<String, String> BY_ENDING =
      Map.of(
          "json", JSON,
          "jsonl", "jsonl",
          "ndjson", "jsonl",
          "tsv", TABS,
          "tab", TABS,
          "csv", "csv",
          "warc", "warc",
          "wet", "warc",
          "parquet", "parquet",
          "avro", "avro");

  /** Returns whether files of an ending are of one format, or of one of two. */
  static boolean isDecidedByName(String ending) {
    return BY_ENDING.containsKey(ending) && !ending.equals(JSON);
  }

  /** Returns the format of the files of an ending if nothing is known of their content. */
  static String formatByName(String ending) {
    String named = BY_ENDING.getOrDefault(ending, TEXT);
    return named.equals(TABS) ? "tsv" : named.equals(JSON) ? TEXT : named;
  }

  private static final int BYTES = BinaryTypes.SAMPLE_BYTES;
  private static final String GZIP = "gzip";
  private static final String TAR = "tar";
  private static final int TAR_MAGIC_OFFSET = 257;

  /** The first bytes of formats that hold documents, in hex. */
  private static final Map<String, String> FORMATS = new LinkedHashMap<>();

  /** The first bytes of compressed files and archives, in hex. */
  private static final Map<String, String> WRAPPED = new LinkedHashMap<>();

  static {
    FORMATS.put("50415231", "parquet"); // PAR1
    FORMATS.put("4f626a01", "avro"); // Obj, 1
    FORMATS.put("574152432f31", "warc"); // WARC/1
    WRAPPED.put("1f8b", GZIP);
    WRAPPED.put("425a68", "bzip2"); // BZh
    WRAPPED.put("28b52ffd", "zstd");
    WRAPPED.put("fd377a585a00", "xz");
    WRAPPED.put("504b0304", "zip"); // PK, also of office documents
    WRAPPED.put("377abcaf271c", "7z");
    WRAPPED.put("526172211a07", "rar"); // Rar!
    WRAPPED.put("5d00008000", "lzma");
    WRAPPED.put("04224d18", "lz4");
    WRAPPED.put("894c5a4f", "lzo");
    WRAPPED.put("4c5a4950", "lzip"); // LZIP
    WRAPPED.put("1f9d", "compress");
  }

  private final byte[] plain;
  private final boolean whole;
  private final String wrapping;

  private FileSample(byte[] plain, String wrapping) {
    int mark = Utf8.byteOrderMark(plain, plain.length);
    this.plain = mark == 0 ? plain : Arrays.copyOfRange(plain, mark, plain.length);
    this.whole = plain.length < BYTES;
    this.wrapping = wrapping;
  }

  /**
   * Reads how a file begins.
   *
   * @param name its name, whose ending says how it is compressed
   */
  static FileSample read(Configuration conf, Path file, String name) throws IOException {
    Compression compression = new Compressions(conf).of(name);
    try (InputStream raw = new BufferedInputStream(SourceStream.open(conf, file))) {
      raw.mark(1);
      boolean empty = raw.read() < 0; // a codec would miss its header
      raw.reset();
      byte[] head = head(raw, empty || compression == null ? in -> in : compression::decompress);
      return of(head, compression == null);
    }
  }

  private interface Decompression {
    InputStream of(InputStream raw) throws IOException;
  }

  /** Returns as much of the beginning as can be read: that a file is damaged is told later. */
  private static byte[] head(InputStream raw, Decompression decompression) throws IOException {
    byte[] head = new byte[BYTES];
    int length = 0;
    try (InputStream in = decompression.of(raw)) {
      int read = in.read(head, 0, BYTES);
      while (read > 0) {
        length += read;
        read = in.read(head, length, BYTES - length);
      }
    } catch (IOException e) {
      if (StorageException.causeOf(e) != null) {
        throw e;
      }
    }
    return Arrays.copyOf(head, length);
  }

  private static FileSample of(byte[] bytes, boolean mayBeCompressed) throws IOException {
    String wrapping = isTar(bytes) ? TAR : named(WRAPPED, bytes);
    if (GZIP.equals(wrapping) && mayBeCompressed) {
      byte[] inside = head(new ByteArrayInputStream(bytes), GZIPInputStream::new);
      if ("warc".equals(named(FORMATS, inside))) {
        return new FileSample(inside, null); // read whatever the name
      }
      wrapping = isTar(inside) ? TAR : GZIP;
    }
    return new FileSample(bytes, wrapping);
  }

  private static boolean isTar(byte[] bytes) {
    return bytes.length > TAR_MAGIC_OFFSET + 5
        && new String(bytes, TAR_MAGIC_OFFSET, 5, StandardCharsets.US_ASCII).equals("ustar");
  }

  private static String named(Map<String, String> magic, byte[] bytes) {
    for (Map.Entry<String, String> entry : magic.entrySet()) {
      if (beginsWith(bytes, entry.getKey())) {
        return entry.getValue();
      }
    }
    return null;
  }

  private static boolean beginsWith(byte[] bytes, String hex) {
    byte[] start = HexFormat.of().parseHex(hex);
    return Arrays.equals(bytes, 0, Math.min(bytes.length, start.length), start, 0, start.length);
  }

  /** Returns whether there is nothing in the file. */
  boolean isEmpty() {
    return plain.length == 0;
  }

  /**
   * Returns how the file is compressed or archived in spite of its name, or a second time; null if
   * it is not.
   */
  String wrapping() {
    return wrapping;
  }

  /**
   * Returns what is said of a file that is not empty.
   *
   * @param ending of its name, in lower case, without that of a compression
   */
  Evidence evidence(String ending, Settings settings) {
    String named = BY_ENDING.getOrDefault(ending, TEXT);
    Evidence byName = new Evidence(formatByName(ending), "end with ." + ending);
    String format = named(FORMATS, plain);
    if (format != null) {
      return new Evidence(format, "begin with the first bytes of the format " + format);
    }
    if (Set.of("parquet", "avro", "warc").contains(named)) {
      return byName; // damaged, which is told when all of the file is read
    }
    boolean recognized = BinaryTypes.areRecognizedIn(settings.get(Keys.CHARSET));
    String type =
        wrapping == null && recognized ? BinaryTypes.name(plain, 0, plain.length) : wrapping;
    if (type != null) {
      return new Evidence(BINARY, type);
    }
    return switch (named) {
      case "csv" -> byName;
      case TABS -> ofTabs(settings, byName);
      default -> {
        Evidence evidence = ofJson(named, settings);
        if (evidence == null) {
          evidence = named.equals("jsonl") ? byName : ofTabs(settings, null);
        }
        yield evidence == null
            ? new Evidence(TEXT, "begin with neither a JSON object nor a line with a tab")
            : evidence;
      }
    };
  }

  private Evidence ofJson(String named, Settings settings) {
    boolean mayBeArray = !named.equals(TEXT) && beginsWithBracket();
    if (mayBeArray || beginsWithObjects()) {
      return new Evidence(ARRAY, "begin with a JSON array");
    }
    int objects = objectLines();
    if (objects > 0) {
      Set<String> names = fieldNames();
      List<String> found = fields(settings).stream().filter(names::contains).toList();
      boolean lines =
          objects > 1 || named.equals("jsonl") || names.contains(settings.get(Keys.TEXT_FIELD));
      return new Evidence(
          lines ? "jsonl" : OBJECT,
          "begin with a JSON object" + (found.isEmpty() ? "" : " with " + quoted(found)));
    }
    return beginsWithObject() && !named.equals("jsonl")
        ? new Evidence(LONG_OBJECT, "begin with a JSON object over several lines")
        : null;
  }

  private Evidence ofTabs(Settings settings, Evidence otherwise) {
    List<String> fields = fields(settings);
    if (beginsWithHeader(fields)) {
      return new Evidence("csv", "begin with a header with " + quoted(fields));
    }
    return beginsWithId() ? new Evidence("tsv", "begin with a line with a tab") : otherwise;
  }

  /** Returns the names of the fields of text and id. */
  private static List<String> fields(Settings settings) {
    String text = settings.get(Keys.TEXT_FIELD);
    String id = settings.get(Keys.ID_FIELD);
    return id.equals(DocumentFields.NUMBER) ? List.of(text) : List.of(text, id);
  }

  private static String quoted(List<String> names) {
    return "`" + String.join("`, `", names) + "`";
  }

  /** Returns the position of the first byte from a position on that is not white space. */
  private int afterSpace(int from) {
    int i = from;
    while (i < plain.length && (plain[i] == ' ' || (plain[i] >= '\t' && plain[i] <= '\r'))) {
      i++;
    }
    return i;
  }

  private int lineEnd(int from) {
    return Utf8.indexOf(plain, from, plain.length, '\n');
  }

  /** Returns whether one character follows another, with nothing but white space between them. */
  private boolean follows(int position, int first, int second) {
    int next = afterSpace(position + 1);
    return position < plain.length
        && plain[position] == first
        && next < plain.length
        && plain[next] == second;
  }

  /** Returns whether the content begins as a JSON object does. */
  private boolean beginsWithObject() {
    return follows(afterSpace(0), '{', '"');
  }

  /** Returns whether the content begins as a JSON array of objects does. */
  private boolean beginsWithObjects() {
    int first = afterSpace(0);
    return follows(first, '[', '{') && follows(afterSpace(first + 1), '{', '"');
  }

  /** Returns whether the first character is that of a JSON array. */
  private boolean beginsWithBracket() {
    int first = afterSpace(0);
    return first < plain.length && plain[first] == '[';
  }

  /**
   * Returns how many JSON objects there are, each on a line of its own; 0 if most lines are
   * something else. An object longer than the sample counts for many.
   */
  private int objectLines() {
    int lines = 0;
    int objects = 0;
    for (int from = afterSpace(0); from < plain.length; from = afterSpace(from)) {
      int end = lineEnd(from);
      int last = end - 1;
      while (plain[last] == ' ' || plain[last] == '\r' || plain[last] == '\t') {
        last--;
      }
      boolean cut = end == plain.length && !whole;
      if (follows(from, '{', '"') && (cut || plain[last] == '}')) {
        objects += cut && lines == 0 ? 2 : 1;
      }
      lines += cut && lines > 0 ? 0 : 1;
      from = end;
    }
    return 2 * objects > lines ? objects : 0;
  }

  /** Returns the names of the fields of the JSON object in the first line, as far as it is read. */
  private Set<String> fieldNames() {
    int from = afterSpace(0);
    return JsonRangeReader.fieldNames(plain, from, lineEnd(from) - from);
  }

  /** Returns whether the first line that is not empty has a tab, and something before it. */
  private boolean beginsWithId() {
    int from = firstLine();
    int tab = Utf8.indexOf(plain, from, lineEnd(from), '\t');
    return tab > from && tab < lineEnd(from);
  }

  /** Returns whether that line names some columns, and perhaps others, between tabs. */
  private boolean beginsWithHeader(List<String> columns) {
    int from = firstLine();
    return CsvRangeReader.isTabbedHeader(Arrays.copyOfRange(plain, from, lineEnd(from)), columns);
  }

  private int firstLine() {
    int from = 0;
    while (from < plain.length && (plain[from] == '\n' || plain[from] == '\r')) {
      from++;
    }
    return from;
  }
}
