package io.neardup.hadoop.corpus;

import io.neardup.config.Quantity;
import io.neardup.config.UsageException;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;

/**
 * Checks that a corpus is what ingest wrote: reads every part and compares the numbers of documents
 * and bytes. Each block has a checksum. The sources are not read. Memory: one document.
 */
public final class CorpusVerification {

  private static final int MAX_NAMED = 10;

  private CorpusVerification() {}

  /**
   * Verifies one batch.
   *
   * @param problems receives one line for each of the first problems
   * @return how many problems there are
   */
  public static long verify(Configuration conf, Corpus.Batch batch, Consumer<String> problems)
      throws IOException {
    long[] found = {0};
    Consumer<String> first =
        problem -> {
          found[0]++;
          if (found[0] <= MAX_NAMED) {
            problems.accept(problem);
          }
        };
    if (!CorpusManifest.hash(conf, batch.manifest()).equals(batch.metadata().corpus())) {
      first.accept(batch.manifest() + " is not the manifest that ingest wrote");
    }
    try (CorpusPart.Cursor parts = new CorpusPart.Cursor(conf, List.of(batch.forTasks()));
        CorpusReader in = CorpusReader.of(conf, List.of(batch), CorpusReader.Content.ALL)) {
      CorpusPart part = parts.next(batch.firstColumn());
      while (part != null) {
        try {
          verify(batch, part, in);
        } catch (IOException e) {
          first.accept(e.getMessage());
        }
        part = parts.next(part.end());
      }
    } catch (IOException | UsageException e) {
      first.accept(e.getMessage());
    }
    return found[0];
  }

  private static void verify(Corpus.Batch batch, CorpusPart part, CorpusReader in)
      throws IOException {
    DocumentWritable document = new DocumentWritable();
    long bytes = 0;
    for (long column = part.firstColumn(); column < part.end(); column++) {
      in.read(column, document);
      bytes += document.textLength();
    }
    if (bytes != part.bytes()) {
      String found = " has " + Quantity.of(bytes, "byte") + " of text; ingest found ";
      throw new IOException(
          part.file(batch.folder(), CorpusPart.TEXTS) + found + Quantity.number(part.bytes()));
    }
  }
}
