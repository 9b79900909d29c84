package io.neardup.hadoop.report;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Settings;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.generation.CollectionPath;
import io.neardup.hadoop.output.Fact;
import io.neardup.hadoop.pipeline.Results;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * What a report is about.
 *
 * @param input the name of the collection, or of the first input
 * @param furtherInputs how many others there are
 * @param date when the results were complete, such as {@code 2026-01-31 23:59 UTC}
 * @param settings the main ones, in words
 */
public record Heading(String input, long furtherInputs, String date, String settings) {

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  static Heading of(
      Configuration conf, Results results, List<Corpus.Batch> batches, Settings settings)
      throws IOException {
    Path summary = new Path(results.folder(), Results.SUMMARY.name());
    FileStatus file = summary.getFileSystem(conf).getFileStatus(summary);
    String date = DATE.format(Instant.ofEpochMilli(file.getModificationTime()));
    String inWords = inWords(settings);
    if (batches.isEmpty() || CollectionPath.find(conf, results.corpus().toString()).isPresent()) {
      return new Heading(results.corpus().getName(), 0, date, inWords);
    }
    // A list in brackets; the first input of a batch names it.
    List<String> inputs =
        batches.stream()
            .map(batch -> batch.metadata().text(Fact.INPUTS))
            .flatMap(list -> Stream.of(list.substring(1, list.length() - 1).split(", ")))
            .toList();
    String first = new Path(inputs.get(0)).getName();
    return new Heading(first.isEmpty() ? inputs.get(0) : first, inputs.size() - 1L, date, inWords);
  }

  private static String inWords(Settings settings) {
    String unit = settings.get(Keys.SHINGLE_UNIT).equals("char") ? "character" : "word";
    return Quantity.format(
        "%s of %s or more, shingles of %s, %s of %s, %s linking",
        settings.isOfContainment() ? "containment" : "similarity",
        settings.get(Keys.THRESHOLD),
        Quantity.of(settings.get(Keys.SHINGLE_SIZE), unit),
        Quantity.of(settings.get(Keys.BANDS), "band"),
        Quantity.of(settings.get(Keys.ROWS), "row"),
        settings.get(Keys.LINKING));
  }
}
