package io.neardup.hadoop.corpus;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.format.DocumentFields;
import io.neardup.hadoop.format.SourceFormat;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * What a task needs to know of a batch to read it.
 *
 * @param manifest the full URI of its manifest
 * @param firstColumn the column of its first document
 * @param format the format of its sources
 * @param packed whether their records have been packed
 * @param settings the keys with which it was ingested
 */
public record CorpusBatch(
    String manifest,
    long firstColumn,
    SourceFormat format,
    boolean packed,
    Map<String, String> settings) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String BATCHES = "neardup-internal.batches";

  /** Sets the batches that a job reads. */
  static void set(Configuration conf, List<CorpusBatch> batches) {
    try {
      conf.set(BATCHES, JSON.writeValueAsString(batches));
    } catch (IOException e) {
      throw new IllegalStateException("batches of strings and numbers can be written as JSON", e);
    }
  }

  /** Returns the batches that a job reads. */
  static List<CorpusBatch> get(Configuration conf) throws IOException {
    // Not Configuration.get, which would expand variables.
    return JSON.readValue(conf.getRaw(BATCHES), new TypeReference<List<CorpusBatch>>() {});
  }

  /** Returns the object that opens the readers of the batch's ranges. */
  RangeReaders readers(Configuration conf) {
    return readers(conf, packed, CorpusInput.fields(conf));
  }

  /** Returns an object that opens files of the format of the sources, whose records have texts. */
  RangeReaders readersOfSources(Configuration conf) {
    return readers(conf, false, List.of());
  }

  private RangeReaders readers(Configuration conf, boolean ofPacked, List<String> fields) {
    return new RangeReaders(
        conf, folder(), format, ofPacked, Settings.read(settings.entrySet()), fields);
  }

  /** Returns whether ids say where in a file a record stands, so that they change with copying. */
  boolean idsArePlaces() {
    return format == SourceFormat.LINES
        || (format.hasFields() && DocumentFields.NUMBER.equals(settings.get(Keys.ID_FIELD.name())));
  }

  /** Returns the path of the manifest. */
  Path manifestPath() {
    return new Path(manifest);
  }

  /** Returns the folder of the batch; relative paths in the manifest start there. */
  Path folder() {
    return manifestPath().getParent();
  }
}
