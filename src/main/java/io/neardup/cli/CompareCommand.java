package io.neardup.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.neardup.api.Similarity;
import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Settings;
import io.neardup.config.UsageException;
import io.neardup.hadoop.audit.PairAudit.Found;
import io.neardup.hadoop.audit.PairAudit.Side;
import io.neardup.hadoop.corpus.SourceReader;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.report.page.Differences;
import io.neardup.similarity.Measure;
import io.neardup.similarity.Overlap;
import io.neardup.text.Printable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verb {@code compare}. */
@Command(
    name = "compare",
    description = {
      "Compares two documents: how similar they are, and where they differ.",
      "With RESULTS, also says why they are a pair or not, and which one is kept. Settings are"
          + " those of the results."
    },
    footer = {
      "Examples:",
      "  hadoop jar neardup.jar compare 'id 16' 'id 19' duplicates",
      "  hadoop jar neardup.jar compare --columns 16 19 duplicates",
      "  hadoop jar neardup.jar compare -Dneardup.shingle.unit=word old.txt new.txt"
    })
final class CompareCommand extends Verb {

  private static final int MAX_TEXT = 48 << 10; // characters of each that are compared word by word

  @Option(names = "--columns", description = "A and B are columns of the corpus, not ids.")
  private boolean columns;

  @Parameters(
      index = "0",
      paramLabel = "A",
      description = "The id of a document; without RESULTS, a file of text.")
  private String a;

  @Parameters(index = "1", paramLabel = "B", description = "Another one.")
  private String b;

  @Parameters(
      index = "2",
      arity = "0..1",
      paramLabel = "RESULTS",
      description = "The output of a pipeline or of export.")
  private Path results;

  @Override
  public Integer call() throws IOException {
    if (results == null) {
      UsageException.require(!columns, "--columns needs RESULTS");
      byte[] textA = read(a);
      byte[] textB = read(b);
      Overlap overlap = new Similarity(getConf()).overlap(textA, textB);
      print(overlap);
      line("A", "%s: %s", Printable.id(a), sizes(overlap.aSize(), textA.length));
      line("B", "%s: %s", Printable.id(b), sizes(overlap.bSize(), textB.length));
      printDifferences(new String(textA, UTF_8), new String(textB, UTF_8));
    } else {
      Found found = neardup().compare(results, a, b, columns);
      print(found.overlap());
      print("A", found.a(), found.overlap().aSize());
      print("B", found.b(), found.overlap().bSize());
      print(found);
      printDifferences(found.a().text(), found.b().text());
    }
    return 0;
  }

  /** Reads a file as the format {@code files} does. */
  private byte[] read(String name) throws IOException {
    Path file = HadoopSettings.path(name);
    FileSystem fs = file.getFileSystem(getConf());
    UsageException.require(
        fs.exists(file), "file %s does not exist; to compare documents by id, name RESULTS", file);
    FileStatus status = fs.getFileStatus(file);
    UsageException.require(status.isFile(), "%s is not a file", file);
    Settings settings = HadoopSettings.of(getConf());
    try (SourceReader in =
        new SourceReader(getConf(), file, SourceFormat.FILES, settings, List.of())) {
      in.begin(CorpusRange.of(status.getPath().toString(), file.getName(), status));
      in.next();
      SourceRecord text = in.record();
      UsageException.require(
          !text.isSkipped(), "%s: %s, %s", file, text.skipReason(), text.detail());
      if (text.bad() > 0) {
        System.err.println("warning: " + file + " has bytes that are not of its charset");
      }
      int end = text.textOffset() + text.textLength();
      return Arrays.copyOfRange(text.textBytes(), text.textOffset(), end);
    }
  }

  private static void print(Overlap overlap) {
    int common = overlap.intersection();
    line(
        "Jaccard",
        "%.6f, %,d of %s",
        overlap.similarity(Measure.JACCARD),
        common,
        Quantity.of(Measure.JACCARD.whole(common, overlap.aSize(), overlap.bSize()), "shingle"));
    line(
        "containment",
        "%.6f, %,d of the %,d of the smaller document",
        overlap.similarity(Measure.CONTAINMENT),
        common,
        Math.min(overlap.aSize(), overlap.bSize()));
  }

  private static void print(String name, Side document, int shingles) {
    String file = document.file();
    line(
        name,
        "%s, column %d%s: %s",
        Printable.id(document.id()),
        document.column(),
        file.isEmpty() ? "" : ", " + Printable.id(file) + " at " + document.position(),
        sizes(shingles, document.bytes()));
    line(
        "",
        "%s",
        document.isKept()
            ? "is kept"
            : Quantity.format(
                "is removed for %s, column %d, %s",
                Printable.id(document.keptId()),
                document.keptColumn(),
                document.makesPair()
                    ? "with which it makes a pair"
                    : "to which a chain of pairs leads"));
  }

  private static String sizes(int shingles, int bytes) {
    return Quantity.of(shingles, "shingle") + ", " + Quantity.of(bytes, "byte");
  }

  private static void print(Found found) {
    boolean jaccard = found.measure() == Measure.JACCARD;
    if (jaccard) {
      line(
          "signatures",
          "agree in %d of %d slots; the filter needs %d",
          found.agreement(),
          found.scheme().slots(),
          found.minimumAgreement());
      line(
          "bands",
          "%d of %d agree%s; one does with probability %.4f at this similarity",
          found.bands().size(),
          found.scheme().bands(),
          found.bands().isEmpty()
              ? ""
              : found.bands().stream()
                  .map(String::valueOf)
                  .collect(Collectors.joining(", ", " (", ")")),
          found.scheme().candidateProbability(found.overlap().similarity(Measure.JACCARD)));
    } else {
      line("anchors", found.bands().isEmpty() ? "none is shared" : "one is shared");
    }
    line("candidates", found.isListed() ? "they are candidates" : "they are not candidates");
    line("threshold", "%s %s", jaccard ? "Jaccard" : "containment", found.threshold());
    line("result", "%s", result(found));
  }

  private static String result(Found found) {
    if (found.isPair()) {
      return "They are a pair.";
    }
    if (found.overlap().aSize() == 0 || found.overlap().bSize() == 0) {
      return "They are not a pair: a document without shingles makes none.";
    }
    if (found.missed().isEmpty()) {
      return "They are not a pair: they are less similar than the threshold.";
    }
    return "They are similar enough, but not a pair: "
        + switch (found.missed().get()) {
          case BANDS -> "they share no bucket.";
          case GUARD ->
              "they share only buckets too large to list all pairs ("
                  + Keys.MAX_BUCKET_COLUMNS
                  + "), or have too many documents of equal signatures ("
                  + Keys.MAX_TWINS
                  + ").";
          case IMPLIED ->
              "they have equal signatures, and the pair follows from others ("
                  + Keys.MAX_TWINS
                  + ").";
          case FILTER -> "the signature filter dropped them (" + Keys.MAX_MISS_RATE + ").";
          default -> "THE RESULTS ARE WRONG.";
        };
  }

  private static void printDifferences(String a, String b) {
    Differences differences =
        Differences.of(beginning(a), beginning(b), Math.max(a.length(), b.length()) <= MAX_TEXT);
    if (!differences.equal()) {
      System.out.println();
      for (Differences.Hunk hunk : differences.hunks()) {
        if (hunk.skipped() > 0) {
          System.out.println("  … " + Quantity.of(hunk.skipped(), "equal word"));
        }
        System.out.println("A " + marked(hunk.left(), "[-", "-]"));
        System.out.println("B " + marked(hunk.right(), "{+", "+}"));
      }
    }
    System.out.println();
    System.out.println(differences.rest());
  }

  private static String beginning(String text) {
    return text.substring(0, Math.min(text.length(), MAX_TEXT));
  }

  private static String marked(List<Differences.Piece> pieces, String before, String after) {
    return pieces.stream()
        .map(piece -> piece.different() ? before + piece.text() + after : piece.text())
        .collect(Collectors.joining());
  }

  private static void line(String name, String format, Object... values) {
    System.out.println(Quantity.format("%-12s ", name) + Quantity.format(format, values));
  }
}
