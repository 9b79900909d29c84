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
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;

/** Refuses an input that has damaged files, or more bad records than are allowed. */
final class BadRecords {

  /** How many files or kinds of records messages name. */
  static final int MAX_NAMED = 10;

  /** How many kinds of records that are no documents are counted. */
  private static final int MAX_KINDS = 1_000;

  private static final int MAX_GUESSES = 1000;

  private final StageContext context;
  private final Settings settings;

  /**
   * @param context counts the records set aside, by reason
   */
  BadRecords(StageContext context) {
    this.context = context;
    this.settings = context.settings();
  }

  /**
   * Refuses damaged files, unless they are to be set aside.
   *
   * @param skipped the list of what was set aside
   */
  void refuseDamaged(Path skipped) throws IOException {
    long damaged = context.count(SkipReason.DAMAGED_FILE);
    if (damaged == 0 || settings.get(Keys.DAMAGED_FILES).equals("set-aside")) {
      return;
    }
    throw new StageFailedException(
        String.format(
            Locale.ROOT,
            "truncated or corrupt files: %,d\n%s\nrepair them, or ingest what can be read with"
                + " -D%s=set-aside",
            damaged,
            named(skipped, SkipReason.DAMAGED_FILE),
            Keys.DAMAGED_FILES));
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

  /** Returns lines that name the first few files set aside for a reason, and say why. */
  private String named(Path skipped, SkipReason reason) throws IOException {
    return read(
        skipped,
        lines ->
            named(
                lines
                    .filter(fields -> fields[2].equals(reason.name()))
                    .map(fields -> fields[0] + ", byte " + fields[1] + ": " + fields[3])));
  }

  /** Returns what a function makes of the lines of a file, each divided at its tabs. */
  private <T> T read(Path file, Function<Stream<String[]>, T> function) throws IOException {
    try (BufferedReader in = Utf8Lines.read(context.conf(), file)) {
      return function.apply(in.lines().map(line -> line.split("\t", -1)));
    }
  }

  /** Counts the most frequent kinds of records that are no documents. */
  void countNoDocuments(Path skipped) throws IOException {
    if (context.count(SkipReason.NO_DOCUMENT) == 0) {
      return;
    }
    Map<String, Long> kinds = new HashMap<>();
    read(
        skipped,
        lines -> {
          lines
              .filter(fields -> fields[2].equals(SkipReason.NO_DOCUMENT.name()))
              .map(fields -> fields[3])
              .map(kind -> kinds.size() < MAX_KINDS || kinds.containsKey(kind) ? kind : "others")
              .forEach(kind -> kinds.merge(kind, 1L, Long::sum));
          return kinds;
        });
    kinds.entrySet().stream()
        .sorted(
            Map.Entry.<String, Long>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(MAX_NAMED)
        .forEach(kind -> context.add(IngestCounters.noDocument(kind.getKey()), kind.getValue()));
  }

  /**
   * Returns the error that files have too many bad records.
   *
   * @param files file, bad records and records of each
   * @param skipped the list of what was set aside
   * @param malformed the list of malformed documents
   */
  StageFailedException tooMany(List<String[]> files, Path skipped, Path malformed)
      throws IOException {
    List<String> first = new ArrayList<>();
    firstBad(skipped).ifPresent(first::add);
    firstMalformed(malformed).ifPresent(first::add);
    return tooMany(files.stream(), String.join("\nand ", first));
  }

  private StageFailedException tooMany(Stream<String[]> files, String first) {
    return new StageFailedException(
        String.format(
            Locale.ROOT,
            "files with more bad records than %s=%s allows:\n%s%s\nfirst bad record: %s\n"
                + "if the records are fine, check the format: %s=%s",
            Keys.MAX_BAD_RECORDS,
            settings.get(Keys.MAX_BAD_RECORDS),
            named(
                files.map(
                    fields ->
                        fields[0]
                            + ": "
                            + fields[1]
                            + " of "
                            + Quantity.of(Long.parseLong(fields[2]), "record"))),
            reasons(),
            first,
            Keys.INGEST_FORMAT,
            context.conf().get(Keys.INGEST_FORMAT.name())));
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
          Stream.<String[]>of(new String[] {"the input", "" + bad, "" + all}),
          firstBad(skipped).orElse("an element with " + malformed(settings)));
    }
  }

  /** Describes what is wrong with malformed documents. */
  static String malformed(Settings settings) {
    String charset = settings.get(Keys.CHARSET);
    return "bytes that are not " + (charset.equals(Decoding.DETECT) ? "UTF-8" : charset);
  }

  /** Describes the first malformed document, with the charset that most of them look like. */
  private Optional<String> firstMalformed(Path malformed) throws IOException {
    if (context.count(IngestCounters.MALFORMED) == 0) {
      return Optional.empty();
    }
    List<String[]> some = read(malformed, lines -> lines.limit(MAX_GUESSES).toList());
    Map<String, Long> votes =
        some.stream()
            .map(fields -> fields[3])
            .filter(charset -> !charset.isEmpty())
            .collect(
                Collectors.groupingBy(charset -> charset, TreeMap::new, Collectors.counting()));
    String likely =
        votes.isEmpty()
            ? ""
            : Collections.max(votes.entrySet(), Map.Entry.comparingByValue()).getKey();
    boolean isText = SourceFormat.of(settings.get(Keys.INGEST_FORMAT)).isText();
    return Optional.of(
        some.get(0)[0]
            + ", byte "
            + some.get(0)[1]
            + ": "
            + malformed(settings)
            + (likely.isEmpty() ? "" : "; they look like " + likely)
            + (isText ? "; set " + Keys.CHARSET + (likely.isEmpty() ? "" : "=" + likely) : ""));
  }

  private Optional<String> firstBad(Path skipped) throws IOException {
    return read(
        skipped,
        lines ->
            lines
                .filter(fields -> SkipReason.valueOf(fields[2]).isBad())
                .map(
                    fields ->
                        fields[0] + ", byte " + fields[1] + ": " + fields[2] + ", " + fields[3])
                .findFirst());
  }

  /** Returns a line with the number of bad records by reason. */
  private String reasons() {
    List<String> reasons = new ArrayList<>();
    for (SkipReason reason : SkipReason.values()) {
      if (reason.isBad() && context.count(reason) > 0) {
        reasons.add(reason + " " + context.count(reason));
      }
    }
    long malformed = context.count(IngestCounters.MALFORMED);
    if (malformed > 0) {
      reasons.add(malformed(settings) + " " + malformed);
    }
    return "\nall reasons: " + String.join(", ", reasons);
  }

  /** Returns the first few of many, one per line. */
  private static String named(Stream<String> all) {
    List<String> some = all.limit(MAX_NAMED + 1L).toList();
    String lines = String.join("\n  ", some.subList(0, Math.min(MAX_NAMED, some.size())));
    return "  " + lines + (some.size() > MAX_NAMED ? "\n  and others" : "");
  }
}
