package io.neardup.bench;

import io.neardup.minhash.ColumnSketcher;
import io.neardup.minhash.FastSimilaritySketch;
import io.neardup.minhash.SignatureScheme;
import io.neardup.similarity.IndexedSet;
import io.neardup.text.DocumentShingler;
import io.neardup.text.Normalization;
import io.neardup.text.ShingleSettings;
import io.neardup.text.TextNormalizer;
import io.neardup.text.WordBoundaries;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * From the bytes of a document to its signature, step by step; {@code bytes} is what to read: bytes
 * of text a microsecond, that is, MB/s.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Thread)
public class SignatureBenchmark {

  private static final int DOCUMENTS = 64;
  private static final int SLOTS = 100;

  /** Counts the bytes that were read. */
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  @State(Scope.Thread)
  public static class Read {
    /** Bytes of text. */
    public long bytes;
  }

  /** The script of the text. */
  @Param({"ascii", "mixed"})
  public String script;

  /** Bytes of a document. */
  @Param({"500", "5000"})
  public int length;

  /** What a shingle consists of, and of how many. */
  @Param({"CHAR-9", "WORD-3"})
  public String shingle;

  private final byte[][] documents = new byte[DOCUMENTS][];
  private final IndexedSet set = new IndexedSet();
  private final TextNormalizer normalizer = new TextNormalizer(List.of(), Normalization.WHITESPACE);
  private final ColumnSketcher fast = new FastSimilaritySketch(SLOTS, 1).newColumnSketcher();
  private final ColumnSketcher universal =
      SignatureScheme.of("universal", SLOTS, 1).newColumnSketcher();
  private DocumentShingler shingler;
  private int next;

  /** Makes the documents. */
  @Setup
  public void setup() {
    for (int d = 0; d < DOCUMENTS; d++) {
      documents[d] = Texts.text(script, length, d);
    }
    String[] unit = shingle.split("-", 2);
    shingler =
        new DocumentShingler(
            new ShingleSettings(
                ShingleSettings.Unit.valueOf(unit[0]),
                Integer.parseInt(unit[1]),
                64,
                false,
                List.of(),
                Normalization.WHITESPACE,
                WordBoundaries.UNICODE),
            null);
  }

  private byte[] document(Read read) {
    byte[] document = documents[next++ % DOCUMENTS];
    read.bytes += document.length;
    return document;
  }

  /** Normalization alone. */
  @Benchmark
  public int normalize(Read read) {
    byte[] document = document(read);
    return normalizer.normalize(document, 0, document.length).length();
  }

  /** To the hashes of its shingles. */
  @Benchmark
  public int shingles(Read read) {
    byte[] document = document(read);
    return shingler.elements(document, 0, document.length).size();
  }

  /** To its set of shingles, ready for comparisons. */
  @Benchmark
  public int indexedShingles(Read read) {
    byte[] document = document(read);
    LongArrayList elements = shingler.elements(document, 0, document.length);
    set.take(elements.elements(), elements.size());
    return set.size();
  }

  /** To its signature of 100 slots, of the scheme {@code fast}. */
  @Benchmark
  public long fastSignature(Read read) {
    return signature(fast, read);
  }

  /** To its signature of 100 slots, of the scheme {@code universal}. */
  @Benchmark
  public long universalSignature(Read read) {
    return signature(universal, read);
  }

  private long signature(ColumnSketcher sketcher, Read read) {
    byte[] document = document(read);
    LongArrayList elements = shingler.elements(document, 0, document.length);
    sketcher.sketch(elements.elements(), elements.size());
    return sketcher.slots()[0];
  }
}
