package io.neardup.hadoop.stage0ingest;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.format.BinaryTypes;
import io.neardup.hadoop.format.DocumentFields;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the name of a file and its beginning say of its format.
 *
 * @param format the name of a format, or one of the constants below
 * @param shows what says so, a phrase that begins with a verb in the plural
 */
record FileEvidence(String format, String shows) {

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

  /**
   * Returns what is said of a file.
   *
   * @param sample its beginning, which is not empty
   * @param ending of its name, in lower case, without that of a compression
   */
  static FileEvidence of(SourceSample sample, String ending, Settings settings) {
    String named = BY_ENDING.getOrDefault(ending, TEXT);
    FileEvidence byName = new FileEvidence(formatByName(ending), "end with ." + ending);
    if (sample.format() != null) {
      return new FileEvidence(
          sample.format(), "begin with the first bytes of the format " + sample.format());
    }
    if (Set.of("parquet", "avro", "warc").contains(named)) {
      return byName; // damaged, which is told when all of the file is read
    }
    boolean recognized = BinaryTypes.areRecognizedIn(settings.get(Keys.CHARSET));
    String type = sample.wrapping() == null && recognized ? sample.binaryType() : sample.wrapping();
    if (type != null) {
      return new FileEvidence(BINARY, type);
    }
    return switch (named) {
      case "csv" -> byName;
      case TABS -> ofTabs(sample, settings, byName);
      default -> {
        FileEvidence evidence = ofJson(sample, named, settings);
        if (evidence == null) {
          evidence = named.equals("jsonl") ? byName : ofTabs(sample, settings, null);
        }
        yield evidence == null
            ? new FileEvidence(TEXT, "begin with neither a JSON object nor a line with a tab")
            : evidence;
      }
    };
  }

  private static FileEvidence ofJson(SourceSample sample, String named, Settings settings) {
    boolean mayBeArray = !named.equals(TEXT) && sample.beginsWithBracket();
    if (mayBeArray || sample.beginsWithObjects()) {
      return new FileEvidence(ARRAY, "begin with a JSON array");
    }
    int objects = sample.objectLines();
    if (objects > 0) {
      Set<String> names = sample.fieldNames();
      List<String> found = fields(settings).stream().filter(names::contains).toList();
      boolean lines =
          objects > 1 || named.equals("jsonl") || names.contains(settings.get(Keys.TEXT_FIELD));
      return new FileEvidence(
          lines ? "jsonl" : OBJECT,
          "begin with a JSON object" + (found.isEmpty() ? "" : " with " + quoted(found)));
    }
    return sample.beginsWithObject() && !named.equals("jsonl")
        ? new FileEvidence(LONG_OBJECT, "begin with a JSON object over several lines")
        : null;
  }

  private static FileEvidence ofTabs(
      SourceSample sample, Settings settings, FileEvidence otherwise) {
    List<String> fields = fields(settings);
    if (sample.beginsWithHeader(fields)) {
      return new FileEvidence("csv", "begin with a header with " + quoted(fields));
    }
    return sample.beginsWithId()
        ? new FileEvidence("tsv", "begin with a line with a tab")
        : otherwise;
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
}
