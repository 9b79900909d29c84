package io.neardup.hadoop.stage0ingest;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Settings;
import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.format.CorpusRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Detects the format of an input by looking into the first few files of each ending ({@link
 * FileSample}). Texts whose names decide no format have one format together: jsonl, csv or tsv if
 * all of them look so; lines (a single file) or files (several) if fewer than half of them do.
 */
final class FormatFinder {

  private static final int LOOK_FILES = 10;
  private static final int MAX_OPENED = 200;
  private static final int MAX_ENDINGS = 100;

  /** Formats of records that a text may have without an ending that says so. */
  private static final Set<String> RECORDS = Set.of("jsonl", "csv", "tsv");

  /** Endings of what is compressed or archived in ways that nothing here reads. */
  private static final Set<String> UNREADABLE =
      Set.of(
          "xz", "zip", "7z", "rar", "lzma", "lz", "lzo", "z", "tar", "tgz", "tbz", "tbz2", "txz",
          "tzst", "jar");

  private static final Pattern COMPRESSED = Pattern.compile("\\.(gz|bz2|zst|deflate|lz4|snappy)$");

  /** Files of one ending. */
  private static final class Kind {
    private final List<CorpusRange> first = new ArrayList<>();
    private long files;
  }

  /** Files of one format. */
  private static final class Found {
    private final Map<String, Long> evidence = new LinkedHashMap<>(); // with the files that show it
    private CorpusRange example;
    private long files; // also those that were not looked into

    void add(CorpusRange file, String shows) {
      add(file, 1);
      evidence.merge(shows, 1L, Long::sum);
    }

    void add(CorpusRange file, long count) {
      example = example == null ? file : example;
      files += count;
    }

    void add(Found other) {
      add(other.example, other.files);
      other.evidence.forEach((shows, count) -> evidence.merge(shows, count, Long::sum));
    }

    long seen() {
      return evidence.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  private final Configuration conf;
  private final Settings settings;
  private final InputList files;
  private final boolean given;
  private final Map<String, Found> formats = new TreeMap<>();
  private final Found binary = new Found();
  private int looked;

  /**
   * Looks into the files.
   *
   * @param given whether the format is given, so that nothing is refused yet
   * @throws UsageException if a file is compressed or archived in a way that nothing here reads, or
   *     is JSON, but not one object per line
   */
  FormatFinder(Configuration conf, Settings settings, InputList files, boolean given)
      throws IOException {
    this.conf = conf;
    this.settings = settings;
    this.files = files;
    this.given = given;
    Map<String, Kind> kinds;
    try (CorpusManifest.Cursor in = files.read(conf)) {
      kinds = kinds(in);
    }
    Map<String, Found> texts = new TreeMap<>();
    for (Map.Entry<String, Kind> kind : kinds.entrySet()) {
      boolean decided = FileSample.isDecidedByName(kind.getKey());
      lookInto(kind.getKey(), kind.getValue())
          .forEach((format, found) -> add(decided ? formats : texts, format, found));
    }
    decide(texts);
  }

  private void add(Map<String, Found> to, String format, Found found) {
    switch (format) {
      case FileSample.BINARY -> binary.add(found);
      case FileSample.ARRAY, FileSample.LONG_OBJECT -> {
        if (!given && (format.equals(FileSample.ARRAY) || files.ranges() == 1)) {
          throw notLines(found.example.file(), format.equals(FileSample.ARRAY));
        }
        add(to, FileSample.TEXT, found);
      }
      default -> to.computeIfAbsent(format, f -> new Found()).add(found);
    }
  }

  /**
   * Returns the files that are not empty by ending, of few of which more than the number is kept.
   */
  private Map<String, Kind> kinds(CorpusManifest.Cursor in) throws IOException {
    Map<String, Kind> kinds = new LinkedHashMap<>();
    for (CorpusRange file = in.next(); file != null; file = in.next()) {
      String ending = ending(file.name());
      if (!given && UNREADABLE.contains(ending)) {
        throw unreadable(file, ending);
      }
      boolean decided = FileSample.isDecidedByName(ending);
      if (file.length() == 0 && !decided) {
        continue;
      }
      if (kinds.size() >= MAX_ENDINGS && !decided) {
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
  private Map<String, Found> lookInto(String ending, Kind kind) throws IOException {
    Map<String, Found> found = new TreeMap<>();
    long others = kind.files;
    for (CorpusRange file : kind.first) {
      if (looked == MAX_OPENED) {
        break;
      }
      looked++;
      FileSample sample = FileSample.read(conf, new Path(file.file()), file.name());
      if (sample.wrapping() != null && !given) {
        throw unreadable(file, sample.wrapping());
      }
      if (!sample.isEmpty()) {
        FileSample.Evidence evidence = sample.evidence(ending, settings);
        found.computeIfAbsent(evidence.format(), f -> new Found()).add(file, evidence.shows());
        others--;
      }
    }
    if (others > 0 && (!found.isEmpty() || FileSample.isDecidedByName(ending))) {
      String most =
          found.entrySet().stream()
              .max(Comparator.comparingLong(entry -> entry.getValue().files))
              .map(Map.Entry::getKey)
              .orElse(FileSample.formatByName(ending));
      found.computeIfAbsent(most, f -> new Found()).add(kind.first.get(0), others);
    }
    return found;
  }

  /** Decides which format the texts have. */
  private void decide(Map<String, Found> texts) {
    Found objects = texts.remove(FileSample.OBJECT);
    if (objects != null) {
      boolean lines = texts.containsKey("jsonl") || formats.containsKey("jsonl");
      add(texts, lines || files.ranges() == 1 ? "jsonl" : FileSample.TEXT, objects);
    }
    long plain = seen(texts, Set.of(FileSample.TEXT));
    Set<String> records = plain > seen(texts, RECORDS) ? RECORDS : Set.of();
    texts.forEach(
        (format, found) ->
            add(formats, records.contains(format) ? FileSample.TEXT : format, found));
  }

  private static long seen(Map<String, Found> found, Set<String> formats) {
    return formats.stream().filter(found::containsKey).mapToLong(f -> found.get(f).seen()).sum();
  }

  /**
   * Returns the format of all files.
   *
   * @throws UsageException if they have several, or are not text
   */
  String format() {
    if (formats.size() > 1) {
      throw severalFormats();
    }
    String format = formats.isEmpty() ? FileSample.TEXT : formats.keySet().iterator().next();
    if (format.equals(FileSample.TEXT)) {
      format = files.ranges() == 1 ? "lines" : "files";
    }
    requireText(format);
    return format;
  }

  /** Returns what says that the files have the format. */
  String evidence() {
    long seen = formats.values().stream().mapToLong(Found::seen).sum() + binary.seen();
    if (seen == 0) {
      return "no file has content";
    }
    StringBuilder text = new StringBuilder();
    formats.values().stream()
        .flatMap(found -> found.evidence.entrySet().stream())
        .forEach(
            shows ->
                text.append(text.isEmpty() ? "" : ", ")
                    .append(Quantity.number(shows.getValue()))
                    .append(text.indexOf(" of ") < 0 ? " of " + Quantity.of(seen, "file") : "")
                    .append(' ')
                    .append(verb(shows.getKey(), shows.getValue())));
    long others = files.ranges() - seen;
    return others == 0
        ? text.toString()
        : text + " (" + Quantity.of(others, "file is", "files are") + " empty or not looked into)";
  }

  /** Returns a phrase that begins with a verb in the plural, for so many files. */
  private static String verb(String phrase, long files) {
    return files == 1 ? phrase.replaceFirst("^(begin|end) ", "$1s ") : phrase;
  }

  /**
   * Makes sure that the files may be read in the format of an earlier batch.
   *
   * @throws UsageException if they seem to have another one, or are not text
   */
  void requireLike(String format, String batch) {
    Set<String> found = formats.keySet();
    boolean fits =
        found.contains(format)
            || Set.of(FileSample.TEXT).containsAll(found)
            || (format.equals("files") && found.contains(FileSample.TEXT))
            || (format.equals("sets") && Set.of(FileSample.TEXT, "tsv").containsAll(found));
    if (!fits) {
      throw new UsageException(
          "batch "
              + batch
              + " has the format "
              + format
              + "; here, "
              + evidence()
              + ". Set the format of this input with -D"
              + Keys.INGEST_FORMAT);
    }
    requireText(format);
  }

  /**
   * Makes sure that the files of a format are text, if the format is one of texts. Among texts of a
   * document each, some files may be something else: as many as records may be bad.
   *
   * @throws UsageException naming a file that is not
   */
  void requireText(String format) {
    boolean some =
        format.equals("files")
            && !formats.isEmpty()
            && binary.files <= settings.get(Keys.MAX_BAD_RECORDS).of(files.ranges());
    if (binary.files > 0 && !some) {
      throw new UsageException(
          binary.example.file()
              + " is not text but "
              + binary.evidence.keySet().iterator().next()
              + (binary.files == 1 ? "" : ", one of " + Quantity.of(binary.files, "such file"))
              + ". Convert it to text, JSON Lines or Parquet, or leave it out");
    }
  }

  private static UsageException unreadable(CorpusRange file, String how) {
    return new UsageException(
        file.file()
            + " is compressed or archived ("
            + how
            + "). neardup reads files that end in .gz, .bz2 or .zst: rename it if it is one of these, or"
            + " unpack it");
  }

  private static UsageException notLines(String file, boolean array) {
    return new UsageException(
        file
            + (array
                ? " is a JSON array, or looks like one"
                : " begins with a JSON object over several lines")
            + "; write one object per line (jq -c '"
            + (array ? ".[]" : ".")
            + "'), or read each file as one document with -D"
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
                .append(": ")
                .append(Quantity.of(found.files, "file"))
                .append(found.files == 1 ? ", " : ", such as ")
                .append(found.example.file()));
    return new UsageException(
        message
            + "\nname files of one format as input, or set the format of all of them with -D"
            + Keys.INGEST_FORMAT);
  }
}
