package io.neardup.hadoop.stage0ingest;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Settings;
import io.neardup.hadoop.format.Decoding;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageFailedException;
import io.neardup.hadoop.job.Utf8Lines;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;

/**
 * Refuses an input that has damaged files, or more bad records than are allowed. Reads the list of
 * what was set aside (file, byte, reason, detail) and that of malformed documents (file, byte, id,
 * likely charset).
 */
final class BadRecords {

  /** How many files or kinds of records messages name. */
  static final int MAX_NAMED = 10;

  /** How many kinds of records are counted apart. */
  private static final int MAX_KINDS = 1_000;

  private final StageContext context;
  private final Settings settings;

  /**
   * @param context counts the records set aside, by reason
   */
  BadRecords(StageContext context) {
    this.context = context;
    this.settings = context.settings();
  }

  /** Refuses damaged files, unless they are to be set aside. */
  void refuseDamaged(Path skipped) throws IOException {
    long damaged = context.count(SkipReason.DAMAGED_FILE);
    if (damaged > 0 && !settings.get(Keys.DAMAGED_FILES).equals("set-aside")) {
      throw new StageFailedException(
          String.format(
              Locale.ROOT,
              "truncated or corrupt files: %,d\n%s\nrepair them, or ingest what can be read with"
                  + " -D%s=set-aside",
              damaged,
              named(skipped, SkipReason.DAMAGED_FILE),
              Keys.DAMAGED_FILES));
    }
  }

  /** Reports files in which something else follows the gzip data. */
  void warnOfTrailingBytes(Path skipped) throws IOException {
    long files = context.count(SkipReason.TRAILING_BYTES);
    if (files > 0) {
      context.progress(
          "warning: "
              + Quantity.of(files, "file has", "files have")
              + " other bytes after the gzip data:\n"
              + named(skipped, SkipReason.TRAILING_BYTES));
    }
  }

  /** Counts the most frequent kinds of records that are no documents. */
  void countNoDocuments(Path skipped) throws IOException {
    String reason = SkipReason.NO_DOCUMENT.name();
    if (context.count(SkipReason.NO_DOCUMENT) > 0) {
      mostFrequent(skipped, line -> line[2].equals(reason))
          .forEach(
              kind -> context.add(IngestCounters.NO_DOCUMENT + kind.getKey(), kind.getValue()));
    }
  }

  /** Refuses too many bad lines of sets, which are counted over all files. */
  void refuseSetMembers(Path skipped) throws IOException {
    long malformed = context.count(IngestCounters.MALFORMED);
    long bad = malformed;
    for (SkipReason reason : SkipReason.values()) {
      bad += reason.isBad() ? context.count(reason) : 0;
    }
    long all = context.count(IngestCounters.SET_MEMBERS) + bad - malformed;
    if (bad > settings.get(Keys.MAX_BAD_RECORDS).of(all)) {
      throw tooMany(
          List.<String[]>of(new String[] {"the input", "" + bad, "" + all}), skipped, null);
    }
  }

  /**
   * Returns the error that files have too many bad records.
   *
   * @param files file, bad records and records of each
   * @param malformedOrNull the list of malformed documents; null for sets, which have none
   */
  StageFailedException tooMany(List<String[]> files, Path skipped, Path malformedOrNull)
      throws IOException {
    List<String> reasons = new ArrayList<>();
    for (SkipReason reason : SkipReason.values()) {
      if (reason.isBad() && context.count(reason) > 0) {
        reasons.add(reason + " " + context.count(reason));
      }
    }
    List<String> first =
        read(
            skipped,
            lines ->
                lines
                    .filter(line -> SkipReason.valueOf(line[2]).isBad())
                    .limit(1)
                    .map(line -> place(line) + line[2] + ", " + line[3])
                    .collect(Collectors.toCollection(ArrayList::new)));
    if (context.count(IngestCounters.MALFORMED) > 0) {
      reasons.add(malformed(settings) + " " + context.count(IngestCounters.MALFORMED));
      first.add(
          malformedOrNull == null
              ? "an element with " + malformed(settings)
              : firstMalformed(malformedOrNull));
    }
    return new StageFailedException(
        String.format(
            Locale.ROOT,
            "files with more bad records than %s=%s allows:\n%s\nall reasons: %s\n"
                + "first bad record: %s\nif the records are fine, check the format: %s=%s",
            Keys.MAX_BAD_RECORDS,
            settings.get(Keys.MAX_BAD_RECORDS),
            named(
                files.stream()
                    .map(
                        file ->
                            file[0]
                                + ": "
                                + file[1]
                                + " of "
                                + Quantity.of(Long.parseLong(file[2]), "record"))),
            String.join(", ", reasons),
            String.join("\nand ", first),
            Keys.INGEST_FORMAT,
            context.conf().get(Keys.INGEST_FORMAT.name())));
  }

  /** Describes what is wrong with malformed documents. */
  static String malformed(Settings settings) {
    String charset = settings.get(Keys.CHARSET);
    return "bytes that are not " + (charset.equals(Decoding.DETECT) ? "UTF-8" : charset);
  }

  /** Describes the first malformed document, with the charset that most of them look like. */
  private String firstMalformed(Path malformed) throws IOException {
    String first = read(malformed, lines -> lines.findFirst().map(BadRecords::place).orElseThrow());
    List<Map.Entry<String, Long>> charsets = mostFrequent(malformed, line -> !line[3].isEmpty());
    String likely = charsets.isEmpty() ? "" : charsets.get(0).getKey();
    boolean isText = SourceFormat.of(settings.get(Keys.INGEST_FORMAT)).isText();
    return first
        + malformed(settings)
        + (likely.isEmpty() ? "" : "; they look like " + likely)
        + (isText ? "; set " + Keys.CHARSET + (likely.isEmpty() ? "" : "=" + likely) : "");
  }

  private static String place(String[] line) {
    return line[0] + ", byte " + line[1] + ": ";
  }

  /** Returns lines that name the first few files set aside for a reason, and say why. */
  private String named(Path skipped, SkipReason reason) throws IOException {
    return read(
        skipped,
        lines ->
            named(
                lines
                    .filter(line -> line[2].equals(reason.name()))
                    .map(line -> place(line) + line[3])));
  }

  /** Returns the first few of many, one per line. */
  private static String named(Stream<String> all) {
    List<String> some = all.limit(MAX_NAMED + 1L).toList();
    String lines = String.join("\n  ", some.subList(0, Math.min(MAX_NAMED, some.size())));
    return "  " + lines + (some.size() > MAX_NAMED ? "\n  and others" : "");
  }

  /** Returns the most frequent last columns of some lines and their numbers, the largest first. */
  private List<Map.Entry<String, Long>> mostFrequent(Path file, Predicate<String[]> which)
      throws IOException {
    Map<String, Long> counts = new HashMap<>();
    read(
        file,
        lines -> {
          lines
              .filter(which)
              .map(line -> line[3])
              .map(kind -> counts.size() < MAX_KINDS || counts.containsKey(kind) ? kind : "others")
              .forEach(kind -> counts.merge(kind, 1L, Long::sum));
          return counts;
        });
    return counts.entrySet().stream()
        .sorted(IngestCounters.LARGEST_FIRST)
        .limit(MAX_NAMED)
        .toList();
  }

  /** Returns what a function makes of the lines of a file, each divided at its tabs. */
  private <T> T read(Path file, Function<Stream<String[]>, T> function) throws IOException {
    try (BufferedReader in = Utf8Lines.read(context.conf(), file)) {
      return function.apply(in.lines().map(line -> line.split("\t", -1)));
    }
  }
}
