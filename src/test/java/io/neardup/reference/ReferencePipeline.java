package io.neardup.reference;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.graph.Graphs;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.table.TsvEscapes;
import io.neardup.lsh.AgreementBound;
import io.neardup.lsh.BandHasher;
import io.neardup.lsh.BandingScheme;
import io.neardup.similarity.Measure;
import io.neardup.text.StopWords;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Stages 1 to 5 of the pipeline: documents are added in the order of their columns, then each
 * result can be asked for, in the bytes that the jobs write (but for the lines of buckets that are
 * not listed in full, see {@link ReferenceBucket}). For up to some thousand documents. Source: MMDS
 * 3.2–3.4, Exercise 3.4.4.
 */
final class ReferencePipeline {

  private final Settings settings;
  private final boolean sets;
  private final ReferenceShingler shingler;
  private final ReferenceSketch sketch;
  private final BandHasher bandHasher;

  @SuppressWarnings("ArrayRecordComponent") // they are not compared
  private record Document(String id, byte[] text, String source, double priority) {}

  private final List<Document> documents = new ArrayList<>();
  private final List<SortedSet<Long>> elements = new ArrayList<>();
  private final SortedMap<Long, int[]> signatures = new TreeMap<>(); // by column

  /** With which other removed columns some go, after {@link #removedDirectly}. */
  final Map<Long, Long> leaders = new HashMap<>();

  /** Of these, those that go for another document near the same removed one, and which that is. */
  final Map<Long, Long> adopted = new HashMap<>();

  private SortedMap<ColumnPair, String> pairs; // of the documents so far, if they were asked for

  /**
   * Makes a pipeline of no documents yet.
   *
   * @param settings the settings of the jobs
   * @param sets whether documents are sets of elements, one a line, rather than texts
   * @param stopWords used if shingles start at stop words; may be null otherwise
   */
  ReferencePipeline(Settings settings, boolean sets, StopWords stopWords) {
    this.settings = settings;
    this.sets = sets;
    this.shingler = new ReferenceShingler(settings, sets, stopWords);
    this.sketch = new ReferenceSketch(settings);
    this.bandHasher =
        new BandHasher(new BandingScheme(settings.getInt(Keys.BANDS), settings.getInt(Keys.ROWS)));
  }

  /** Adds a document of a file: its source is that, and its priority follows from the name. */
  void add(String id, byte[] text, String file) {
    List<String> prefixes = listed(settings.get(Keys.PRIORITY_PREFIXES));
    double priority = Double.NEGATIVE_INFINITY;
    for (int i = prefixes.size() - 1; i >= 0; i--) {
      if (file.startsWith(prefixes.get(i))) {
        priority = -i;
      }
    }
    add(id, text, file, priority);
  }

  /**
   * Adds a document: it becomes the next column.
   *
   * @param text UTF-8, which may be damaged, or the elements of a set
   * @param priority the greater, the rather it is kept, if the settings keep by priority
   */
  void add(String id, byte[] text, String source, double priority) {
    documents.add(new Document(id, text, source, priority));
    addElements(text);
    pairs = null;
  }

  private void addElements(byte[] text) {
    SortedSet<Long> set = shingler.elements(text);
    if (!set.isEmpty()) {
      signatures.put(
          (long) elements.size(),
          settings.isOfContainment()
              ? new ReferenceAnchors(settings, sets).signature(shingler.occurrences(text))
              : sketch.slots(set));
    }
    elements.add(set);
  }

  /** Leaves out the stop shingles of the documents so far, if the settings ask for it. */
  void leaveOutStopShingles() {
    double share = settings.get(Keys.MAX_DOCUMENT_SHARE);
    if (share < 1) {
      boolean bySource = settings.get(Keys.DOCUMENT_SHARE_OF).equals("source");
      shingler.leaveOut(
          share,
          bySource ? 20 : 0,
          documents.stream()
              .collect(
                  Collectors.groupingBy(
                      document -> bySource ? document.source : "",
                      Collectors.mapping(Document::text, Collectors.toList())))
              .values());
      elements.clear();
      signatures.clear();
      documents.forEach(document -> addElements(document.text));
      pairs = null;
    }
  }

  /** Returns the number of documents. */
  int columns() {
    return documents.size();
  }

  private SortedSet<Long> elements(long column) {
    return elements.get((int) column);
  }

  /**
   * Returns what {@code 1-signatures/} holds: by ascending column, those without shingles left out,
   * the column in 8 bytes and its n slots in 4 bytes each, all big-endian.
   */
  byte[] signatures() {
    int slots = settings.slots();
    ByteBuffer records =
        ByteBuffer.allocate(signatures.size() * (Long.BYTES + slots * Integer.BYTES));
    signatures.forEach((column, signature) -> records.putLong(column).put(slotBytes(signature)));
    return records.array();
  }

  /**
   * Returns all buckets, those of one column included, by band, then unsigned hash; of a search for
   * containment in any order.
   */
  List<ReferenceBucket> buckets() {
    List<ReferenceBucket> buckets = new ArrayList<>();
    if (settings.isOfContainment()) {
      ReferenceAnchors anchors = new ReferenceAnchors(settings, sets);
      for (int column = 0; column < columns(); column++) {
        anchors.add(column, shingler.occurrences(document(column).text));
      }
      buckets.addAll(anchors.buckets());
    }
    int bands = settings.isOfContainment() ? 0 : settings.getInt(Keys.BANDS);
    for (int band = 0; band < bands; band++) {
      SortedMap<Long, ReferenceBucket> byHash = new TreeMap<>(Long::compareUnsigned);
      for (Map.Entry<Long, int[]> column : signatures.entrySet()) {
        byte[] slots = slotBytes(column.getValue());
        long hash = bandHasher.bandHash(slots, 0, band);
        int bandNumber = band;
        byHash
            .computeIfAbsent(hash, h -> new ReferenceBucket(bandNumber, h))
            .add(bandHasher.signatureHash(slots, 0), column.getKey(), true);
      }
      buckets.addAll(byHash.values());
    }
    for (ReferenceBucket bucket : buckets) {
      bucket.list(settings.getInt(Keys.MAX_TWINS), settings.getInt(Keys.MAX_BUCKET_COLUMNS));
    }
    return buckets;
  }

  /** Returns the pairs that enough buckets list, in order: what verification has to look at. */
  SortedSet<ColumnPair> candidates() {
    if (settings.isOfContainment()) {
      return ReferenceAnchors.candidates(buckets(), settings.anchors().leastShared());
    }
    SortedSet<ColumnPair> candidates = new TreeSet<>();
    for (ReferenceBucket bucket : buckets()) {
      candidates.addAll(bucket.pairs);
    }
    return candidates;
  }

  /** Returns the lines of {@code 3-candidates/}, {@code i<TAB>j₁ j₂ …}, without line breaks. */
  List<String> candidateLines() {
    return candidates().stream()
        .collect(
            Collectors.groupingBy(
                ColumnPair::i,
                TreeMap::new,
                Collectors.mapping(pair -> "" + pair.j(), Collectors.joining(" "))))
        .entrySet()
        .stream()
        .map(list -> list.getKey() + "\t" + list.getValue())
        .toList();
  }

  /**
   * Returns the verified pairs with their lines in {@code 4-pairs/}: {@code
   * idA<TAB>idB<TAB>signature similarity<TAB>Jaccard<TAB>intersection<TAB>union<TAB>size of
   * A<TAB>size of B}, similarities with six decimals, the last five empty unless verification is
   * exact.
   */
  SortedMap<ColumnPair, String> pairs() {
    if (pairs != null) {
      return pairs;
    }
    pairs = new TreeMap<>();
    candidates().stream()
        .filter(pair -> isPlausible(pair) && similarity(pair) >= threshold())
        .forEach(pair -> pairs.put(pair, line(pair)));
    return pairs;
  }

  /** Returns whether pairs are verified by their documents, rather than by their signatures. */
  private boolean isExact() {
    return settings.get(Keys.VERIFY_MODE).equals("exact");
  }

  /** Returns whether verification looks at the documents of a pair, if it ever does. */
  private boolean isPlausible(ColumnPair pair) {
    int slots = signatures.get(pair.i()).length;
    return !isExact()
        || settings.isOfContainment()
        || agreement(pair)
            >= AgreementBound.minimumAgreement(
                slots, threshold(), settings.get(Keys.MAX_MISS_RATE));
  }

  /** Returns the similarity by the measure of the settings, or else by signatures. */
  private double similarity(ColumnPair pair) {
    return (double) part(pair) / whole(pair);
  }

  private int part(ColumnPair pair) {
    return isExact() ? intersection(pair) : agreement(pair);
  }

  private int whole(ColumnPair pair) {
    if (!isExact()) {
      return signatures.get(pair.i()).length;
    }
    return settings.isOfContainment()
        ? Math.min(elements(pair.i()).size(), elements(pair.j()).size())
        : union(pair);
  }

  /** Returns the similarity with six decimals. */
  private String shown(ColumnPair pair) {
    return String.format(Locale.ROOT, "%.6f", similarity(pair));
  }

  private String line(ColumnPair pair) {
    String ofSignatures =
        String.format(
            Locale.ROOT,
            "%s\t%s\t%.6f\t",
            id(pair.i()),
            id(pair.j()),
            (double) agreement(pair) / signatures.get(pair.i()).length);
    return ofSignatures
        + (isExact()
            ? String.format(
                Locale.ROOT,
                "%.6f\t%d\t%d\t%d\t%d",
                (double) intersection(pair) / union(pair),
                intersection(pair),
                union(pair),
                elements(pair.i()).size(),
                elements(pair.j()).size())
            : "\t\t\t\t");
  }

  /** Returns the lines of the least similar verified pairs, the least similar first. */
  List<String> justAbove(int most) {
    return first(most, Comparator.comparingDouble(this::similarity));
  }

  /** Returns the lines of the most similar verified pairs, the most similar first. */
  List<String> mostSimilar(int most) {
    return first(most, Comparator.comparingDouble(this::similarity).reversed());
  }

  private List<String> first(int most, Comparator<ColumnPair> order) {
    return pairs().keySet().stream().sorted(order).limit(most).map(this::line).toList();
  }

  /**
   * Returns the lines of the most similar of the plausible candidates below the threshold, the most
   * similar first; none whose similarity is less than {@code least}. They are those of exact
   * verification.
   */
  List<String> justBelow(int most, double least) {
    return candidates().stream()
        .filter(this::isPlausible)
        .filter(pair -> similarity(pair) < threshold() && similarity(pair) >= least)
        .sorted(Comparator.comparingDouble((ColumnPair pair) -> similarity(pair)).reversed())
        .limit(most)
        .map(this::line)
        .toList();
  }

  /** Returns how many verified pairs have each number of whole hundredths as their similarity. */
  SortedMap<Integer, Long> similarities() {
    SortedMap<Integer, Long> counts = new TreeMap<>();
    for (ColumnPair pair : pairs().keySet()) {
      counts.merge(100 * part(pair) / whole(pair), 1L, Long::sum);
    }
    return counts;
  }

  /**
   * A cluster: its smallest column, the numbers of its documents and pairs, and the least of their
   * similarities with six decimals.
   */
  record ClusterFigures(long first, long documents, long pairs, String least) {

    double density() {
      return pairs / (0.5 * documents * (documents - 1));
    }
  }

  /** Returns figures of all clusters, by their smallest columns. */
  List<ClusterFigures> clusterFigures() {
    List<ClusterFigures> figures = new ArrayList<>();
    for (SortedSet<Long> cluster : clusters()) {
      List<String> similarities =
          pairs().keySet().stream()
              .filter(pair -> cluster.contains(pair.i()))
              .map(this::shown)
              .sorted()
              .toList();
      figures.add(
          new ClusterFigures(
              cluster.first(), cluster.size(), similarities.size(), similarities.get(0)));
    }
    return figures;
  }

  /**
   * Returns the lines of {@code 5-clusters/}, {@code cluster<TAB>id<TAB>kept|removed}, by the
   * cluster's smallest column, then column, without line breaks.
   */
  List<String> clusterLines() {
    Map<Long, Long> removedBy = removedBy();
    List<String> lines = new ArrayList<>();
    for (SortedSet<Long> cluster : clusters()) {
      for (long column : cluster) {
        String fate = removedBy.containsKey(column) ? "removed" : "kept";
        lines.add(id(cluster.first()) + "\t" + id(column) + "\t" + fate);
      }
    }
    return lines;
  }

  /**
   * Returns the lines of {@code 5-clusters/columns/}, {@code column<TAB>kept cluster}, of every
   * column in a pair, by column, without line breaks.
   */
  List<String> keptColumnLines() {
    Map<Long, Long> removedBy = removedBy();
    SortedMap<Long, String> lines = new TreeMap<>();
    for (SortedSet<Long> cluster : clusters()) {
      for (long column : cluster) {
        long kept = removedBy.getOrDefault(column, column);
        lines.put(column, column + "\t" + kept + " " + cluster.first());
      }
    }
    return List.copyOf(lines.values());
  }

  /**
   * Returns the lines of {@code removed-by.tsv} without files and positions, {@code removed
   * id<TAB>kept id<TAB>similarity<TAB>pair|link<TAB>removed column<TAB>kept
   * column<TAB>id<TAB>column<TAB>similarity}, by the kept column, then the removed one, without
   * line breaks. The last three, of the document that a link goes through, are empty for a pair;
   * the similarity is empty for a link.
   */
  List<String> removedByLines() {
    return removedByLines(removedBy(), neighbours(pairs().keySet()));
  }

  List<String> removedByLines(Map<Long, Long> removedBy, Map<Long, SortedSet<Long>> neighbours) {
    return removedBy.keySet().stream()
        .sorted(
            Comparator.comparing((Long removed) -> removedBy.get(removed)).thenComparing(r -> r))
        .map(removed -> removedByLine(removed, removedBy.get(removed), neighbours))
        .toList();
  }

  private String removedByLine(long removed, long kept, Map<Long, SortedSet<Long>> neighbours) {
    ColumnPair pair = ColumnPair.of(removed, kept);
    Long leader = leaders.get(removed);
    while (leader != null && leaders.containsKey(leader) && areEqual(removed, leader)) {
      leader = leaders.get(leader);
    }
    boolean verified = leader == null ? pairs().containsKey(pair) : areEqual(removed, leader);
    String link = "\t\t";
    if (!verified) {
      long other = leader == null ? mostSimilar(removed, neighbours.get(removed)) : leader;
      link = id(other) + "\t" + other + "\t" + shown(ColumnPair.of(removed, other));
    }
    return String.join(
        "\t",
        id(removed),
        id(kept),
        verified ? shown(pair) + "\tpair" : "\tlink",
        "" + removed,
        "" + kept,
        link);
  }

  /**
   * Returns the lines of {@code sources.tsv}, {@code source<TAB>documents<TAB>removed<TAB>share},
   * by source in the order of code points, without line breaks.
   */
  List<String> sourceLines() {
    SortedMap<String, long[]> counts =
        new TreeMap<>(
            Comparator.comparing(
                source -> source.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned));
    Set<Long> removed = removedBy().keySet();
    for (int column = 0; column < columns(); column++) {
      long[] count = counts.computeIfAbsent(source(column), source -> new long[2]);
      count[0]++;
      count[1] += removed.contains((long) column) ? 1 : 0;
    }
    List<String> lines = new ArrayList<>();
    counts.forEach(
        (source, count) ->
            lines.add(
                String.format(
                    Locale.ROOT,
                    "%s\t%d\t%d\t%.6f",
                    TsvEscapes.escape(source),
                    count[0],
                    count[1],
                    (double) count[1] / count[0])));
    return lines;
  }

  /**
   * Returns the lines of {@code source-overlaps.tsv}, {@code source<TAB>other<TAB>documents
   * <TAB>share}, by the bytes of both names, without line breaks.
   */
  List<String> sourceOverlapLines() {
    Comparator<String> byBytes =
        Comparator.comparing(
            source -> source.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);
    SortedMap<String, SortedMap<String, Long>> counts = new TreeMap<>(byBytes);
    for (SortedSet<Long> cluster : clusters()) {
      for (long column : cluster) {
        cluster.stream()
            .filter(other -> other != column)
            .map(this::source)
            .distinct()
            .forEach(
                other ->
                    counts
                        .computeIfAbsent(source(column), source -> new TreeMap<>(byBytes))
                        .merge(other, 1L, Long::sum));
      }
    }
    List<String> lines = new ArrayList<>();
    counts.forEach(
        (source, others) -> {
          long all = documents.stream().filter(d -> d.source.equals(source)).count();
          others.forEach(
              (other, count) ->
                  lines.add(
                      String.format(
                          Locale.ROOT,
                          "%s\t%s\t%d\t%.6f",
                          TsvEscapes.escape(source),
                          TsvEscapes.escape(other),
                          count,
                          (double) count / all)));
        });
    return lines;
  }

  /**
   * Returns the lines of {@code sizes.tsv}, {@code from<TAB>to<TAB>clusters<TAB>documents}, from
   * small to large, without line breaks.
   */
  List<String> sizeLines() {
    SortedMap<Integer, long[]> counts = new TreeMap<>(); // by the power of two not below the size
    for (SortedSet<Long> cluster : clusters()) {
      int to = 2;
      while (to < cluster.size()) {
        to *= 2;
      }
      long[] count = counts.computeIfAbsent(to, t -> new long[2]);
      count[0]++;
      count[1] += cluster.size();
    }
    List<String> lines = new ArrayList<>();
    counts.forEach(
        (to, count) -> lines.add((to / 2 + 1) + "\t" + to + "\t" + count[0] + "\t" + count[1]));
    return lines;
  }

  /** Returns the columns that each column makes a pair with. */
  static SortedMap<Long, SortedSet<Long>> neighbours(Collection<ColumnPair> pairs) {
    SortedMap<Long, SortedSet<Long>> neighbours = new TreeMap<>();
    for (ColumnPair pair : pairs) {
      neighbours.computeIfAbsent(pair.i(), column -> new TreeSet<>()).add(pair.j());
      neighbours.computeIfAbsent(pair.j(), column -> new TreeSet<>()).add(pair.i());
    }
    return neighbours;
  }

  private List<SortedSet<Long>> clusters() {
    return components(pairs().keySet());
  }

  /** Returns the connected components, by their smallest columns. */
  static List<SortedSet<Long>> components(Collection<ColumnPair> pairs) {
    SortedMap<Long, SortedSet<Long>> components = new TreeMap<>();
    Graphs.components(pairs.stream().map(pair -> new long[] {pair.i(), pair.j()}).toList())
        .forEach(
            (column, first) -> components.computeIfAbsent(first, c -> new TreeSet<>()).add(column));
    return List.copyOf(components.values());
  }

  /** Returns for each removed column the kept one it is removed for. */
  private Map<Long, Long> removedBy() {
    Map<Long, Long> removedBy = new HashMap<>();
    if (isDirect()) {
      SortedMap<Long, SortedSet<Long>> neighbours = neighbours(pairs().keySet());
      return removedDirectly(neighbours.keySet(), neighbours, Map.of());
    }
    for (SortedSet<Long> cluster : clusters()) {
      long kept = inOrder(cluster).get(0);
      cluster.stream()
          .filter(column -> column != kept)
          .forEach(column -> removedBy.put(column, kept));
    }
    return removedBy;
  }

  boolean isDirect() {
    return settings.get(Keys.LINKING).equals("direct");
  }

  /**
   * Returns for each column that direct linking removes, of some, the one it is removed for.
   *
   * @param before columns that are removed for others, which are in no pair here
   */
  Map<Long, Long> removedDirectly(
      Collection<Long> columns, Map<Long, SortedSet<Long>> neighbours, Map<Long, Long> before) {
    Set<Long> all = new HashSet<>(columns);
    all.addAll(before.keySet());
    Set<Long> kept = new HashSet<>();
    Set<Long> done = new HashSet<>();
    Set<Long> hasRemoved = new HashSet<>();
    Map<Long, Long> room = new HashMap<>(); // how far others may be from a removed column
    before.forEach((column, by) -> room.put(column, eighths(apart() - distance(column, by))));
    SortedMap<Long, List<Long>> orphans = new TreeMap<>(); // by the removed column
    leaders.clear();
    adopted.clear();
    for (long column : inOrder(all)) {
      List<Long> earlier = inOrder(neighbours.getOrDefault(column, Collections.emptySortedSet()));
      earlier = earlier.stream().filter(done::contains).toList();
      done.add(column);
      Long first = before.get(column);
      Long best = first;
      for (long other : earlier) {
        if (!kept.contains(other)) {
          continue;
        }
        long most = first == null ? 0 : apart() - distance(column, first);
        most = before.containsKey(column) ? room.get(column) : most;
        if (first != null && !hasRemoved.contains(other) && follows(other, column, most)) {
          kept.remove(other);
          leaders.put(other, column);
        } else if (!before.containsKey(column) && holdsEnough(other, column)) {
          first = first == null ? other : first;
          best = best == null ? other : mostSimilar(column, List.of(best, other));
        }
      }
      if (best != null) {
        if (!before.containsKey(column)) {
          room.put(column, eighths(apart() - distance(column, best)));
        }
        hasRemoved.add(best);
        continue;
      }
      List<Long> gone = earlier.stream().filter(other -> !kept.contains(other)).toList();
      Optional<Long> leader =
          gone.stream()
              .filter(other -> follows(column, other, room.getOrDefault(other, 0L)))
              .findFirst();
      if (leader.isPresent()) {
        leaders.put(column, leader.get());
      } else {
        kept.add(column);
        gone.stream()
            .filter(other -> !settings.isOfContainment())
            .filter(other -> distance(column, other) <= apart() / 2)
            .forEach(other -> orphans.computeIfAbsent(other, c -> new ArrayList<>()).add(column));
      }
    }
    orphans.forEach(
        (other, its) -> {
          its.retainAll(kept);
          for (long orphan : its.subList(Math.min(1, its.size()), its.size())) {
            if (!hasRemoved.contains(orphan) && surelyHolds(its.get(0), other, orphan)) {
              kept.remove(orphan);
              hasRemoved.add(its.get(0));
              leaders.put(orphan, other);
              adopted.put(orphan, its.get(0));
            }
          }
        });
    Map<Long, Long> removedBy = new TreeMap<>(before);
    for (long column : columns) { // ascending, and leaders are smaller
      Long leader = leaders.get(column);
      if (leader != null
          && !areEqual(column, leader)
          && !keptNeighbours(column, neighbours, kept).isEmpty()) {
        leaders.remove(column);
        adopted.remove(column);
      }
      if (adopted.containsKey(column)) {
        removedBy.put(column, adopted.get(column));
      } else if (leaders.containsKey(column)) {
        removedBy.put(column, removedBy.get(leaders.get(column)));
      } else if (!kept.contains(column)) {
        removedBy.put(column, mostSimilar(column, keptNeighbours(column, neighbours, kept)));
      }
    }
    removedBy.forEach(
        (column, by) -> {
          if (similarity(ColumnPair.of(column, by)) < threshold() - 1e-9) {
            throw new AssertionError(column + " is not like " + by + ", which it is removed for");
          }
        });
    return removedBy;
  }

  /** Rounds a distance down to eighths of 1 - t, at most seven. */
  private long eighths(long distance) {
    long eighth = apart() / 8;
    return eighth == 0 ? 0 : Math.max(0, Math.min(7, distance / eighth)) * eighth;
  }

  private long apart() {
    return (long) ((1 - threshold()) * Measure.EXACT_ONE);
  }

  /** 1 minus the similarity, in units of 2⁻⁶²; that of signatures is known in millionths. */
  private long distance(long column, long other) {
    ColumnPair pair = ColumnPair.of(column, other);
    Measure measure = HadoopSettings.measure(settings);
    int millionths = (int) Math.round(1e6 * similarity(pair));
    return Measure.EXACT_ONE
        - (isExact()
            ? measure.exact(0, part(pair), elements(pair.i()).size(), elements(pair.j()).size())
            : measure.exact(millionths, 0, 0, 0));
  }

  private boolean follows(long column, long leader, long most) {
    return leader < column
        && (areEqual(column, leader) || (mayBeNear() && distance(column, leader) <= most));
  }

  private boolean mayBeNear() {
    return !settings.isOfContainment() && settings.get(Keys.MIN_CONTAINMENT) == 0;
  }

  private boolean areEqual(long column, long other) {
    return isExact() ? elements(column).equals(elements(other)) : distance(column, other) == 0;
  }

  private List<Long> keptNeighbours(
      long column, Map<Long, SortedSet<Long>> neighbours, Set<Long> kept) {
    return inOrder(neighbours.getOrDefault(column, Collections.emptySortedSet())).stream()
        .filter(kept::contains)
        .filter(other -> holdsEnough(other, column))
        .toList();
  }

  /** Returns whether a kept document has so many shingles of another that this may be removed. */
  boolean holdsEnough(long kept, long removed) {
    double least =
        settings.isOfContainment()
            ? Math.max(threshold(), settings.get(Keys.MIN_CONTAINMENT))
            : settings.get(Keys.MIN_CONTAINMENT);
    return holds(least, kept, removed);
  }

  /** Returns whether a document holds enough of another, by what each has of a third. */
  private boolean surelyHolds(long kept, long third, long removed) {
    double least = settings.get(Keys.MIN_CONTAINMENT);
    double size = isExact() ? elements(removed).size() : 1;
    return least == 0 || (size - missing(removed, third) - missing(third, kept)) / size >= least;
  }

  private int missing(long of, long in) {
    return elements(of).size() - intersection(ColumnPair.of(of, in));
  }

  /** Returns whether a document of a collection may stand for one of an input. */
  boolean mayStandFor(long kept, long removed) {
    return holds(settings.get(Keys.MIN_CONTAINMENT), kept, removed);
  }

  private boolean holds(double least, long kept, long removed) {
    int shared = intersection(ColumnPair.of(removed, kept));
    return least == 0 || (double) shared / elements(removed).size() >= least;
  }

  /**
   * Returns the columns in the order in which they are preferred: the first criterion that differs
   * decides.
   */
  List<Long> inOrder(Collection<Long> columns) {
    List<String> sourceOrder = listed(settings.get(Keys.SOURCE_ORDER));
    Comparator<Long> better = Comparator.comparing(column -> 0);
    for (String criterion : listed(settings.get(Keys.KEEP))) {
      better =
          better.thenComparing(
              switch (criterion) {
                case "source" -> Comparator.comparing(c -> place(sourceOrder, source(c)));
                case "priority" -> Comparator.comparing(c -> -document(c).priority);
                case "longest" ->
                    Comparator.comparing(
                        c -> -(sets ? elements(c).size() : document(c).text.length));
                case "last" -> Comparator.reverseOrder();
                default -> Comparator.naturalOrder();
              });
    }
    return columns.stream().sorted(better.thenComparing(Comparator.naturalOrder())).toList();
  }

  private static List<String> listed(String names) {
    return Stream.of(names.split(",", -1)).map(String::strip).toList();
  }

  /** Returns where a source is in a list; sources that are not in it come last. */
  private static int place(List<String> order, String source) {
    int place = order.indexOf(source);
    return place < 0 ? order.size() : place;
  }

  /** Returns which of its neighbours a column is most similar to; of equal ones the first. */
  private long mostSimilar(long column, Collection<Long> candidates) {
    long best = -1;
    for (long candidate : candidates) {
      if (best == -1
          || compare(ColumnPair.of(column, candidate), ColumnPair.of(column, best)) > 0) {
        best = candidate;
      }
    }
    return best;
  }

  /** Compares the similarities of two pairs, as quotients, not as they are rounded. */
  int compare(ColumnPair one, ColumnPair other) {
    return Long.compare((long) part(one) * whole(other), (long) part(other) * whole(one));
  }

  private double threshold() {
    return settings.get(Keys.THRESHOLD);
  }

  private Document document(long column) {
    return documents.get((int) column);
  }

  private String id(long column) {
    return document(column).id;
  }

  private String source(long column) {
    return document(column).source;
  }

  private int agreement(ColumnPair pair) {
    int[] a = signatures.get(pair.i());
    int[] b = signatures.get(pair.j());
    return (int) IntStream.range(0, a.length).filter(slot -> a[slot] == b[slot]).count();
  }

  private int intersection(ColumnPair pair) {
    Set<Long> both = new HashSet<>(elements(pair.i()));
    both.retainAll(elements(pair.j()));
    return both.size();
  }

  private int union(ColumnPair pair) {
    return elements(pair.i()).size() + elements(pair.j()).size() - intersection(pair);
  }

  private static byte[] slotBytes(int[] signature) {
    ByteBuffer bytes = ByteBuffer.allocate(signature.length * Integer.BYTES);
    bytes.asIntBuffer().put(signature);
    return bytes.array();
  }
}
