package io.neardup.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The values of all keys for one run; immutable and valid. */
public final class Settings {

  /** Prefix of all our keys. */
  public static final String PREFIX = "neardup.";

  /** Default number of words in a shingle. */
  private static final Long WORDS_OF_SHINGLE = 3L;

  private final Map<Key<?>, Object> values;
  private final Map<String, String> explicit;

  private Settings(Map<Key<?>, Object> values, Map<String, String> explicit) {
    this.values = values;
    this.explicit = explicit;
  }

  /**
   * Reads settings from a configuration's entries; keys that are not set have their defaults.
   *
   * @param entries any entries; those that do not begin with {@link #PREFIX} are ignored
   * @throws UsageException for an unknown key (naming {@linkplain SimilarKeys a similar one}), a
   *     value that is not of the key's type or out of its range, or values that do not fit together
   */
  public static Settings read(Iterable<Map.Entry<String, String>> entries) {
    Map<String, String> explicit = new TreeMap<>();
    for (Map.Entry<String, String> entry : entries) {
      if (entry.getKey().startsWith(PREFIX)) {
        explicit.put(entry.getKey(), entry.getValue());
      }
    }
    Map<Key<?>, Object> values = new LinkedHashMap<>();
    for (Key<?> key : Keys.all()) {
      String text = explicit.get(key.name());
      values.put(key, text == null ? key.defaultValue() : key.parse(text));
    }
    for (String name : explicit.keySet()) {
      if (Keys.all().stream().noneMatch(key -> key.name().equals(name))) {
        throw new UsageException(
            "unknown key "
                + name
                + SimilarKeys.of(name)
                    .map(key -> "; did you mean " + key + "?")
                    .orElse("; the verb keys lists all keys"));
      }
    }
    if (values.get(Keys.SHINGLE_UNIT).equals("stopword")
        || (values.get(Keys.SHINGLE_UNIT).equals("word")
            && !explicit.containsKey(Keys.SHINGLE_SIZE.name()))) {
      values.put(Keys.SHINGLE_SIZE, WORDS_OF_SHINGLE);
    }
    if (asksForContainment(values)) {
      putUnlessSet(values, explicit, Keys.KEEP, "longest");
    }
    Settings settings = new Settings(values, explicit);
    settings.check();
    return settings;
  }

  private void check() {
    long slots = get(Keys.BANDS) * get(Keys.ROWS);
    if (slots > 32_767) {
      throw new UsageException(
          String.format(
              Locale.ROOT,
              "%s x %s = %d x %d = %d slots; a signature has at most 32767",
              Keys.BANDS,
              Keys.ROWS,
              get(Keys.BANDS),
              get(Keys.ROWS),
              slots));
    }
    if (get(Keys.MAX_MISS_RATE) == 1) {
      throw new UsageException(Keys.MAX_MISS_RATE + "=1 would miss every pair; it must be below 1");
    }
    checkPriority();
    checkContainment();
  }

  private static boolean asksForContainment(Map<Key<?>, Object> values) {
    return values.get(Keys.MEASURE).equals("containment")
        || (Double) values.get(Keys.MIN_CONTAINMENT) > 0;
  }

  private static <T> void putUnlessSet(
      Map<Key<?>, Object> values, Map<String, String> explicit, Key<T> key, T value) {
    if (!explicit.containsKey(key.name())) {
      values.put(key, value);
    }
  }

  private void checkContainment() {
    if (!asksForContainment(values)) {
      return;
    }
    String asking =
        get(Keys.MIN_CONTAINMENT) > 0
            ? Keys.MIN_CONTAINMENT + "=" + get(Keys.MIN_CONTAINMENT)
            : Keys.MEASURE + "=" + get(Keys.MEASURE);
    if (!get(Keys.LINKING).equals("direct")) {
      throw new UsageException(
          asking
              + " needs "
              + Keys.LINKING
              + "=direct: with components, documents are removed for kept ones that they make no pair"
              + " with");
    }
    if (get(Keys.VERIFY_MODE).equals("signature")) {
      throw new UsageException(
          asking + " needs " + Keys.VERIFY_MODE + "=exact: signatures do not tell containment");
    }
    if (isOfContainment() && get(Keys.SHINGLE_MULTISET)) {
      throw new UsageException(
          Keys.MEASURE + "=containment does not go with " + Keys.SHINGLE_MULTISET + "=true");
    }
  }

  private void checkPriority() {
    boolean field = !get(Keys.PRIORITY_FIELD).isEmpty();
    boolean prefixes = !get(Keys.PRIORITY_PREFIXES).isEmpty();
    List<String> criteria = Keys.parts(get(Keys.KEEP));
    if (criteria.contains("priority") && field == prefixes) {
      throw new UsageException(
          Keys.KEEP
              + "="
              + get(Keys.KEEP)
              + " needs either "
              + Keys.PRIORITY_FIELD
              + " or "
              + Keys.PRIORITY_PREFIXES
              + (field ? ", not both" : ""));
    }
    if (criteria.contains("source") && get(Keys.SOURCE_ORDER).isEmpty()) {
      throw new UsageException(Keys.KEEP + "=" + get(Keys.KEEP) + " needs " + Keys.SOURCE_ORDER);
    }
    requireCriterion(Keys.PRIORITY_FIELD, "priority", criteria);
    requireCriterion(Keys.PRIORITY_PREFIXES, "priority", criteria);
    requireCriterion(Keys.SOURCE_ORDER, "source", criteria);
  }

  private void requireCriterion(Key<String> key, String criterion, List<String> criteria) {
    if (!get(key).isEmpty() && !criteria.contains(criterion)) {
      throw new UsageException(
          key
              + " is set but has no effect with "
              + Keys.KEEP
              + "="
              + get(Keys.KEEP)
              + "; did you mean "
              + Keys.KEEP
              + "="
              + criterion
              + "?");
    }
  }

  /** Returns whether the similarity of documents is containment. */
  public boolean isOfContainment() {
    return get(Keys.MEASURE).equals("containment");
  }

  /**
   * Makes sure that the similarity of documents is the Jaccard similarity.
   *
   * @param what is only for that, for the message
   * @throws UsageException if it is another
   */
  public void requireJaccard(String what) {
    if (isOfContainment()) {
      throw new UsageException(
          Keys.MEASURE + "=" + get(Keys.MEASURE) + ": " + what + " is for jaccard only");
    }
  }

  /** Returns the value of a key. */
  @SuppressWarnings("unchecked") // read() put in what the key's own parser or default gave
  public <T> T get(Key<T> key) {
    return (T) values.get(key);
  }

  /** Returns the value of a key that is known to fit an int. */
  public int getInt(Key<Long> key) {
    return Math.toIntExact(get(key));
  }

  /** Returns the text a key was set to, empty where its default holds. */
  public Optional<String> explicit(Key<?> key) {
    return Optional.ofNullable(explicit.get(key.name()));
  }

  /** Returns the values that were set, as they were written, by the names of their keys. */
  public Map<String, String> explicit() {
    return new TreeMap<>(explicit);
  }

  /**
   * Returns the values that decide the results of a stage and of those before it, by key name. The
   * stage's fingerprint is made of them. The keys of ingest are excluded from later stages, because
   * they decide each batch of a corpus separately.
   */
  public Map<String, String> deciding(Stage stage) {
    Map<String, String> deciding = new TreeMap<>();
    values.forEach(
        (key, value) ->
            key.decides()
                .filter(decided -> decided.compareTo(stage) <= 0)
                .filter(decided -> (decided == Stage.INGEST) == (stage == Stage.INGEST))
                .ifPresent(decided -> deciding.put(key.name(), String.valueOf(value))));
    return deciding;
  }

  /** Returns all values by key name, defaults included, in the order of {@link Keys#all()}. */
  public Map<String, String> all() {
    Map<String, String> all = new LinkedHashMap<>();
    values.forEach((key, value) -> all.put(key.name(), String.valueOf(value)));
    return all;
  }

  /**
   * Returns the values that are not the defaults of their keys, by key name, in the order of {@link
   * Keys#all()}.
   */
  public Map<String, String> changed() {
    Map<String, String> changed = new LinkedHashMap<>();
    values.forEach(
        (key, value) -> {
          if (!value.equals(key.defaultValue())) {
            changed.put(key.name(), String.valueOf(value));
          }
        });
    return changed;
  }
}
