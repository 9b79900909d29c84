package io.neardup.hadoop.stage0ingest;

import static java.util.Comparator.comparing;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Settings;
import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.format.CorpusRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;

/**
 * Detects the format of an input from the first few files of each ending ({@link FileSample}). Text
 * files whose names imply no format share one: jsonl, csv or tsv if all look like it; lines (a
 * single file) or files (several) if fewer than half do.
 */
final class FormatFinder {

  private static final int LOOK_FILES = 10;
  private static final int MAX_OPENED = 200;

  /** Formats of records that a text may have without an ending that says so. */
  private static final Set<String> RECORDS = Set.of("jsonl", "csv", "tsv");

  private static final Pattern COMPRESSED = Pattern.compile("\\.(gz|bz2|zst|deflate)$");

  /** A file that was looked into, and how many others count like it. */
  private static final class Found {
    private final CorpusRange file;
    private final String ending;
    private final String shows; // the evidence; null if the file is empty
    private String format;
    private long files = 1;

    Found(CorpusRange file, String ending, FileSample.Evidence evidence) {
      this.file = file;
      this.ending = ending;
      this.format = evidence.format();
      this.shows = evidence.shows();
    }
  }

  private final Settings settings;
  private final CorpusManifest files;
  private final List<Found> all = new ArrayList<>();
  private final Map<String, List<Found>> formats; // of text files and files of known formats
  private final List<Found> binary;

  /**
   * Looks into the files. UsageException, unless the format is given, if one has an unsupported
   * compression, is an archive, or is JSON without one object per line.
   */
  FormatFinder(Configuration conf, Settings settings, CorpusManifest files, boolean given)
      throws IOException {
    this.settings = settings;
    this.files = files;
    lookInto(conf);
    if (!given) {
      all.forEach(this::requireReadable);
    }
    decide();
    formats = all.stream().collect(groupingBy(found -> found.format, TreeMap::new, toList()));
    List<Found> noText = formats.remove(FileSample.BINARY);
    binary = noText == null ? List.of() : noText;
  }

  /** Looks into the first files of each ending; the others count like most of these. */
  private void lookInto(Configuration conf) throws IOException {
    Map<String, List<Found>> endings = new LinkedHashMap<>();
    Map<String, Long> others = new HashMap<>();
    int opened = 0;
    try (CorpusManifest.Cursor in = new CorpusManifest.Cursor(conf, files.path())) {
      for (CorpusRange file = in.next(); file != null; file = in.next()) {
        String ending = ending(file.name());
        String named = FileSample.formatByName(ending);
        if (named == null && file.length() == 0) {
          continue;
        }
        if (named == null && opened == MAX_OPENED && !endings.containsKey(ending)) {
          ending = ""; // there may be many endings
        }
        List<Found> like = endings.computeIfAbsent(ending, e -> new ArrayList<>());
        FileSample.Evidence evidence = null;
        if (file.length() > 0 && like.size() < LOOK_FILES && opened < MAX_OPENED) {
          evidence = FileSample.evidence(conf, settings, file, ending);
          opened++;
        }
        if (evidence != null) {
          like.removeIf(found -> found.shows == null);
          like.add(new Found(file, ending, evidence));
        } else if (like.isEmpty() && named != null) {
          like.add(new Found(file, ending, new FileSample.Evidence(named, null)));
        } else {
          others.merge(ending, 1L, Long::sum);
        }
      }
    }
    endings.forEach(
        (ending, like) -> {
          all.addAll(like);
          like.stream()
              .max(comparing(one -> like.stream().filter(f -> f.format.equals(one.format)).count()))
              .ifPresent(typical -> typical.files += others.getOrDefault(ending, 0L));
        });
  }

  private void requireReadable(Found found) {
    boolean array = found.format.equals(FileSample.ARRAY);
    if (found.format.equals(FileSample.PACKED)) {
      throw new UsageException(
          "%s is compressed or archived (%s). neardup reads files that end in .gz, .bz2 or .zst:"
              + " rename it if it is one of these, or unpack it",
          found.file.file(), found.shows);
    }
    if (array || (found.format.equals(FileSample.LONG_OBJECT) && files.ranges() == 1)) {
      throw new UsageException(
          "%s %s; write one object per line (jq -c '%s'), or read each file as one document with"
              + " -D%s=files",
          found.file.file(),
          array
              ? "is a JSON array, or looks like one"
              : "begins with a JSON object over several lines",
          array ? ".[]" : ".",
          Keys.INGEST_FORMAT);
    }
  }

  /** Decides the format of the text files. */
  private void decide() {
    boolean jsonl = files.ranges() == 1 || all.stream().anyMatch(f -> f.format.equals("jsonl"));
    for (Found found : all) {
      found.format =
          switch (found.format) {
            case FileSample.PACKED -> FileSample.BINARY;
            case FileSample.ARRAY, FileSample.LONG_OBJECT -> FileSample.TEXT;
            case FileSample.OBJECT -> jsonl ? "jsonl" : FileSample.TEXT;
            default -> found.format;
          };
    }
    List<Found> undecided =
        all.stream().filter(f -> FileSample.formatByName(f.ending) == null).toList();
    List<Found> records = undecided.stream().filter(f -> RECORDS.contains(f.format)).toList();
    long plain = undecided.stream().filter(f -> f.format.equals(FileSample.TEXT)).count();
    if (plain > records.size()) {
      records.forEach(found -> found.format = FileSample.TEXT);
    }
  }

  /** Returns the ending of a name, after the last dot, ignoring a compression's. */
  private static String ending(String name) {
    String file = name.substring(name.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    String plain = COMPRESSED.matcher(file).replaceFirst("");
    return plain.contains(".") ? plain.substring(plain.lastIndexOf('.') + 1) : "";
  }

  private static String files(List<Found> found) {
    return Quantity.of(found.stream().mapToLong(f -> f.files).sum(), "file");
  }

  /** Returns the format of all files; UsageException if they have several, or are not text. */
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

  String evidence() {
    long seen = all.stream().filter(found -> found.shows != null).count();
    if (seen == 0) {
      return "no file has content" + (files.bytes() == 0 ? "" : " that can be read");
    }
    StringJoiner evidence = new StringJoiner(", ");
    formats.values().stream()
        .flatMap(List::stream)
        .filter(found -> found.shows != null)
        .collect(groupingBy(found -> found.shows, LinkedHashMap::new, counting()))
        .forEach(
            (shows, count) ->
                evidence.add(
                    Quantity.number(count)
                        + (evidence.length() > 0 ? " " : " of " + Quantity.of(seen, "file") + " ")
                        + (count == 1 ? shows.replaceFirst("^(begin|end) ", "$1s ") : shows)));
    long others = files.ranges() - seen;
    return others == 0
        ? evidence.toString()
        : Quantity.format(
            "%s (%s empty or not looked into)",
            evidence, Quantity.of(others, "file is", "files are"));
  }

  /** Checks that the files can have the format of an earlier batch; UsageException if not. */
  void requireLike(String format, String batch) {
    Set<String> found = formats.keySet();
    boolean fits =
        found.contains(format)
            || Set.of(FileSample.TEXT, format.equals("sets") ? "tsv" : format).containsAll(found)
            || (format.equals("files") && found.contains(FileSample.TEXT));
    if (!fits) {
      throw new UsageException(
          "batch %s has the format %s; here, %s. Set the format of this input with -D%s",
          batch, format, evidence(), Keys.INGEST_FORMAT);
    }
    requireText(format);
  }

  /**
   * Refuses binary files, and names one. The format {@code files} may have some: as many as records
   * may be bad.
   */
  void requireText(String format) {
    long noText = binary.stream().mapToLong(found -> found.files).sum();
    boolean some =
        format.equals("files")
            && !formats.isEmpty()
            && noText <= settings.get(Keys.MAX_BAD_RECORDS).of(files.ranges());
    if (noText > 0 && !some) {
      throw new UsageException(
          "%s is not text but %s%s. Convert it to text, JSON Lines or Parquet, or leave it out",
          binary.get(0).file.file(),
          binary.get(0).shows,
          noText == 1 ? "" : ", one of " + Quantity.of(noText, "such file"));
    }
  }

  private UsageException severalFormats() {
    StringBuilder message = new StringBuilder("the input has files of several formats:");
    formats.forEach(
        (format, found) ->
            message.append(
                Quantity.format(
                    "\n  %s: %s, such as %s", format, files(found), found.get(0).file.file())));
    return new UsageException(
        "%s\nname files of one format as input, or set the format of all of them with -D%s",
        message, Keys.INGEST_FORMAT);
  }
}
