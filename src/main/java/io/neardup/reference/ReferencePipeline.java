package io.neardup.reference;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.lsh.AgreementBound;
import io.neardup.lsh.BandHasher;
import io.neardup.lsh.BandingScheme;
import io.neardup.text.StopWords;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Stages 1 to 5 of the pipeline in one object: the documents of a corpus are added in the order of
 * their columns, then each result can be asked for. The results are those of the jobs, byte for
 * byte (the lines of collapsed and linked buckets excepted, see {@link ReferenceBucket}), and
 * depend on the settings and the documents alone.
 *
 * <p>Meant for up to some thousand documents: everything is in memory, the scheme {@code fast}
 * costs 2n steps an element, a bucket as many as it lists pairs, and nothing is kept from one call
 * to the next but the signatures. Source: MMDS 3.2–3.4, Exercise 3.4.4.
 */
public final class ReferencePipeline {

  private static final int LINE_COLUMNS = 65_536;

  private final Settings settings;
  private final ReferenceShingler shingler;
  private final ReferenceSketch sketch;
  private final BandHasher bandHasher;

  private final List<String> ids = new ArrayList<>();
  private final List<Integer> lengths = new ArrayList<>(); // of texts, in bytes
  private final List<SortedSet<Long>> elements = new ArrayList<>();
  private final SortedMap<Long, int[]> signatures = new TreeMap<>(); // by column

  /**
   * Makes a pipeline of no documents yet.
   *
   * @param settings the settings of the jobs
   * @param sets whether documents are sets of elements, one a line, rather than texts
   * @param stopWords used if shingles start at stop words; may be null otherwise
   */
  public ReferencePipeline(Settings settings, boolean sets, StopWords stopWords) {
    this.settings = settings;
    this.shingler = new ReferenceShingler(settings, sets, stopWords);
    this.sketch = new ReferenceSketch(settings);
    this.bandHasher =
        new BandHasher(new BandingScheme(settings.getInt(Keys.BANDS), settings.getInt(Keys.ROWS)));
  }

  /**
   * Adds a document: it becomes the next column.
   *
   * @param id without tab and line break
   * @param text UTF-8, which may be damaged, or the elements of a set
   */
  public void add(String id, byte[] text) {
    SortedSet<Long> set = shingler.elements(text);
    if (!set.isEmpty()) {
      signatures.put((long) ids.size(), sketch.slots(set));
    }
    ids.add(id);
    lengths.add(text.length);
    elements.add(set);
  }

  /** Returns the number of documents. */
  public int columns() {
    return ids.size();
  }

  /**
   * Returns the distinct elements of a column's document, in signed order; none if it has no
   * shingle.
   *
   * @throws IndexOutOfBoundsException if there is no such column
   */
  public SortedSet<Long> elements(long column) {
    return elements.get(Math.toIntExact(column));
  }

  /**
   * Returns what {@code 1-signatures/} holds: by ascending column, those without shingles left out,
   * the column in 8 bytes and its n slots in 4 bytes each, all big-endian.
   */
  public byte[] signatures() {
    int slots = settings.getInt(Keys.BANDS) * settings.getInt(Keys.ROWS);
    ByteBuffer records =
        ByteBuffer.allocate(signatures.size() * (Long.BYTES + slots * Integer.BYTES));
    signatures.forEach((column, signature) -> records.putLong(column).put(slotBytes(signature)));
    return records.array();
  }

  /** Returns all buckets, those of one column included, by band, then unsigned hash. */
  public List<ReferenceBucket> buckets() {
    List<ReferenceBucket> buckets = new ArrayList<>();
    for (int band = 0; band < settings.getInt(Keys.BANDS); band++) {
      SortedMap<Long, ReferenceBucket> byHash = new TreeMap<>(Long::compareUnsigned);
      for (Map.Entry<Long, int[]> column : signatures.entrySet()) {
        byte[] slots = slotBytes(column.getValue());
        long hash = bandHasher.bandHash(slots, 0, band);
        int bandNumber = band;
        byHash
            .computeIfAbsent(hash, h -> new ReferenceBucket(bandNumber, h))
            .add(bandHasher.signatureHash(slots, 0), column.getKey());
      }
      buckets.addAll(byHash.values());
    }
    for (ReferenceBucket bucket : buckets) {
      bucket.list(settings.getInt(Keys.MAX_TWINS), settings.getInt(Keys.MAX_BUCKET_COLUMNS));
    }
    return buckets;
  }

  /**
   * Returns the lines of {@code 2-buckets/}, without line breaks.
   *
   * @throws IllegalStateException if a bucket is not {@linkplain ReferenceBucket#isListedInFull()
   *     listed in full}
   */
  public List<String> bucketLines() {
    return buckets().stream().flatMap(bucket -> bucket.lines().stream()).toList();
  }

  /** Returns the pairs that some bucket lists, in order: what verification has to look at. */
  public SortedSet<ColumnPair> candidates() {
    SortedSet<ColumnPair> candidates = new TreeSet<>();
    for (ReferenceBucket bucket : buckets()) {
      candidates.addAll(bucket.pairs());
    }
    return candidates;
  }

  /**
   * Returns the lines of {@code 3-candidates/}, {@code i<TAB>j₁ j₂ …}, ascending, without line
   * breaks; a list of more than 65,536 columns goes on in further lines of the same i.
   */
  public List<String> candidateLines() {
    SortedMap<Long, List<Long>> lists = new TreeMap<>();
    for (ColumnPair pair : candidates()) {
      lists.computeIfAbsent(pair.i(), i -> new ArrayList<>()).add(pair.j());
    }
    List<String> lines = new ArrayList<>();
    lists.forEach(
        (i, list) -> {
          for (int from = 0; from < list.size(); from += LINE_COLUMNS) {
            int to = Math.min(list.size(), from + LINE_COLUMNS);
            lines.add(i + "\t" + spaced(list.subList(from, to)));
          }
        });
    return lines;
  }

  /**
   * Returns the lines of {@code 4-pairs/}, by i, then j, without line breaks: {@code
   * idA<TAB>idB<TAB>signature similarity<TAB>Jaccard<TAB>intersection<TAB>union}, similarities with
   * six decimals, the last three empty unless verification is exact.
   *
   * @throws IllegalStateException if the settings ask for no verification
   */
  public List<String> pairLines() {
    return List.copyOf(pairs().values());
  }

  /** Returns the verified pairs with their lines. */
  private SortedMap<ColumnPair, String> pairs() {
    boolean exact =
        switch (settings.get(Keys.VERIFY_MODE)) {
          case "exact" -> true;
          case "signature" -> false;
          default -> throw new IllegalStateException("nothing is to be verified");
        };
    SortedMap<ColumnPair, String> lines = new TreeMap<>();
    for (ColumnPair pair : candidates()) {
      String ids = id(pair.i()) + "\t" + id(pair.j());
      int slots = signatures.get(pair.i()).length;
      int agreement = agreement(pair);
      double signatureSimilarity = (double) agreement / slots;
      if (exact) {
        int intersection = intersection(pair);
        int union = union(pair);
        double jaccard = (double) intersection / union;
        if (agreement >= leastPlausibleAgreement(slots) && jaccard >= threshold()) {
          lines.put(
              pair,
              String.format(
                  Locale.ROOT,
                  "%s\t%.6f\t%.6f\t%d\t%d",
                  ids,
                  signatureSimilarity,
                  jaccard,
                  intersection,
                  union));
        }
      } else if (signatureSimilarity >= threshold()) {
        lines.put(pair, String.format(Locale.ROOT, "%s\t%.6f\t\t\t", ids, signatureSimilarity));
      }
    }
    return lines;
  }

  /**
   * Returns the lines of {@code 5-clusters/}, {@code cluster<TAB>id<TAB>kept|removed}, by the
   * cluster's smallest column, then column, without line breaks.
   *
   * @throws IllegalStateException if the settings ask for no verification
   */
  public List<String> clusterLines() {
    SortedMap<Long, SortedSet<Long>> neighbours = new TreeMap<>();
    for (ColumnPair pair : pairs().keySet()) {
      neighbours.computeIfAbsent(pair.i(), column -> new TreeSet<>()).add(pair.j());
      neighbours.computeIfAbsent(pair.j(), column -> new TreeSet<>()).add(pair.i());
    }
    List<String> lines = new ArrayList<>();
    Set<Long> seen = new HashSet<>();
    for (long first : neighbours.keySet()) {
      if (seen.contains(first)) {
        continue;
      }
      SortedSet<Long> cluster = reachable(first, neighbours);
      seen.addAll(cluster);
      long kept = kept(cluster);
      for (long column : cluster) {
        lines.add(id(first) + "\t" + id(column) + "\t" + (column == kept ? "kept" : "removed"));
      }
    }
    return lines;
  }

  /** Breadth first. */
  private static SortedSet<Long> reachable(long first, Map<Long, SortedSet<Long>> neighbours) {
    SortedSet<Long> reached = new TreeSet<>(Set.of(first));
    Deque<Long> queue = new ArrayDeque<>(reached);
    while (!queue.isEmpty()) {
      for (long neighbour : neighbours.get(queue.remove())) {
        if (reached.add(neighbour)) {
          queue.add(neighbour);
        }
      }
    }
    return reached;
  }

  private long kept(SortedSet<Long> cluster) {
    long kept = cluster.first();
    if (settings.get(Keys.KEEP).equals("longest")) {
      for (long column : cluster) {
        if (lengths.get((int) column) > lengths.get((int) kept)) {
          kept = column;
        }
      }
    }
    return kept;
  }

  private double threshold() {
    return settings.get(Keys.THRESHOLD);
  }

  private int leastPlausibleAgreement(int slots) {
    return AgreementBound.minimumAgreement(slots, threshold(), settings.get(Keys.MAX_MISS_RATE));
  }

  private String id(long column) {
    return ids.get((int) column);
  }

  private int agreement(ColumnPair pair) {
    int[] a = signatures.get(pair.i());
    int[] b = signatures.get(pair.j());
    int equal = 0;
    for (int slot = 0; slot < a.length; slot++) {
      if (a[slot] == b[slot]) {
        equal++;
      }
    }
    return equal;
  }

  private int intersection(ColumnPair pair) {
    Set<Long> both = new HashSet<>(elements(pair.i()));
    both.retainAll(elements(pair.j()));
    return both.size();
  }

  private int union(ColumnPair pair) {
    Set<Long> either = new HashSet<>(elements(pair.i()));
    either.addAll(elements(pair.j()));
    return either.size();
  }

  private static byte[] slotBytes(int[] signature) {
    ByteBuffer bytes = ByteBuffer.allocate(signature.length * Integer.BYTES);
    for (int slot : signature) {
      bytes.putInt(slot);
    }
    return bytes.array();
  }

  static String spaced(Collection<Long> columns) {
    return columns.stream().map(String::valueOf).collect(Collectors.joining(" "));
  }
}
