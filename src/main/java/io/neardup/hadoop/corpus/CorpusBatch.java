package io.neardup.hadoop.corpus;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.config.UsageException;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.output.Fact;
import io.neardup.hadoop.output.StageMetadata;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.MapContext;

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
    conf.set(BATCHES, json(batches));
  }

  /** Returns the batches that a job reads. */
  public static List<CorpusBatch> get(Configuration conf) {
    // Not Configuration.get, which would expand variables.
    return parse(conf.getRaw(BATCHES), new TypeReference<>() {});
  }

  /** Returns the batch whose sources a map task reads. */
  public static CorpusBatch ofSources(MapContext<?, ?, ?, ?> task) {
    return get(task.getConfiguration()).get(((CorpusSplit) task.getInputSplit()).batch);
  }

  /** Returns the fields whose values the catalog of a batch has. */
  public static List<String> fields(StageMetadata batch) {
    return parse(batch.text(Fact.FIELDS), new TypeReference<>() {});
  }

  /** Returns batches or fields as JSON. */
  public static String json(List<?> list) {
    return JSON.valueToTree(list).toString();
  }

  private static <T> T parse(String json, TypeReference<T> type) {
    try {
      return JSON.readValue(json, type);
    } catch (IOException e) {
      throw new UsageException("the metadata of a batch are damaged: " + e.getMessage());
    }
  }

  public Path manifestPath() {
    return new Path(manifest);
  }

  public Path folderPath() {
    return new Path(folder);
  }
}
