package io.neardup.hadoop.stage0ingest;

import io.neardup.config.Key;
import io.neardup.config.Keys;
import io.neardup.config.UsageException;
import io.neardup.graph.KeepPolicy;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.corpus.RangeReaders;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.RangeReader;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.hadoop.format.UnsupportedSourceException;
import io.neardup.hadoop.job.StageContext;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.Path;

/**
 * The first records of the first few files: what is wrong with all records is said before any task
 * has read one.
 */
final class FirstRecords {

  private static final int MAX_FILES = 10;
  private static final int MAX_RECORDS = 100; // of a file

  /** A field that the last stages ask for. */
  private static final class Field {
    private final Key<String> key;
    private final String name;
    private boolean useful; // in some record
    private String problem; // with the value of some record; null if there is none

    Field(Key<String> key, String name) {
      this.key = key;
      this.name = name;
    }

    void note(String newProblem) {
      useful |= newProblem == null;
      problem = problem == null ? newProblem : problem;
    }
  }

  private final StageContext context;
  private final SourceFormat format;
  private final RangeReaders readers;
  private final List<Field> fields = new ArrayList<>();
  private final Set<String> names = new LinkedHashSet<>(); // of all fields
  private boolean anyGood;
  private String wrongField; // null if no record lacks its id or text

  /**
   * @param corpus the folder at which relative paths start
   * @throws UsageException if the settings ask for fields and records of the format have none
   */
  FirstRecords(StageContext context, Path corpus, SourceFormat format) {
    this.context = context;
    this.format = format;
    for (Key<String> key : List.of(Keys.SOURCE_FIELD, Keys.PRIORITY_FIELD)) {
      String name = context.settings().get(key);
      if (!name.isEmpty()) {
        requireFields(format, key, name);
        fields.add(new Field(key, name));
      }
    }
    this.readers =
        new RangeReaders(
            context.conf(),
            corpus,
            format,
            context.settings(),
            fields.stream().map(field -> field.name).toList());
  }

  /**
   * Makes sure that records of a format have fields.
   *
   * @param key names one of them
   * @throws UsageException if they have none
   */
  static void requireFields(SourceFormat format, Key<String> key, String name) {
    if (!format.hasFields()) {
      throw new UsageException(key + "=" + name + ": " + CorpusInput.withoutFields(format));
    }
  }

  /**
   * Reads the records. Warns if those of a file are all bad, and if none has a field of the
   * settings.
   *
   * @throws UsageException if a file lacks the field of the id or the text, or cannot be read here;
   *     if all records lack one of the two; if no value of a field of the settings is of use
   */
  void check(InputList files) throws IOException {
    for (CorpusRange file : firstNotEmpty(files)) {
      try (RangeReader reader = readers.open(file)) {
        if (!format.isStructured()) {
          read(file, reader);
        } else {
          anyGood = true;
          names.addAll(reader.fieldNames());
          fields.forEach(field -> field.note(reader.typeProblem(field.name)));
        }
      } catch (UnsupportedSourceException e) {
        throw new UsageException(e.getMessage());
      } catch (IOException | RuntimeException e) {
        context.progress(file.file() + " may be damaged: " + e.getMessage());
      }
    }
    if (!anyGood && wrongField != null) {
      throw new UsageException(wrongField);
    }
    for (Field field : fields) {
      if (anyGood && !field.useful) {
        refuse(field, files.ranges() <= MAX_FILES);
      }
    }
  }

  private void refuse(Field field, boolean allSeen) {
    String missing = "is missing";
    String problem = field.problem == null ? missing : field.problem;
    String message =
        field.key
            + "="
            + field.name
            + ": in the first records, this field "
            + problem
            + "; their fields: "
            + String.join(", ", names);
    // Later records may have it.
    if (problem.equals(missing) && !(allSeen && format != SourceFormat.JSONL)) {
      context.progress("warning: " + message);
    } else {
      throw new UsageException(message);
    }
  }

  private List<CorpusRange> firstNotEmpty(InputList files) throws IOException {
    List<CorpusRange> first = new ArrayList<>();
    try (CorpusManifest.Cursor in = files.read(context.conf())) {
      for (CorpusRange file = in.next();
          file != null && first.size() < MAX_FILES;
          file = in.next()) {
        if (file.length() > 0) {
          first.add(file);
        }
      }
    }
    return first;
  }

  private void read(CorpusRange file, RangeReader reader) throws IOException {
    String firstBad = null;
    boolean good = false;
    for (int i = 0; i < MAX_RECORDS && reader.next(); i++) {
      SourceRecord record = reader.record();
      if (record.bad() == 0) {
        good = true;
        if (fields.isEmpty()) {
          break;
        }
        if (!record.isSkipped()) {
          readFields(reader);
        }
      } else if (firstBad == null) {
        firstBad =
            record.isSkipped()
                ? record.skipReason() + ", " + record.detail()
                : BadRecords.malformed(context.settings());
        if (format.hasFields() && isOfField(record.skipReason())) {
          wrongField = file.file() + ": " + record.detail();
        }
      }
    }
    anyGood |= good;
    if (!good && firstBad != null && format != SourceFormat.FILES) { // which have one record
      context.progress(
          "warning: all records at the beginning of " + file.file() + " are bad: " + firstBad);
    }
  }

  private void readFields(RangeReader reader) {
    names.addAll(reader.fieldNames());
    String[] values = reader.record().fields();
    for (int i = 0; i < fields.size(); i++) {
      Field field = fields.get(i);
      String value = i < values.length ? values[i] : null;
      if (value == null) {
        String problem = reader.typeProblem(field.name);
        if (problem != null) {
          field.note(problem);
        }
      } else if (field.key != Keys.PRIORITY_FIELD || KeepPolicy.isNumber(value)) {
        field.note(null);
      } else if (!value.isBlank()) {
        field.note("is not a number");
      }
    }
  }

  private static boolean isOfField(SkipReason reason) {
    return reason == SkipReason.NO_ID || reason == SkipReason.NO_TEXT;
  }
}
