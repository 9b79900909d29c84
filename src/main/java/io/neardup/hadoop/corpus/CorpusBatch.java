package io.neardup.hadoop.corpus;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.config.Keys;
import io.neardup.config.UsageException;
import io.neardup.hadoop.format.DocumentFields;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.job.Fact;
import io.neardup.hadoop.job.StageMetadata;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * What a task needs to know of a batch to read it.
 *
 * @param folder the full URI of its folder; relative paths of the manifest start there
 * @param manifest the full URI of its manifest
 * @param firstColumn the column of its first document
 * @param documents how many it has; 0 while it is ingested
 * @param format the format of its sources
 * @param settings the keys with which it was ingested
 * @param fields the fields whose values its catalog has
 */
public record CorpusBatch(
    String folder,
    String manifest,
    long firstColumn,
    long documents,
    SourceFormat format,
    Map<String, String> settings,
    List<String> fields) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String BATCHES = "neardup-internal.batches";

  /** Sets the batches that a job reads. */
  public static void set(Configuration conf, List<CorpusBatch> batches) {
    try {
      conf.set(BATCHES, JSON.writeValueAsString(batches));
    } catch (IOException e) {
      throw new IllegalStateException("batches of strings and numbers can be written as JSON", e);
    }
  }

  /** Returns the batches that a job reads. */
  public static List<CorpusBatch> get(Configuration conf) throws IOException {
    // Not Configuration.get, which would expand variables.
    return JSON.readValue(conf.getRaw(BATCHES), new TypeReference<List<CorpusBatch>>() {});
  }

  /** Returns the fields whose values the catalog of a batch has. */
  public static List<String> fields(StageMetadata batch) {
    try {
      return JSON.readValue(batch.text(Fact.FIELDS), new TypeReference<List<String>>() {});
    } catch (IOException e) {
      throw new UsageException("the fields of a batch are no JSON array: " + e.getMessage());
    }
  }

  /** Returns the fact that a catalog has the values of fields. */
  public static String fact(List<String> fields) {
    try {
      return JSON.writeValueAsString(fields);
    } catch (IOException e) {
      throw new IllegalStateException("strings can be written as JSON", e);
    }
  }

  /** Returns the positions of some of the fields in the catalog. */
  int[] positions(List<String> wanted) {
    return wanted.stream().mapToInt(fields::indexOf).toArray();
  }

  /** Returns whether ids say where in a file a record stands, so that they change with copying. */
  public boolean idsArePlaces() {
    return format == SourceFormat.LINES
        || (format.hasFields() && DocumentFields.NUMBER.equals(settings.get(Keys.ID_FIELD.name())));
  }

  /** Returns the path of the manifest. */
  public Path manifestPath() {
    return new Path(manifest);
  }

  /** Returns the path of the folder. */
  public Path folderPath() {
    return new Path(folder);
  }
}
