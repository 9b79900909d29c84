package io.neardup.config;

import io.neardup.lsh.AnchorScheme;
import io.neardup.lsh.Anchors;
import io.neardup.lsh.BandingScheme;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;

/** The values of all keys for one run; immutable and valid. */
public final class Settings {

  /** Prefix of all our keys. */
  public static final String PREFIX = "neardup.";

  private static final Long WORDS_OF_SHINGLE = 3L;

  private final Map<Key<?>, Object> values = new LinkedHashMap<>();
  private final Map<String, String> explicit = new TreeMap<>();

  /**
   * Reads settings from a configuration's entries; keys that are not set have their defaults.
   *
   * @param entries any entries; those that do not begin with {@link #PREFIX} are ignored
   * @throws UsageException for an unknown key (naming {@linkplain Keys#similarTo a similar one}), a
   *     value that is not of the key's type or out of its range, or values that do not fit together
   */
  public static Settings read(Iterable<Map.Entry<String, String>> entries) {
    return new Settings(entries);
  }

  private Settings(Iterable<Map.Entry<String, String>> entries) {
    for (Map.Entry<String, String> entry : entries) {
      if (entry.getKey().startsWith(PREFIX)) {
        explicit.put(entry.getKey(), entry.getValue());
      }
    }
    Set<String> unknown = new TreeSet<>(explicit.keySet());
    for (Key<?> key : Keys.all()) {
      String text = explicit.get(key.name());
      values.put(key, text == null ? key.defaultValue() : key.parse(text));
      unknown.remove(key.name());
    }
    for (String name : unknown) {
      throw new UsageException(
          "unknown key "
              + name
              + Keys.similarTo(name)
                  .map(key -> "; did you mean " + key + "?")
                  .orElse("; the verb keys lists all keys"));
    }
    String unit = get(Keys.SHINGLE_UNIT);
    if (unit.equals("stopword") || (unit.equals("word") && explicit(Keys.SHINGLE_SIZE).isEmpty())) {
      values.put(Keys.SHINGLE_SIZE, WORDS_OF_SHINGLE);
    }
    if (asksForContainment() && explicit(Keys.KEEP).isEmpty()) {
      values.put(Keys.KEEP, "longest");
    }
    check();
  }

  /** Returns the bands of a signature. */
  public BandingScheme banding() {
    return new BandingScheme(getInt(Keys.BANDS), getInt(Keys.ROWS));
  }

  /** Returns how documents are searched for containment. */
  public AnchorScheme anchors() {
    return new AnchorScheme(
        getInt(Keys.SHINGLE_SIZE), getInt(Keys.MIN_SHINGLES), get(Keys.THRESHOLD));
  }

  /** Returns the slots of a signature: n = b·r, or those of own anchors. */
  public int slots() {
    return isOfContainment() ? Anchors.SLOTS : banding().slots();
  }

  /** Returns whether pairs of document and shingle are sorted to make signatures. */
  public boolean sortsPairs() {
    return !isOfContainment() && get(Keys.SIGNATURE_PLAN).equals("sort");
  }

  private void check() {
    long slots = get(Keys.BANDS) * get(Keys.ROWS);
    UsageException.require(
        slots <= 32_767,
        "%s x %s = %d x %d = %d slots; a signature has at most 32767",
        Keys.BANDS,
        Keys.ROWS,
        get(Keys.BANDS),
        get(Keys.ROWS),
        slots);
    checkPriority();
    if (asksForContainment()) {
      checkContainment();
    }
  }

  private boolean asksForContainment() {
    return isOfContainment() || get(Keys.MIN_CONTAINMENT) > 0;
  }

  private String set(Key<?> key) {
    return key + "=" + get(key);
  }

  private void checkContainment() {
    String asking = set(get(Keys.MIN_CONTAINMENT) > 0 ? Keys.MIN_CONTAINMENT : Keys.MEASURE);
    UsageException.require(
        get(Keys.LINKING).equals("direct"),
        "%s needs %s=direct: with components, documents are removed for kept ones that they make no"
            + " pair with",
        asking,
        Keys.LINKING);
    UsageException.require(
        !get(Keys.VERIFY_MODE).equals("signature"),
        "%s needs %s=exact: signatures do not tell containment",
        asking,
        Keys.VERIFY_MODE);
    UsageException.require(
        !isOfContainment() || !get(Keys.SHINGLE_MULTISET),
        "%s=containment does not go with %s=true",
        Keys.MEASURE,
        Keys.SHINGLE_MULTISET);
  }

  private void checkPriority() {
    boolean field = !get(Keys.PRIORITY_FIELD).isEmpty();
    boolean prefixes = !get(Keys.PRIORITY_PREFIXES).isEmpty();
    List<String> criteria = Keys.parts(get(Keys.KEEP));
    UsageException.require(
        !criteria.contains("priority") || field != prefixes,
        "%s needs either %s or %s%s",
        set(Keys.KEEP),
        Keys.PRIORITY_FIELD,
        Keys.PRIORITY_PREFIXES,
        field ? ", not both" : "");
    UsageException.require(
        !criteria.contains("source") || !get(Keys.SOURCE_ORDER).isEmpty(),
        "%s needs %s",
        set(Keys.KEEP),
        Keys.SOURCE_ORDER);
    requireCriterion(Keys.PRIORITY_FIELD, "priority", criteria);
    requireCriterion(Keys.PRIORITY_PREFIXES, "priority", criteria);
    requireCriterion(Keys.SOURCE_ORDER, "source", criteria);
  }

  private void requireCriterion(Key<String> key, String criterion, List<String> criteria) {
    UsageException.require(
        get(key).isEmpty() || criteria.contains(criterion),
        "%s is set but has no effect with %s; did you mean %s=%s?",
        key,
        set(Keys.KEEP),
        Keys.KEEP,
        criterion);
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
    UsageException.require(
        !isOfContainment(), "%s: %s is for jaccard only", set(Keys.MEASURE), what);
  }

  /** Returns the value of a key. */
  @SuppressWarnings("unchecked") // read() put in what the key's own parser or default gave
  public <T> T get(Key<T> key) {
    return (T) values.get(key);
  }

  /** Returns the value of a key as the constant that it names in lower case. */
  public <E extends Enum<E>> E get(Key<String> key, Class<E> type) {
    return Enum.valueOf(type, get(key).toUpperCase(Locale.ROOT));
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
    return new TreeMap<>(
        texts(
            (key, value) ->
                key.decides()
                    .filter(decided -> decided.compareTo(stage) <= 0)
                    .filter(decided -> (decided == Stage.INGEST) == (stage == Stage.INGEST))
                    .isPresent()));
  }

  /** Returns all values by key name, defaults included, in the order of {@link Keys#all()}. */
  public Map<String, String> all() {
    return texts((key, value) -> true);
  }

  /**
   * Returns the values that are not the defaults of their keys, by key name, in the order of {@link
   * Keys#all()}.
   */
  public Map<String, String> changed() {
    return texts((key, value) -> !value.equals(key.defaultValue()));
  }

  private Map<String, String> texts(BiPredicate<Key<?>, Object> chosen) {
    Map<String, String> texts = new LinkedHashMap<>();
    values.forEach(
        (key, value) -> {
          if (chosen.test(key, value)) {
            texts.put(key.name(), String.valueOf(value));
          }
        });
    return texts;
  }
}
