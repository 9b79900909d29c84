package io.neardup.hadoop.stage4verify.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.dynatrace.hash4j.hashing.Hashing;
import io.neardup.hadoop.Docs;
import io.neardup.hadoop.KeyContract;
import io.neardup.hadoop.corpus.DocumentWritable;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link BlockComparison}. */
class BlockComparisonTest {

  /**
   * Two texts of the same XXH3, of 64 and of 128 bits: the lower halves of two words are those of
   * its secret, and products with the difference are therefore 0, whatever the upper halves are.
   */
  private static byte[] text(byte first, byte second) {
    byte[] text = new byte[512];
    Arrays.fill(text, (byte) 'x');
    System.arraycopy(HexFormat.of().parseHex("b8fe6c39"), 0, text, 0, 4);
    System.arraycopy(HexFormat.of().parseHex("7c01812c"), 0, text, 64, 4);
    text[4] = first;
    text[68] = second;
    return text;
  }

  @TempDir private Path folder;
  private int files;
  private final List<String> compared = new ArrayList<>();

  private File file() {
    files++;
    return folder.resolve("file-" + files).toFile();
  }

  private BlockComparison block(
      Function<DocumentWritable, LongArrayList> elements, long bytesInMemory) {
    return new BlockComparison(
        elements,
        this::file,
        bytesInMemory,
        (member, other, agreement) ->
            compared.add(
                shown(
                        member.column(),
                        member.id(),
                        LongArrayList.wrap(member.shingles().elements()))
                    + " "
                    + shown(
                        other.column(),
                        id(other.document()),
                        LongArrayList.wrap(other.set().elements(), other.size()))
                    + " "
                    + agreement));
  }

  private static byte[] id(DocumentWritable document) {
    return Arrays.copyOf(document.idBytes(), document.idLength());
  }

  private static String shown(long column, byte[] id, LongArrayList shingles) {
    return column + new String(id, StandardCharsets.UTF_8) + shingles;
  }

  private static ComparedDocument document(byte[] id, byte[] text, long... partners) {
    DocumentWritable document = new DocumentWritable();
    document.set(id, id.length, text, 0, text.length);
    ComparedDocument compared = new ComparedDocument();
    compared.set(document, LongArrayList.wrap(partners));
    return compared;
  }

  @Test
  void textsOfOneKnownHashAreNotTakenForOne() throws Exception {
    List<byte[]> texts = List.of(text((byte) 'a', (byte) 'b'), text((byte) 'b', (byte) 'a'));
    assertThat(texts.get(0)).isNotEqualTo(texts.get(1));
    assertThat(Hashing.xxh3_64().hashBytesToLong(texts.get(0)))
        .isEqualTo(Hashing.xxh3_64().hashBytesToLong(texts.get(1)));
    assertThat(Hashing.xxh3_128().hashBytesTo128Bits(texts.get(0)))
        .isEqualTo(Hashing.xxh3_128().hashBytesTo128Bits(texts.get(1)));
    List<Integer> shingled = new ArrayList<>();
    Function<DocumentWritable, LongArrayList> firstBytes =
        document -> {
          shingled.add((int) document.textBytes()[document.textOffset() + 4]);
          return LongArrayList.of(shingled.size());
        };
    try (BlockComparison block = block(firstBytes, 1 << 20)) {
      block.take(0, true, document(new byte[0], texts.get(0)));
      block.take(1, true, document(new byte[0], texts.get(1), ComparedDocument.partner(0, 1)));
      block.finish();
    }
    assertThat(shingled).containsExactly((int) 'a', (int) 'b');
    assertThat(compared).containsExactly("0[1] 1[2] 1");
  }

  /** The text of a document: a number of which there are several documents. */
  private static byte[] textOf(long column) {
    return String.valueOf(column % 40).getBytes(StandardCharsets.UTF_8);
  }

  private static LongArrayList shingles(DocumentWritable document) {
    String text =
        new String(
            document.textBytes(),
            document.textOffset(),
            document.textLength(),
            StandardCharsets.UTF_8);
    long number = Long.parseLong(text);
    return LongStream.range(0, number * 7 % 50)
        .map(s -> s * 1_000_003 - number)
        .collect(LongArrayList::new, LongArrayList::add, LongArrayList::addAll);
  }

  private static byte[] id(long column) {
    return ("id" + column).getBytes(StandardCharsets.UTF_8);
  }

  private static String expected(long column) {
    return shown(column, id(column), shingles(document(id(column), textOf(column)).document()));
  }

  /** From hardly anything in memory to all of it; several blocks one after the other. */
  @ParameterizedTest
  @ValueSource(longs = {0, 300, 2_000, 10_000, 1 << 20})
  void everyPairIsComparedOnce(long bytesInMemory) throws Exception {
    Random random = new Random(bytesInMemory);
    try (BlockComparison block = block(BlockComparisonTest::shingles, bytesInMemory)) {
      for (long first = 0; first < 300; first += 100) {
        List<String> expected = new ArrayList<>();
        compared.clear();
        for (long c = first; c < first + 150; c++) {
          boolean isMember = c < first + 100;
          if (isMember && c % 3 == 0) {
            continue;
          }
          LongArrayList partners = new LongArrayList();
          for (long p = first; p < Math.min(first + 100, c); p++) {
            if (p % 3 > 0 && random.nextInt(5) == 0) {
              partners.add(ComparedDocument.partner(p, (int) (c - p)));
              expected.add(expected(p) + " " + expected(c) + " " + (c - p));
            }
          }
          block.take(c, isMember, document(id(c), textOf(c), partners.toLongArray()));
        }
        block.finish();
        assertThat(compared).containsExactlyInAnyOrderElementsOf(expected).isNotEmpty();
      }
    }
    assertThat(files > 0).isEqualTo(bytesInMemory < 1 << 20);
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1 << 20})
  void aPartnerThatIsNotThereIsAnError(long bytesInMemory) throws Exception {
    for (int missing : new int[] {1, 3, 9}) {
      try (BlockComparison block = block(BlockComparisonTest::shingles, bytesInMemory)) {
        for (long c : new long[] {10, 12, 14}) {
          block.take(c, true, document(id(c), textOf(c)));
        }
        ComparedDocument visitor =
            document(
                id(20),
                textOf(20),
                ComparedDocument.partner(10, 1),
                ComparedDocument.partner(10 + missing, 1));
        assertThatIOException()
            .isThrownBy(
                () -> {
                  block.take(20, false, visitor);
                  block.finish();
                })
            .withMessage("document " + (10 + missing) + " is missing");
      }
    }
    assertThat(folder).isEmptyDirectory();
  }

  /** Members of the same text take hardly any memory: a hundred fit where two others do not. */
  @Test
  void documentsOfTheSameTextShareTheirShingles() throws Exception {
    int[] shingled = {0};
    Function<DocumentWritable, LongArrayList> elements =
        document -> {
          shingled[0]++;
          return shingles(document);
        };
    long one = BlockComparison.bytes(shingles(document(id(7), textOf(7)).document()).size());
    try (BlockComparison block = block(elements, 2 * one + 100 * 110)) {
      long[] partners = LongStream.range(0, 100).map(c -> ComparedDocument.partner(c, 1)).toArray();
      for (long c = 0; c < 100; c++) {
        block.take(c, true, document(id(c), textOf(7)));
      }
      block.take(200, false, document(id(200), textOf(7), partners));
      assertThat(shingled[0]).isOne();
      assertThat(files).isZero();
      assertThat(compared).hasSize(100);
    }
  }

  @Test
  void whatIsKnownOfAPairOfTextsIsNotComputedAgain() throws Exception {
    List<String> known = new ArrayList<>();
    BlockComparison.Sink sink =
        (member, other, agreement) -> {
          int common = other.common(member);
          known.add(member.column() + " " + other.column() + " " + common);
          if (common == BlockComparison.UNKNOWN) {
            other.note(member, (int) (100 * member.column() + other.column()));
          }
        };
    int[] texts = {7, 7, 8, 8, 9, 8, 7};
    try (BlockComparison block =
        new BlockComparison(BlockComparisonTest::shingles, this::file, 1 << 20, sink)) {
      for (int c = 0; c < texts.length; c++) {
        long[] partners =
            LongStream.range(0, Math.min(c, 3)).map(p -> ComparedDocument.partner(p, 1)).toArray();
        block.take(c, c < 3, document(id(c), textOf(texts[c]), partners));
      }
      block.finish();
    }
    int same7 = shingles(document(id(0), textOf(7)).document()).size();
    int same8 = shingles(document(id(0), textOf(8)).document()).size();
    assertThat(known)
        .containsExactly(
            "0 1 " + same7, // the same text
            "0 2 -1",
            "1 2 2", // of the text of 0
            "0 3 2", // by the text of 2
            "1 3 2",
            "2 3 " + same8,
            "0 4 -1",
            "1 4 4",
            "2 4 -1",
            "0 5 -1", // the text of 4 came between
            "1 5 5",
            "2 5 " + same8,
            "0 6 " + same7,
            "1 6 " + same7,
            "2 6 -1");
  }

  @Test
  void aComparedDocumentSurvivesWhateverWasReadBefore() throws IOException {
    ComparedDocument read = new ComparedDocument();
    ComparedDocument written = new ComparedDocument();
    for (int partners : new int[] {3, 0, 1, 2_000, 0}) {
      String text = "é".repeat(32_767 - partners);
      LongArrayList list = new LongArrayList();
      for (int p = 0; p < partners; p++) {
        list.add(ComparedDocument.partner((1L << 40) - 1 - 33L * (partners - p), 32_767 - p));
      }
      written.set(Docs.doc("id" + partners, text), list);
      KeyContract.copy(written, read);
      assertThat(read.partners().toLongArray()).isEqualTo(list.toLongArray());
      for (int p = 0; p < partners; p++) {
        long partner = list.getLong(p);
        assertThat(ComparedDocument.column(partner))
            .isEqualTo((1L << 40) - 1 - 33L * (partners - p));
        assertThat(ComparedDocument.agreement(partner)).isEqualTo(32_767 - p);
      }
      assertThat(Docs.id(read.document())).isEqualTo("id" + partners);
      assertThat(Docs.text(read.document())).isEqualTo(text);
    }
  }
}
