package io.neardup.hadoop.corpus;

import io.neardup.config.Key;
import io.neardup.config.Quantity;
import io.neardup.config.UsageException;
import io.neardup.hadoop.job.StageContext;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;

/**
 * A field of the documents, named by a configuration key.
 *
 * @param key the key; its value is empty if the user names no field
 * @param content the expected content, for messages: {@code a number}, {@code a value}
 * @param found the counter of documents that have the field
 */
public record RequestedField(Key<String> key, String content, Enum<?> found) {

  /** Makes a job read the field, as field 0 of each document. */
  public void request(StageContext context, Corpus corpus, Configuration conf) {
    String field = context.settings().get(key);
    CorpusInput.setFields(conf, corpus.formats(), field.isEmpty() ? List.of() : List.of(field));
  }

  /**
   * Reports how many documents have the field; call it after the job that counted them. Says
   * nothing if the job has read only a part of the corpus.
   *
   * @throws UsageException if there are documents and none has it
   */
  public void requireFound(StageContext context, Corpus corpus) throws IOException {
    String field = context.settings().get(key);
    if (field.isEmpty() || corpus.columns() == 0 || corpus.isPartial()) {
      return;
    }
    long documents = context.count(found);
    if (documents == 0) {
      throw new UsageException(
          String.format(
              Locale.ROOT,
              "%s=%s: none of %s has %s in that field; their fields: %s. Name another field; a"
                  + " pipeline goes on with --resume",
              key,
              field,
              Quantity.of(corpus.columns(), "document"),
              content,
              FieldNames.of(context.conf(), corpus)));
    }
    context.progress(
        String.format(
            Locale.ROOT,
            "%,d of %s %s %s in %s=%s",
            documents,
            Quantity.of(corpus.columns(), "document"),
            documents == 1 ? "has" : "have",
            content,
            key,
            field));
  }
}
