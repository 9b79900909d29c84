package io.neardup.hadoop.stage0ingest;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.config.UsageException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;

/**
 * Detects the format of an input from the names of its files and from how they begin. Some endings
 * decide the format: {@code .jsonl}, {@code .ndjson}, {@code .csv}, {@code .warc}, {@code .wet},
 * {@code .parquet}, {@code .avro}; {@code .json} files are jsonl if their first two lines look like
 * objects, and refused if they are arrays; {@code .tsv} and {@code .tab} files are csv if they
 * begin with a header of id and text, else tsv. For each other ending, the beginning of the first
 * few non-empty files is read: SequenceFiles, Parquet, Avro and WARC are recognized by their first
 * bytes. Other files are text: tsv if the first line of each has a tab after its first character;
 * jsonl if there is one file and it begins with a brace; otherwise lines for a single file, and
 * files for several.
 */
final class FormatFinder {

  private static final int LOOK_FILES = 10;
  private static final int MAX_OPENED = 200;
  private static final int MAX_ENDINGS = 100;
  private static final String TEXT = "text"; // of which format, all of them tell together
  private static final String TABS = "tabs"; // named so, which a header may make csv
  private static final String JSON = "json"; // named so: lines of objects, or a text each

  private static final Map<String, String> FORMATS =
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

  /** Endings of what is compressed or archived in ways that nothing here reads. */
  private static final Set<String> UNREADABLE =
      Set.of(
          "xz", "zip", "7z", "rar", "lzma", "lz", "lzo", "z", "tar", "tgz", "tbz", "tbz2", "txz",
          "tzst", "jar");

  private static final Pattern COMPRESSED = Pattern.compile("\\.(gz|bz2|zst|deflate|lz4|snappy)$");

  /** Files of one ending. */
  private static final class Kind {
    private final List<InputFile> first = new ArrayList<>();
    private long files;
  }

  /** Files of one format. */
  private static final class Found {
    private InputFile example;
    private long files;

    void add(InputFile file, long count) {
      example = example == null ? file : example;
      files += count;
    }
  }

  private final Configuration conf;
  private final Settings settings;
  private final Map<String, Found> formats = new TreeMap<>();
  private int looked;
  private int texts;
  private boolean tabs = true;
  private boolean braces = true;

  private FormatFinder(Configuration conf, Settings settings) {
    this.conf = conf;
    this.settings = settings;
  }

  /**
   * Returns the name of the format.
   *
   * @throws UsageException if the files have several, or one of them is compressed or archived in a
   *     way that nothing here reads
   */
  static String find(Configuration conf, Settings settings, InputList files) throws IOException {
    return new FormatFinder(conf, settings).find(files);
  }

  private String find(InputList files) throws IOException {
    Map<String, Kind> kinds;
    try (InputList.Cursor in = files.read()) {
      kinds = kinds(in);
    }
    for (Map.Entry<String, Kind> kind : kinds.entrySet()) {
      String format = FORMATS.getOrDefault(kind.getKey(), TEXT);
      if (format.equals(TEXT) || format.equals(TABS) || format.equals(JSON)) {
        lookInto(kind.getValue(), format);
      } else {
        InputFile first = kind.getValue().first.get(0);
        refuseWrapped(first);
        count(format, first, kind.getValue().files);
      }
    }
    Found text = formats.remove(TEXT);
    if (text != null || formats.isEmpty()) {
      String format = textFormat(files.files());
      if (text == null) {
        return format; // all are empty
      }
      count(format, text.example, text.files);
    }
    if (formats.size() > 1) {
      throw severalFormats();
    }
    return formats.keySet().iterator().next();
  }

  /**
   * Returns the files that are not empty by ending, of few of which more than the number is kept.
   */
  private static Map<String, Kind> kinds(InputList.Cursor files) throws IOException {
    Map<String, Kind> kinds = new LinkedHashMap<>();
    for (InputFile file = files.next(); file != null; file = files.next()) {
      String ending = ending(file.name());
      if (UNREADABLE.contains(ending)) {
        throw unreadable(file, ending);
      }
      if (file.length() == 0 && !FORMATS.containsKey(ending)) {
        continue;
      }
      if (kinds.size() >= MAX_ENDINGS && !FORMATS.containsKey(ending)) {
        ending = "";
      }
      Kind kind = kinds.computeIfAbsent(ending, e -> new Kind());
      kind.files++;
      if (kind.first.size() < LOOK_FILES) {
        kind.first.add(file);
      }
    }
    return kinds;
  }

  /** Returns what follows the last dot of a name, without the ending of a compression. */
  private static String ending(String name) {
    String file = name.substring(name.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    String plain = COMPRESSED.matcher(file).replaceFirst("");
    int dot = plain.lastIndexOf('.');
    return dot < 0 ? "" : plain.substring(dot + 1);
  }

  /** Looks into some files of an ending; the others count as what most of these are. */
  private void lookInto(Kind kind, String named) throws IOException {
    String most = named.equals(TABS) ? "tsv" : TEXT;
    Map<String, Integer> votes = new TreeMap<>();
    for (InputFile file : kind.first) {
      if (looked == MAX_OPENED) {
        break;
      }
      looked++;
      String format = format(SourceSample.read(conf, file.path(), file.name()), file, named);
      if (format != null) {
        count(format, file, 1);
        if (votes.merge(format, 1, Integer::sum) > votes.getOrDefault(most, 0)) {
          most = format;
        }
      }
    }
    long seen = votes.values().stream().mapToInt(Integer::intValue).sum();
    if (kind.files > seen) {
      count(most, kind.first.get(0), kind.files - seen);
    }
  }

  private void refuseWrapped(InputFile file) throws IOException {
    String wrapping;
    try {
      wrapping = SourceSample.read(conf, file.path(), file.name()).wrapping();
    } catch (IOException e) {
      return; // damage, which is told when all of the file is read
    }
    if (wrapping != null) {
      throw unreadable(file, wrapping);
    }
  }

  /** Returns the format of a file, null if it is empty. */
  private String format(SourceSample sample, InputFile file, String named) {
    if (sample.wrapping() != null) {
      throw unreadable(file, sample.wrapping());
    }
    if (sample.isEmpty()) {
      return null;
    }
    if (named.equals(TABS)) {
      boolean header =
          sample.beginsWithHeader(settings.get(Keys.ID_FIELD), settings.get(Keys.TEXT_FIELD));
      return header ? "csv" : "tsv";
    }
    if (sample.format() != null) {
      return sample.format();
    }
    if (named.equals(JSON)) {
      if (sample.beginsWithBracket()) {
        throw array(file);
      }
      if (sample.beginsWithObjects()) {
        return "jsonl";
      }
    }
    texts++;
    tabs &= sample.beginsWithId();
    braces &= sample.beginsWithBrace();
    return TEXT;
  }

  private String textFormat(long files) {
    if (texts > 0 && tabs) {
      return "tsv";
    }
    if (texts > 0 && braces && files == 1) {
      return "jsonl";
    }
    return files == 1 ? "lines" : "files";
  }

  private void count(String format, InputFile example, long files) {
    formats.computeIfAbsent(format, f -> new Found()).add(example, files);
  }

  private static UsageException unreadable(InputFile file, String how) {
    return new UsageException(
        file.path()
            + " is compressed or archived ("
            + how
            + "). neardup reads files that end in .gz, .bz2 or .zst: rename it if it is one of these, or"
            + " unpack it; -D"
            + Keys.INGEST_FORMAT
            + "=files reads each file as one document, as it is");
  }

  private static UsageException array(InputFile file) {
    return new UsageException(
        file.path()
            + " is a JSON array, or looks like one; write one object per line (jq -c '.[]'), or read each"
            + " file as one document with -D"
            + Keys.INGEST_FORMAT
            + "=files");
  }

  private UsageException severalFormats() {
    StringBuilder message = new StringBuilder("the input has files of several formats:");
    formats.forEach(
        (format, found) ->
            message
                .append("\n  ")
                .append(format)
                .append(String.format(Locale.ROOT, ": %,d", found.files))
                .append(found.files == 1 ? " file, " : " files, such as ")
                .append(found.example.path()));
    return new UsageException(
        message
            + "\nname files of one format as input, or set the format of all of them with -D"
            + Keys.INGEST_FORMAT);
  }
}
