package io.neardup.hadoop.stage0ingest;

import io.neardup.config.Key;
import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.UsageException;
import io.neardup.graph.KeepPolicy;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.corpus.RequestedField;
import io.neardup.hadoop.corpus.SourceReader;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.FormatSettings;
import io.neardup.hadoop.format.RangeReader;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.hadoop.format.UnsupportedSourceException;
import io.neardup.hadoop.job.StageContext;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.Path;

/**
 * Reads the first records of the first few files, so that mistakes in all records are reported
 * before the job starts.
 */
final class FirstRecords {

  private static final int MAX_FILES = 10;
  private static final int MAX_RECORDS = 100; // of a file
  private static final String MISSING = "is missing";

  private final StageContext context;
  private final SourceFormat format;
  private final SourceReader sources;
  private final List<Key<String>> keys = new ArrayList<>(); // of the fields that later stages need

  /** What is wrong with the values of a field; empty once one is usable. */
  private final Map<Key<String>, String> problems = new HashMap<>();

  private final Set<String> names = new LinkedHashSet<>(); // of all fields
  private boolean anyGood;
  private String wrongField; // null if no record lacks its id or text

  /**
   * Takes the folder at which relative paths start; UsageException if the settings name fields but
   * records of the format have none.
   */
  FirstRecords(StageContext context, Path corpus, SourceFormat format) {
    this.context = context;
    this.format = format;
    for (Key<String> key : List.of(Keys.SOURCE_FIELD, Keys.PRIORITY_FIELD)) {
      RequestedField.requireFields(format, key, context.settings());
      if (!name(key).isEmpty()) {
        keys.add(key);
      }
    }
    List<String> fields = keys.stream().map(this::name).toList();
    this.sources = new SourceReader(context.conf(), corpus, format, context.settings(), fields);
  }

  private String name(Key<String> key) {
    return context.settings().get(key);
  }

  /**
   * Reads the records. Warns if all of a file are bad, or if none has a field that the settings
   * name. UsageException if a file lacks the id or text field or cannot be read here; if all
   * records lack one of the two fields; if a field that the settings name has no usable value.
   */
  void check(CorpusManifest files) throws IOException {
    int opened = 0;
    try (CorpusManifest.Cursor in = new CorpusManifest.Cursor(context.conf(), files.path())) {
      for (CorpusRange file = in.next(); file != null && opened < MAX_FILES; file = in.next()) {
        if (file.length() > 0) {
          opened++;
          read(file);
        }
      }
    }
    if (!anyGood && wrongField != null) {
      throw new UsageException(wrongField);
    }
    boolean later = files.ranges() > MAX_FILES || format == SourceFormat.JSONL;
    for (Key<String> key : keys) {
      String problem = problems.getOrDefault(key, MISSING);
      String message =
          Quantity.format(
              "%s=%s: in the first records, this field %s%s",
              key, name(key), problem, FormatSettings.seen(names));
      if (anyGood && problem.equals(MISSING) && later) { // later records may have it
        context.progress("warning: " + message);
      } else if (anyGood && !problem.isEmpty()) {
        throw new UsageException(message);
      }
    }
  }

  private void read(CorpusRange file) throws IOException {
    try (RangeReader reader = sources.open(file)) {
      if (format.isStructured()) {
        anyGood = true;
        names.addAll(reader.fieldNames());
        keys.forEach(key -> note(key, reader.typeProblem(name(key))));
      } else {
        readRecords(file, reader);
      }
    } catch (UnsupportedSourceException e) {
      throw new UsageException(e.getMessage());
    } catch (IOException | RuntimeException e) {
      context.progress(file.file() + " may be damaged: " + e.getMessage());
    }
  }

  private void readRecords(CorpusRange file, RangeReader reader) throws IOException {
    String firstBad = null;
    boolean good = false;
    for (int i = 0; i < MAX_RECORDS && reader.next(); i++) {
      SourceRecord record = reader.record();
      if (record.bad() == 0) {
        good = true;
        if (keys.isEmpty()) {
          break;
        }
        if (!record.isSkipped()) {
          readFields(reader);
        }
      } else if (firstBad == null) {
        SkipReason reason = record.skipReason();
        firstBad =
            record.isSkipped()
                ? reason + ", " + record.detail()
                : BadRecords.malformed(context.settings());
        if (format.hasFields() && (reason == SkipReason.NO_ID || reason == SkipReason.NO_TEXT)) {
          wrongField = file.file() + ": " + record.detail();
        }
      }
    }
    anyGood |= good;
    if (!good && firstBad != null && format != SourceFormat.FILES) { // each has one record
      context.progress(
          "warning: all records at the beginning of %s are bad: %s", file.file(), firstBad);
    }
  }

  private void readFields(RangeReader reader) {
    names.addAll(reader.fieldNames());
    String[] values = reader.record().fields();
    for (int i = 0; i < keys.size(); i++) {
      Key<String> key = keys.get(i);
      String value = i < values.length ? values[i] : null;
      String problem = value == null ? reader.typeProblem(name(key)) : null;
      if (value != null && key.equals(Keys.PRIORITY_FIELD) && !KeepPolicy.isNumber(value)) {
        problem = value.isBlank() ? MISSING : "is neither a number nor a date";
      }
      if (problem != null || value != null) {
        note(key, problem);
      }
    }
  }

  /** Notes what is wrong with the value of a field; null if nothing is. */
  private void note(Key<String> key, String problem) {
    problems.merge(
        key,
        problem == null ? "" : problem,
        (old, now) -> now.isEmpty() || old.equals(MISSING) ? now : old);
  }
}
