package io.neardup.hadoop.collection.lookup;

import io.neardup.config.Key;
import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.config.UsageException;
import io.neardup.hadoop.collection.CollectionIndex;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusReader;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.hadoop.generation.CollectionPath;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.stage0ingest.ClientInput;
import io.neardup.hadoop.stage4verify.compare.Verification;
import io.neardup.hadoop.table.ColumnLines;
import io.neardup.hadoop.table.SignatureCursor;
import io.neardup.minhash.ColumnSketcher;
import io.neardup.minhash.SignatureColumn;
import io.neardup.similarity.IndexedSet;
import io.neardup.similarity.Jaccard;
import io.neardup.similarity.Measure;
import io.neardup.similarity.SetComparison;
import io.neardup.text.DocumentShingler;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongIterator;
import it.unimi.dsi.fastutil.longs.LongSortedSet;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.ConsumerRaisingIOE;

/**
 * Looks documents up in a collection, without a job: the most similar document of the collection
 * that each would make a pair with, if it were added alone. Seeks in the index, and reads only
 * candidates; for containment, it reads all texts ({@link TextScan}). A collection that something
 * else has changed is not noticed.
 *
 * <p>Memory: a document, a candidate, and {@code neardup.bucket.max-columns} columns for each band.
 */
public final class Lookup {

  /**
   * What was found for a document.
   *
   * @param id of the document
   * @param match the document of the collection; empty if no pair was found
   */
  public record Answer(String id, Optional<Match> match) {}

  /**
   * A document of the collection.
   *
   * @param similarity to the document looked up, as compared with the threshold
   * @param isKept whether it is kept, not removed
   */
  public record Match(double similarity, boolean isKept, String id, long column) {}

  private final Configuration conf;
  private final Settings settings;
  private final CollectionIndex index;
  private final List<Corpus.Batch> batches;
  private final DocumentShingler shingler;
  private final ColumnSketcher sketcher;
  private final int slots;
  private final int minimumAgreement;
  private final double threshold;
  private final boolean isExact;
  private final byte[] signature;
  private final int[] own; // slots of the document
  private final int[] stored; // slots of a candidate
  private final IndexedSet set = new IndexedSet();
  private final IndexedSet candidate = new IndexedSet();
  private final SetComparison comparison = new SetComparison();
  private final DocumentWritable found = new DocumentWritable();

  private Lookup(Configuration conf, CollectionIndex index) throws IOException {
    this.conf = conf;
    this.index = index;
    settings = HadoopSettings.of(conf);
    batches = index.batches(conf);
    shingler = Shinglers.of(conf, settings);
    slots = settings.slots();
    sketcher = HadoopSettings.scheme(settings, slots).newColumnSketcher();
    minimumAgreement = Verification.minimumAgreement(settings, slots);
    threshold = settings.get(Keys.THRESHOLD);
    isExact = settings.get(Keys.VERIFY_MODE).equals("exact");
    signature = new byte[SignatureColumn.length(slots)];
    own = new int[slots];
    stored = new int[slots];
  }

  /**
   * Looks up all documents of files, in the order of ingest.
   *
   * @param conf the user's; keys that are not set get the values of the collection
   * @param progress receives what is said about the format
   * @param collection {@code COLLECTION} or {@code COLLECTION@N}
   * @param answers takes the answer for each document
   * @param setAside takes the file of each record that is no document, and the record, which is
   *     valid during the call
   * @throws UsageException if the collection was made with another configuration, or is one of sets
   */
  public static void run(
      Configuration conf,
      PrintStream progress,
      String collection,
      List<Path> inputs,
      ConsumerRaisingIOE<Answer> answers,
      BiConsumer<String, SourceRecord> setAside)
      throws IOException {
    CollectionIndex index = CollectionIndex.of(conf, CollectionPath.of(conf, collection));
    Lookup lookup = new Lookup(index.inherit(conf), index);
    Corpus.Batch last = lookup.batches.get(lookup.batches.size() - 1);
    UsageException.require(
        last.format() != SourceFormat.SETS,
        "%s is a collection of sets; compare sets with pipeline --against",
        collection);
    Configuration ofIngest = new Configuration(conf);
    for (Key<?> unused : List.of(Keys.SOURCE_FIELD, Keys.PRIORITY_FIELD)) {
      ofIngest.unset(unused.name());
    }
    TextScan scan =
        lookup.settings.isOfContainment()
            ? new TextScan(conf, lookup.settings, index, lookup.batches, lookup.shingler)
            : null;
    try (StageContext context = new StageContext(ofIngest, progress, "lookup:", false)) {
      ClientInput.forEach(
          context,
          inputs,
          last,
          record -> {
            if (scan == null) {
              answers.accept(lookup.lookUp(record));
            } else if (scan.add(record.idText(), record.elements(lookup.shingler).clone())) {
              lookup.answer(scan, answers);
            }
          },
          setAside);
    }
    if (scan != null) {
      lookup.answer(scan, answers);
    }
  }

  private void answer(TextScan scan, ConsumerRaisingIOE<Answer> answers) throws IOException {
    for (TextScan.Sought one : scan.run()) {
      Optional<Match> match =
          one.column < 0 ? Optional.empty() : Optional.of(match(one.similarity, one.column));
      answers.accept(new Answer(one.id, match));
    }
  }

  private Answer lookUp(SourceRecord document) throws IOException {
    String id = document.idText();
    LongArrayList shingles =
        document.elements(shingler).clone(); // the next document overwrites them
    if (shingles.isEmpty()) {
      return new Answer(id, Optional.empty());
    }
    sketcher.sketch(shingles.elements(), shingles.size());
    SignatureColumn.encode(0, sketcher.slots(), 0, slots, signature);
    SignatureColumn.decode(signature, SignatureColumn.SLOTS_OFFSET, own, 0, slots);
    set.take(shingles.elements(), shingles.size());
    LongSortedSet candidates =
        index.stored().candidates(conf, settings, signature, SignatureColumn.SLOTS_OFFSET);
    return new Answer(id, candidates.isEmpty() ? Optional.empty() : mostSimilar(candidates));
  }

  private Optional<Match> mostSimilar(LongSortedSet candidates) throws IOException {
    long best = -1;
    long likeness = -1;
    double similarity = 0;
    try (SignatureCursor signatures = new SignatureCursor(conf, index.signatures(), slots);
        CorpusReader texts = new CorpusReader(conf, batches, CorpusReader.Content.ALL)) {
      for (LongIterator columns = candidates.iterator(); columns.hasNext(); ) {
        long column = columns.nextLong();
        if (!signatures.seek(column)) {
          throw new IOException("column " + column + " of the index has no signature");
        }
        SignatureColumn.decode(signatures.bytes(), signatures.slotsOffset(), stored, 0, slots);
        int agreement = SignatureColumn.agreement(own, stored, 0);
        if (agreement < minimumAgreement || (isExact && !isPair(texts, column))) {
          continue;
        }
        int common = isExact ? comparison.intersection() : agreement;
        int all = isExact ? comparison.union() : slots;
        long its = Measure.JACCARD.exact(0, common, all, common);
        if (its > likeness) { // of equal ones the first
          best = column;
          likeness = its;
          similarity = Jaccard.similarity(common, all);
        }
      }
    }
    return best < 0 ? Optional.empty() : Optional.of(match(similarity, best));
  }

  private Match match(double similarity, long column) throws IOException {
    return new Match(similarity, isKept(column), idOf(column), column);
  }

  private boolean isPair(CorpusReader texts, long column) throws IOException {
    texts.read(column, found);
    LongArrayList shingles = found.elements(shingler);
    candidate.take(shingles.elements(), shingles.size());
    return comparison.reaches(set, candidate.elements(), candidate.size(), threshold);
  }

  private boolean isKept(long column) throws IOException {
    try (ColumnLines decisions = new ColumnLines(conf, index.decisions())) {
      return !decisions.seek(column) || decisions.readNumber() == column;
    }
  }

  private String idOf(long column) throws IOException {
    try (CorpusReader catalog = new CorpusReader(conf, batches, CorpusReader.Content.CATALOG)) {
      catalog.read(column, found);
      return found.idText();
    }
  }
}
