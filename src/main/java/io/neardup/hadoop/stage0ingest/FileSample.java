package io.neardup.hadoop.stage0ingest;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.format.BinaryTypes;
import io.neardup.hadoop.format.Compressions;
import io.neardup.hadoop.format.Compressions.Compression;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.CsvRangeReader;
import io.neardup.hadoop.format.FormatSettings;
import io.neardup.hadoop.format.JsonRangeReader;
import io.neardup.hadoop.format.SourceStream;
import io.neardup.hadoop.format.StorageException;
import io.neardup.text.Utf8;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.FunctionRaisingIOE;

/** The beginning of a file: with the ending of its name, it shows the format. */
final class FileSample {

  /**
   * Evidence of the format of a file: a format's name or a constant below, and the evidence in
   * words, beginning with a verb in the plural.
   */
  record Evidence(String format, String shows) {}

  static final String TEXT = "text"; // the format is lines or files
  static final String OBJECT = "object"; // JSON without the text field: jsonl, or text
  static final String LONG_OBJECT = "long-object"; // JSON over several lines: text
  static final String ARRAY = "array"; // of JSON objects
  static final String BINARY = "binary"; // the evidence is the name of the type
  static final String PACKED = "packed"; // compressed despite the name, or archived; likewise

  private static final Map<String, String> BY_ENDING =
      Map.of(
          "jsonl", "jsonl",
          "ndjson", "jsonl",
          "tsv", "tsv", // or csv, if there is a header
          "tab", "tsv",
          "csv", "csv",
          "warc", "warc",
          "wet", "warc",
          "parquet", "parquet",
          "avro", "avro");

  private static final String WARC = "WARC/1";
  private static final Map<String, String> BY_FIRST_BYTES =
      Map.of("PAR1", "parquet", "Obj\u0001", "avro", WARC, "warc");

  /** Of compressed files that do not show whether they are whole. */
  private static final Set<String> HADOOP_ENDINGS = Set.of("snappy", "lz4", "lzo", "lzo_deflate");

  private static final Pattern OBJECT_START = Pattern.compile("\\s*\\{\\s*\"");
  private static final Pattern BRACKET = Pattern.compile("\\s*\\[");
  private static final Pattern ARRAY_START = Pattern.compile("\\s*\\[\\s*\\{\\s*\"");

  private final byte[] bytes;
  private final String text; // the same, each byte a character
  private final boolean whole;
  private final List<String> lines; // not blank; a truncated last line is omitted

  private FileSample(byte[] head) {
    bytes = Arrays.copyOfRange(head, Utf8.byteOrderMark(head, 0, head.length), head.length);
    text = new String(bytes, StandardCharsets.ISO_8859_1);
    whole = head.length < BinaryTypes.SAMPLE_BYTES;
    List<String> all = text.lines().filter(line -> !line.isBlank()).toList();
    lines = whole || all.size() < 2 ? all : all.subList(0, all.size() - 1);
  }

  /** Returns the format that an ending implies; null if it implies none. */
  static String formatByName(String ending) {
    return BY_ENDING.get(ending);
  }

  /**
   * Returns the evidence of a file; null if it has no content. The ending of its name is in lower
   * case, without a compression's.
   */
  static Evidence evidence(Configuration conf, Settings settings, CorpusRange file, String ending)
      throws IOException {
    Compression compression = new Compressions(conf).of(file.name());
    byte[] head;
    try (InputStream raw = SourceStream.open(conf, new Path(file.file()))) {
      head = head(raw, in -> compression == null ? in : compression.decompress(in, file.file()));
    }
    if (compression == null) {
      byte[] inside = head(new ByteArrayInputStream(head), GZIPInputStream::new);
      if (new String(inside, StandardCharsets.ISO_8859_1).startsWith(WARC)) {
        head = inside; // readers ignore the name, too
      }
    }
    return head.length == 0 ? null : new FileSample(head).evidence(ending, settings);
  }

  /** Returns as much of the beginning as can be read; damage is reported later. */
  private static byte[] head(
      InputStream raw, FunctionRaisingIOE<InputStream, InputStream> decompression)
      throws IOException {
    byte[] head = new byte[BinaryTypes.SAMPLE_BYTES];
    int length = 0;
    try (InputStream in = decompression.apply(raw)) {
      for (int read = 0; read >= 0 && length < head.length; length += Math.max(0, read)) {
        read = in.read(head, length, head.length - length);
      }
    } catch (IOException e) {
      if (StorageException.causeOf(e) != null) {
        throw e;
      }
    }
    return Arrays.copyOf(head, length);
  }

  private Evidence evidence(String ending, Settings settings) {
    for (Map.Entry<String, String> first : BY_FIRST_BYTES.entrySet()) {
      if (text.startsWith(first.getKey())) {
        String format = first.getValue();
        return new Evidence(format, "begin with the first bytes of the format " + format);
      }
    }
    if (HADOOP_ENDINGS.contains(ending)) {
      return new Evidence(PACKED, "a block format of Hadoop");
    }
    String type = BinaryTypes.name(bytes, 0, bytes.length);
    if (type != null && BinaryTypes.isPacked(type)) {
      return new Evidence(PACKED, type);
    }
    String named = BY_ENDING.getOrDefault(ending, TEXT);
    Evidence byName = new Evidence(named, "end with ." + ending);
    if (BY_FIRST_BYTES.containsValue(named)) {
      return byName; // a damaged file: reported when it is read
    }
    if (type != null && BinaryTypes.areRecognizedIn(settings.get(Keys.CHARSET))) {
      return new Evidence(BINARY, type);
    }
    Evidence plain = new Evidence(TEXT, "begin with neither a JSON object nor a line with a tab");
    return switch (named) {
      case "csv" -> byName;
      case "tsv" -> ofTabs(settings).orElse(byName);
      case "jsonl" -> ofJson(true, true, settings).orElse(byName);
      default ->
          ofJson(false, ending.equals("json"), settings).or(() -> ofTabs(settings)).orElse(plain);
    };
  }

  /**
   * Looks for JSON; the name may say that lines are objects, or at least that the content is JSON.
   */
  private Optional<Evidence> ofJson(boolean jsonl, boolean json, Settings settings) {
    long objects = lines.stream().filter(this::isObject).count();
    if ((json ? BRACKET : ARRAY_START).matcher(text).lookingAt()) {
      return evidence(ARRAY, "begin with a JSON array");
    }
    if (2 * objects > lines.size()) {
      Set<String> names = JsonRangeReader.fieldNames(firstLine(), 0, firstLine().length);
      List<String> found = fields(settings).stream().filter(names::contains).toList();
      boolean records =
          jsonl || objects > 1 || !whole || names.contains(settings.get(Keys.TEXT_FIELD));
      String with = found.isEmpty() ? "" : " with " + quoted(found);
      return evidence(records ? "jsonl" : OBJECT, "begin with a JSON object" + with);
    }
    return OBJECT_START.matcher(text).lookingAt() && !jsonl
        ? evidence(LONG_OBJECT, "begin with a JSON object over several lines")
        : Optional.empty();
  }

  /** Returns whether a line is a JSON object, or the beginning of one longer than the sample. */
  private boolean isObject(String line) {
    return OBJECT_START.matcher(line).lookingAt()
        && (line.stripTrailing().endsWith("}") || (!whole && lines.size() == 1));
  }

  private Optional<Evidence> ofTabs(Settings settings) {
    if (CsvRangeReader.isTabbedHeader(firstLine(), fields(settings))) {
      return evidence("csv", "begin with a header with " + quoted(fields(settings)));
    }
    return !lines.isEmpty() && lines.get(0).indexOf('\t') > 0
        ? evidence("tsv", "begin with a line with a tab")
        : Optional.empty();
  }

  private static Optional<Evidence> evidence(String format, String shows) {
    return Optional.of(new Evidence(format, shows));
  }

  private byte[] firstLine() {
    String first = lines.isEmpty() ? "" : lines.get(0);
    return first.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Returns the names of the fields of text and id. */
  private static List<String> fields(Settings settings) {
    String text = settings.get(Keys.TEXT_FIELD);
    String id = settings.get(Keys.ID_FIELD);
    return id.equals(FormatSettings.NUMBER) ? List.of(text) : List.of(text, id);
  }

  private static String quoted(List<String> names) {
    return "`" + String.join("`, `", names) + "`";
  }
}
