package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ids, texts and names that would command a terminal: all that verbs print shows them instead. */
class PrintableStreamTest {

  private static final String EVIL = "\\u001b]0;title\\u0007\\u001b[31m\\u202e\\u009b2J";

  @TempDir private Path folder;

  private String print(String command) throws Exception {
    Said said = Said.by(folder, command);
    String printed = said.out() + said.err();
    assertThat(printed.codePoints().filter(c -> c != '\n' && c != '\t'))
        .as(command)
        .noneMatch(c -> Character.isISOControl(c) || c == 0x202e);
    return printed;
  }

  @Test
  void nothingThatIsPrintedCommandsTheTerminal() throws Exception {
    String text = "one page and what it says " + EVIL;
    StringBuilder lines = new StringBuilder();
    for (String id : List.of("a", "b", "c")) {
      lines.append(
          String.format(
              "{\"id\": \"%s%s\", \"text\": \"%s %s\", \"site\": \"a\\tb\\nc%s%s\"}%n",
              id, EVIL, text, id.equals("c") ? "." : "", EVIL, id));
    }
    String name = "p\u202e\u001b[31m.jsonl";
    Files.writeString(folder.resolve(name), lines);
    String bySite = " -Dneardup.cluster.source-field=site ";
    String warned = "nothing is left of source a␉b␊c␛]0;title␇␛[31m⟨U+202E⟩⟨U+009B⟩2Jb";
    assertThat(print("pipeline" + bySite + "D/" + name + " D/out"))
        .contains("a␛]0;title␇␛[31m⟨U+202E⟩⟨U+009B⟩2J", warned, "⟨U+009B⟩2Jb, 100.0% (1 of 1");
    assertThat(Files.readAllLines(folder.resolve("out/5-clusters/sources.tsv")))
        .hasSize(3)
        .allMatch(line -> line.startsWith("a\\tb\\nc") && line.split("\t", -1).length == 4);
    assertThat(print("add" + bySite + "D/" + name + " D/c")).contains(warned);
    for (String command :
        List.of(
            "list D/c",
            "corpus list D/out/corpus",
            "pipeline --against D/c D/" + name + " D/against",
            "pipeline D/missing\u001b[31m D/o",
            "no-such-verb\u001b[31m",
            "pipeline --no-such-option\u001b[31m D/a D/b")) {
      assertThat(print(command)).as(command).isNotEmpty();
    }
    String[] lookup = {"lookup", folder.resolve("c").toString(), folder.resolve(name).toString()};
    assertThat(Said.by(lookup).out()).contains("␛[31m⟨U+202E⟩");
    assertThat(Said.by(false, lookup).out()).contains("\u001b[31m\u202e");
  }
}
