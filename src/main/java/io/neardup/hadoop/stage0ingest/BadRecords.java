package io.neardup.hadoop.stage0ingest;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Settings;
import io.neardup.hadoop.format.Decoding;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.StageFailedException;
import io.neardup.hadoop.output.Utf8Lines;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.hadoop.fs.Path;

/**
 * Refuses an input with damaged files or too many bad records. Reads the lists of records set aside
 * (file, byte, reason, detail) and of malformed documents (file, byte, id, likely charset).
 *
 * @param context counts the records set aside, by reason
 */
record BadRecords(StageContext context) {

  /** How many files or kinds of records messages name. */
  static final int MAX_NAMED = 10;

  /** How many kinds of records are counted separately. */
  private static final int MAX_KINDS = 1_000;

  /**
   * Refuses damaged files, unless the settings set them aside, and warns of files in which other
   * bytes follow the gzip data. Counts the most frequent kinds of records that are not documents.
   */
  void refuseDamaged(Path skipped) throws IOException {
    if (context.count(SkipReason.NO_DOCUMENT) > 0) {
      mostFrequent(skipped, is(SkipReason.NO_DOCUMENT))
          .forEach(
              kind -> context.add(IngestCounters.NO_DOCUMENT + kind.getKey(), kind.getValue()));
    }
    long damaged = context.count(SkipReason.DAMAGED_FILE);
    if (damaged > 0 && !context.settings().get(Keys.DAMAGED_FILES).equals("set-aside")) {
      throw new StageFailedException(
          "truncated or corrupt files: %,d%s\n"
              + "repair them, or ingest what can be read with -D%s=set-aside",
          damaged, named(skipped, SkipReason.DAMAGED_FILE), Keys.DAMAGED_FILES);
    }
    long trailing = context.count(SkipReason.TRAILING_BYTES);
    if (trailing > 0) {
      context.progress(
          "warning: %s other bytes after the gzip data:%s",
          Quantity.of(trailing, "file has", "files have"),
          named(skipped, SkipReason.TRAILING_BYTES));
    }
  }

  /** Refuses too many bad lines of sets, counted over all files. */
  void refuseSetMembers(Path skipped) throws IOException {
    long badLines =
        Arrays.stream(SkipReason.values())
            .filter(SkipReason::isBad)
            .mapToLong(context::count)
            .sum();
    long bad = badLines + context.count(IngestCounters.MALFORMED);
    long all = context.count(IngestCounters.SET_MEMBERS) + badLines;
    if (bad > context.settings().get(Keys.MAX_BAD_RECORDS).of(all)) {
      throw tooMany(
          List.<String[]>of(new String[] {"the input", "" + bad, "" + all}), skipped, null);
    }
  }

  /**
   * Returns the error that files (name, bad records, records) have too many bad records. The list
   * of malformed documents is null for sets, which have none.
   */
  StageFailedException tooMany(List<String[]> files, Path skipped, Path malformedOrNull)
      throws IOException {
    List<String> reasons = new ArrayList<>();
    for (SkipReason reason : SkipReason.values()) {
      if (reason.isBad() && context.count(reason) > 0) {
        reasons.add(reason + " " + context.count(reason));
      }
    }
    List<String> first = new ArrayList<>();
    lines(skipped, 1, line -> SkipReason.valueOf(line[2]).isBad())
        .forEach(line -> first.add(place(line) + line[2] + ", " + line[3]));
    if (context.count(IngestCounters.MALFORMED) > 0) {
      reasons.add(malformed(context.settings()) + " " + context.count(IngestCounters.MALFORMED));
      first.add(
          malformedOrNull == null
              ? "an element with " + malformed(context.settings())
              : firstMalformed(malformedOrNull));
    }
    // A CSV record without its closing quote may hold others: each of its lines counts.
    String counted =
        context.count(SkipReason.BAD_CSV) > 0 ? ", counting each line of a bad one" : "";
    return new StageFailedException(
        """
        files with more bad records than %s=%s allows:%s
        all reasons: %s
        first bad record: %s
        if the records are fine, check the format: %s=%s""",
        Keys.MAX_BAD_RECORDS,
        context.settings().get(Keys.MAX_BAD_RECORDS),
        named(
            files,
            file ->
                file[0]
                    + ": "
                    + file[1]
                    + " of "
                    + Quantity.of(Long.parseLong(file[2]), "record")
                    + counted),
        String.join(", ", reasons),
        String.join("\nand ", first),
        Keys.INGEST_FORMAT,
        context.conf().get(Keys.INGEST_FORMAT.name()));
  }

  /** Describes what is wrong with malformed documents. */
  static String malformed(Settings settings) {
    String charset = settings.get(Keys.CHARSET);
    return "bytes that are not " + (charset.equals(Decoding.DETECT) ? "UTF-8" : charset);
  }

  /** Describes the first malformed document, with the charset that most of them look like. */
  private String firstMalformed(Path malformed) throws IOException {
    List<Map.Entry<String, Long>> charsets = mostFrequent(malformed, line -> !line[3].isEmpty());
    String likely = charsets.isEmpty() ? "" : charsets.get(0).getKey();
    boolean isText = SourceFormat.of(context.settings().get(Keys.INGEST_FORMAT)).isText();
    return place(lines(malformed, 1, line -> true).get(0))
        + malformed(context.settings())
        + (likely.isEmpty() ? "" : "; they look like " + likely)
        + (isText ? "; set " + Keys.CHARSET + (likely.isEmpty() ? "" : "=" + likely) : "");
  }

  /** Returns the first few files set aside for a reason, with details. */
  private String named(Path skipped, SkipReason reason) throws IOException {
    return named(lines(skipped, MAX_NAMED + 1, is(reason)), line -> place(line) + line[3]);
  }

  /** Returns the first few entries, one per line. */
  private static String named(List<String[]> all, Function<String[], String> shown) {
    StringBuilder named = new StringBuilder();
    all.stream().limit(MAX_NAMED).forEach(line -> named.append("\n  ").append(shown.apply(line)));
    return named + (all.size() > MAX_NAMED ? "\n  and others" : "");
  }

  private static String place(String[] line) {
    return line[0] + ", byte " + line[1] + ": ";
  }

  private static Predicate<String[]> is(SkipReason reason) {
    return line -> line[2].equals(reason.name());
  }

  private List<String[]> lines(Path list, int most, Predicate<String[]> which) throws IOException {
    try (BufferedReader in = Utf8Lines.read(context.conf(), list)) {
      return in.lines().map(BadRecords::fields).filter(which).limit(most).toList();
    }
  }

  /** Returns the most frequent last fields of some lines with their counts, largest first. */
  private List<Map.Entry<String, Long>> mostFrequent(Path list, Predicate<String[]> which)
      throws IOException {
    Map<String, Long> counts = new HashMap<>();
    try (BufferedReader in = Utf8Lines.read(context.conf(), list)) {
      in.lines()
          .map(BadRecords::fields)
          .filter(which)
          .map(
              line -> counts.size() < MAX_KINDS || counts.containsKey(line[3]) ? line[3] : "others")
          .forEach(kind -> counts.merge(kind, 1L, Long::sum));
    }
    return counts.entrySet().stream()
        .sorted(IngestCounters.LARGEST_FIRST)
        .limit(MAX_NAMED)
        .toList();
  }

  private static String[] fields(String line) {
    return line.split("\t", -1);
  }
}
