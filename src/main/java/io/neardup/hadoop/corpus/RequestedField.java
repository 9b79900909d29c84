package io.neardup.hadoop.corpus;

import io.neardup.config.Key;
import io.neardup.config.Quantity;
import io.neardup.config.Settings;
import io.neardup.config.UsageException;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.generation.Generations;
import io.neardup.hadoop.job.StageContext;
import java.io.IOException;

/**
 * A field of the documents, named by a configuration key.
 *
 * @param key the key; its value is empty if the user names no field
 * @param content the expected content, for messages: {@code a number}, {@code a value}
 * @param found the counter of documents that have the field
 */
public record RequestedField(Key<String> key, String content, Enum<?> found) {

  /**
   * Checks that documents of a format have fields if a key names one of them; UsageException if
   * not.
   */
  public static void requireFields(SourceFormat format, Key<String> key, Settings settings) {
    String name = settings.get(key);
    if (!name.isEmpty() && !format.hasFields()) {
      throw new UsageException(
          "%s=%s: documents of the format %s have no fields with names", key, name, format.key());
    }
  }

  /** Checks that all batches were ingested with the field; UsageException if one was not. */
  public void requireIngested(StageContext context, Corpus corpus) {
    String field = context.settings().get(key);
    if (field.isEmpty()) {
      return;
    }
    for (Corpus.Batch batch : corpus.batches()) {
      requireFields(batch.format(), key, context.settings());
      if (!batch.fields().contains(field)) {
        throw new UsageException(
            "%s was ingested without the field %s; ingest again with -D%s=%s",
            batch.folder(), field, key, field);
      }
    }
  }

  /**
   * Reports how many documents have the field, after the job that counted them, unless it has read
   * only a part of the corpus. If there are documents and none has it: UsageException; a warning if
   * the corpus is a collection, whose settings cannot change.
   */
  public void requireFound(StageContext context, Corpus corpus) throws IOException {
    String field = context.settings().get(key);
    if (field.isEmpty() || corpus.isPartial() || corpus.documents() == 0) {
      return;
    }
    long documents = context.count(found);
    String all = Quantity.of(corpus.documents(), "document");
    if (documents == 0) {
      String none =
          Quantity.format("%s=%s: none of %s has %s in that field", key, field, all, content);
      UsageException.require(
          Generations.isCollection(context.conf(), corpus.path()),
          "%s; name another one and ingest again",
          none);
      context.progress("warning: " + none);
      return;
    }
    context.progress(
        "%,d of %s %s %s in %s=%s",
        documents, all, documents == 1 ? "has" : "have", content, key, field);
  }
}
