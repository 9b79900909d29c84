package io.neardup.hadoop.corpus;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.config.UsageException;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.text.DocumentShingler;
import io.neardup.text.Normalization;
import io.neardup.text.ShingleSettings;
import io.neardup.text.StopPassages;
import io.neardup.text.StopShingles;
import io.neardup.text.StopWords;
import io.neardup.text.WordBoundaries;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Makes the shingler that a job's settings describe. */
public final class Shinglers {

  private static final String SETS = "neardup-internal.corpus-of-sets";

  private Shinglers() {}

  /** Sets whether a job's documents are sets, with one element per line. */
  public static void setCorpusOfSets(Configuration conf, boolean sets) {
    conf.setBoolean(SETS, sets);
  }

  /** Returns whether a job's documents are sets. */
  public static boolean isCorpusOfSets(Configuration conf) {
    return conf.getBoolean(SETS, false);
  }

  /**
   * Returns the shingler; UsageException if a file that a key names cannot be used or is missing.
   */
  public static DocumentShingler of(Configuration conf, Settings settings) throws IOException {
    return new DocumentShingler(
        shingleSettings(settings, isCorpusOfSets(conf)),
        stopWords(conf, settings),
        stopShingles(conf, settings));
  }

  /**
   * Returns a shingler of plain occurrences: all 64 bits of the hash of each, repeats as they are,
   * and no stop shingles left out.
   */
  public static DocumentShingler ofOccurrences(Configuration conf, Settings settings)
      throws IOException {
    return new DocumentShingler(
        shingleSettings(settings, isCorpusOfSets(conf)).ofOccurrences(Long.SIZE),
        stopWords(conf, settings));
  }

  /** Returns the shingler of tasks that only compare documents with each other. */
  public static DocumentShingler forComparisons(Configuration conf, Settings settings)
      throws IOException {
    return DocumentShingler.forComparisons(
        shingleSettings(settings, isCorpusOfSets(conf)),
        stopWords(conf, settings),
        stopShingles(conf, settings));
  }

  /**
   * Returns a shingler like that of {@link #forComparisons} whose elements are all occurrences in
   * the order of the text, those of stop shingles too.
   */
  public static DocumentShingler inOrder(Configuration conf, Settings settings) throws IOException {
    ShingleSettings shingles = shingleSettings(settings, isCorpusOfSets(conf));
    ShingleSettings occurrences = shingles.ofOccurrences(shingles.hashBits());
    StopWords stopWords = stopWords(conf, settings);
    return settings.get(Keys.STOP_LIST).isEmpty()
        ? DocumentShingler.forComparisons(occurrences, stopWords, null)
        : new DocumentShingler(occurrences, stopWords);
  }

  /** Returns what shows the passages that are left out of texts; empty if none are. */
  public static Optional<StopPassages> stopPassages(Configuration conf, Settings settings)
      throws IOException {
    if (settings.get(Keys.STOP_LIST).isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new StopPassages(
            shingleSettings(settings, false),
            stopWords(conf, settings),
            stopShingles(conf, settings)));
  }

  /** Returns the settings of the shingler. */
  public static ShingleSettings shingleSettings(Settings settings, boolean sets) {
    ShingleSettings.Unit unit =
        sets
            ? ShingleSettings.Unit.ELEMENT
            : settings.get(Keys.SHINGLE_UNIT, ShingleSettings.Unit.class);
    return new ShingleSettings(
        unit,
        settings.getInt(Keys.SHINGLE_SIZE),
        Integer.parseInt(settings.get(Keys.SHINGLE_HASH_BITS)),
        settings.get(Keys.SHINGLE_MULTISET),
        settings.get(Keys.IGNORED_TEXT).lines().toList(),
        settings.get(Keys.NORMALIZATION, Normalization.class),
        settings.get(Keys.WORD_BOUNDARIES, WordBoundaries.class));
  }

  /**
   * Returns the stop words, normalized as the texts are; UsageException if their file cannot be
   * used.
   */
  public static StopWords stopWords(Configuration conf, Settings settings) throws IOException {
    return words(conf, settings.get(Keys.STOP_WORDS))
        .normalized(settings.get(Keys.NORMALIZATION, Normalization.class));
  }

  private static StopWords words(Configuration conf, String source) throws IOException {
    if (source.equals("english")) {
      return StopWords.english();
    }
    Path file = HadoopSettings.path(source);
    try (Reader in =
        new InputStreamReader(file.getFileSystem(conf).open(file), UTF_8.newDecoder())) {
      return StopWords.parse(in);
    } catch (FileNotFoundException e) {
      throw new UsageException(Keys.STOP_WORDS + "=" + source + ": there is no such file");
    } catch (IllegalArgumentException e) {
      throw new UsageException(Keys.STOP_WORDS + "=" + source + ": " + e.getMessage());
    } catch (UncheckedIOException e) {
      if (e.getCause() instanceof CharacterCodingException) {
        throw new UsageException(Keys.STOP_WORDS + "=" + source + ": it is not UTF-8");
      }
      throw e.getCause();
    }
  }

  /** Returns the stop shingles; null if there are none. */
  private static StopShingles stopShingles(Configuration conf, Settings settings)
      throws IOException {
    String list = settings.get(Keys.STOP_LIST);
    if (!list.isEmpty()) {
      StopShingles shingles = StopShingleList.read(conf, HadoopSettings.path(list));
      if (settings.isOfContainment()) {
        shingles.spareDocuments();
      }
      return shingles;
    }
    if (settings.get(Keys.MAX_DOCUMENT_SHARE) < 1) {
      throw new UsageException(
          "%s is set, but there is no list of stop shingles: make one with the verb stop-shingles,"
              + " and name it in %s",
          Keys.MAX_DOCUMENT_SHARE, Keys.STOP_LIST);
    }
    return null;
  }
}
