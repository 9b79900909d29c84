package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code compare} and {@code lookup} print. */
class CompareCommandTest {

  private static final String TEXT =
      "Sphinx of black quartz, judge my vow. Pack my box with five dozen liquor jugs. "
          + "How quickly daft jumping zebras vex! ";

  @TempDir private Path folder;

  private void write(String file, String text) throws Exception {
    Files.writeString(folder.resolve(file), text);
  }

  @Test
  void filesAreComparedWithTheSettingsThatAreGiven() throws Exception {
    write("a.txt", "one two three four five");
    write("b.txt", "one two three four six");
    Said said =
        Said.by(
            folder, "compare -Dneardup.shingle.unit=word -Dneardup.shingle.size=2 D/a.txt D/b.txt");
    assertThat(said.status()).isZero();
    assertThat(said.out())
        .isEqualTo(
            String.join(
                "\n",
                "Jaccard      0.600000, 3 of 5 shingles",
                "containment  0.750000, 3 of the 4 of the smaller document",
                "A            " + folder + "/a.txt: 4 shingles, 23 bytes",
                "B            " + folder + "/b.txt: 4 shingles, 22 bytes",
                "",
                "A one two three four [-five-]",
                "B one two three four {+six+}",
                "",
                "All differences are shown.",
                ""));
  }

  @Test
  void filesAreReadAsTheFormatFilesReadsThem() throws Exception {
    write("a.txt", TEXT);
    write("marked.txt", "\uFEFF" + TEXT);
    assertThat(Said.by(folder, "compare D/a.txt D/marked.txt").out())
        .startsWith("Jaccard      1.000000");
    Files.writeString(folder.resolve("latin.txt"), "Café" + TEXT, StandardCharsets.ISO_8859_1);
    write("utf8.txt", "Café" + TEXT);
    assertThat(
            Said.by(folder, "compare -Dneardup.ingest.charset=ISO-8859-1 D/latin.txt D/latin.txt")
                .err())
        .isEmpty();
    assertThat(Said.by(folder, "compare D/utf8.txt D/latin.txt").err())
        .contains("latin.txt has bytes that are not of its charset");
    Files.write(folder.resolve("binary"), new byte[100]);
    assertThat(Said.by(folder, "compare D/a.txt D/binary").err()).contains("binary: NOT_TEXT, ");
    for (String wrong : new String[] {"D", "D/none", "x:y"}) {
      assertThat(Said.by(folder, "compare D/a.txt " + wrong).status()).as(wrong).isEqualTo(2);
    }
  }

  /** What decided the signatures decides the later stages; buckets need the documents. */
  @Test
  void theStagesOfASearchForContainmentAreRunOneByOne() throws Exception {
    write("pages.tsv", "a\t" + TEXT.repeat(2) + "the end\nb\t" + TEXT + "\n");
    String containment = "-Dneardup.candidate.measure=containment";
    assertThat(Said.by(folder, "pipeline " + containment + " D/pages.tsv D/out").status()).isZero();
    assertThat(Said.by(folder, "shingle-sort " + containment + " D/out/corpus D/s").status())
        .isZero();
    assertThat(Said.by(folder, "band-bucket D/s D/b").err())
        .contains("needs the documents: name their corpus");
    assertThat(Said.by(folder, "band-bucket --corpus=D/out/corpus D/s D/b").status()).isZero();
    assertThat(Files.readString(folder.resolve("b/part-r-00000")))
        .isNotEmpty()
        .isEqualTo(Files.readString(folder.resolve("out/2-buckets/part-r-00000")));
  }

  @Test
  void documentsOfResultsAreComparedById() throws Exception {
    write(
        "pages.tsv",
        String.join(
            "\n", "a\t" + TEXT + "The end", "b b\t" + TEXT + "An end", "c\tsomething else", ""));
    assertThat(Said.by(folder, "pipeline D/pages.tsv D/out").status()).isZero();
    Said pair = Said.by("compare", "b b", "a", folder + "/out");
    assertThat(pair.status()).isZero();
    assertThat(pair.out())
        .contains("A            b b, column 1, pages.tsv at 126: ")
        .contains("\n             is removed for a, column 0, with which it makes a pair\n")
        .contains("\n             is kept\n")
        .contains("\ncandidates   they are candidates\n")
        .contains("\nresult       They are a pair.\n")
        .contains("[-An-] end\n")
        .contains("{+The+} end\n");
    assertThat(Said.by(folder, "compare a c D/out").out())
        .contains("\nbands        0 of 20 agree;")
        .contains(
            "\nresult       They are not a pair: they are less similar than the threshold.\n");
  }

  @Test
  void anIdOfSeveralDocumentsIsRefused() throws Exception {
    write("pages.tsv", "a\tone text of these\na\tanother text\nb\tand a third one\n");
    assertThat(Said.by(folder, "pipeline D/pages.tsv D/out").status()).isZero();
    assertThat(Said.by(folder, "compare a b D/out").err())
        .contains(
            "several documents have the id a: columns 0, 1; name two columns, with --columns");
    assertThat(Said.by(folder, "compare --columns 1 2 D/out").status()).isZero();
    assertThat(Said.by(folder, "compare -- -x --y D/out").err()).contains("-x");
    FileUtils.deleteDirectory(folder.resolve("out/6-dedup").toFile());
    assertThat(Said.by(folder, "audit D/out").out())
        .contains("kept/ and removed/ were not looked into. All are right.");
  }

  @Test
  void lookupPrintsALineForEachDocument() throws Exception {
    write("pages.tsv", "a b\t" + TEXT + "\nc\t" + TEXT + "\nd\tsomething else\n");
    assertThat(Said.by(folder, "add D/pages.tsv D/collection").status()).isZero();
    write("new.tsv", "\uD83D\uDE00\t" + TEXT + "!\nno tab\ny\tnot yet in there\n");
    write("next.tsv", "\nx\tnor this\n");
    Said said = Said.by(folder, "lookup D/collection D/new.tsv D/next.tsv");
    assertThat(said.status()).isZero();
    assertThat(said.out())
        .isEqualTo("\uD83D\uDE00\t0.981651\tkept\ta b\t0\ny\t\t\t\t\nx\t\t\t\t\n");
    assertThat(said.err())
        .contains("set aside: the record at 123 of file:" + folder + "/new.tsv: NO_ID\n")
        .contains("set aside: the record at 0 of file:" + folder + "/next.tsv: EMPTY_LINE\n")
        .endsWith("3 documents, 1 in the collection, 2 records set aside\n");
    assertThat(folder).isDirectoryNotContaining("glob:**/_*");
    write("new.tsv", "no tab\n");
    assertThat(Said.by(folder, "lookup D/collection D/new.tsv").status()).isEqualTo(1);
  }
}
