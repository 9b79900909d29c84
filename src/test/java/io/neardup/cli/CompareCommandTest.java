package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code compare} prints. */
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
  }
}
