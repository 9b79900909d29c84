package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.config.Key;
import io.neardup.config.Keys;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The man page and the completions of a package: they have every verb, option and key. */
class CommandPagesTest {

  private static final Pattern OPTION = Pattern.compile("(?m)^ +(?:-\\w, )?(--[a-z-]+)");

  @TempDir private static Path share;

  private static String man;
  private static Path bash;
  private static String zsh;

  @BeforeAll
  static void write() throws Exception {
    CommandPages.main(new String[] {share.toString(), "1.2.3"});
    man = Files.readString(share.resolve("man/man1/neardup.1"));
    bash = share.resolve("bash-completion/completions/neardup");
    zsh = Files.readString(share.resolve("zsh/site-functions/_neardup"));
  }

  /** Returns each verb, and what is below it, with the options that its help shows. */
  private static Map<String, List<String>> options() {
    Map<String, List<String>> options = new LinkedHashMap<>();
    Neardup.verbs("neardup").getSubcommands().forEach((verb, line) -> add(options, verb, line));
    assertThat(options).containsKeys("pipeline", "corpus list", "keys");
    return options;
  }

  private static void add(Map<String, List<String>> options, String name, CommandLine line) {
    List<String> found = new ArrayList<>();
    Matcher matcher = OPTION.matcher(line.getUsageMessage());
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    assertThat(found).as(name).contains("--help");
    options.put(name, found);
    line.getSubcommands().forEach((below, it) -> add(options, name + " " + below, it));
  }

  static Stream<String> verbs() {
    return options().keySet().stream();
  }

  /** Returns the part of a text from a line to the next one that a pattern finds. */
  private static String section(String text, String first, String next) {
    int start = text.indexOf(first);
    assertThat(start).as(first).isNotNegative();
    Matcher end = Pattern.compile(next, Pattern.MULTILINE).matcher(text);
    return text.substring(start, end.find(start + first.length()) ? end.start() : text.length());
  }

  private static List<String> complete(String... words) throws Exception {
    String last = String.valueOf(words.length - 1);
    List<String> command =
        new ArrayList<>(
            List.of(
                "bash",
                "-c",
                "source \"$0\"; COMP_WORDS=(\"$@\"); COMP_CWORD="
                    + last
                    + "; _neardup; printf '%s\\n' \"${COMPREPLY[@]}\"",
                bash.toString()));
    command.addAll(List.of(words));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (InputStream said = process.getInputStream()) {
      return new String(said.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("verbs")
  void everyOptionOfAVerb(String verb) throws Exception {
    String page = section(man, ".SS \"neardup " + ManPage.text(verb) + "\"\n", "^\\.S[SH] ");
    String[] words = verb.split(" ");
    List<String> line = new ArrayList<>(List.of("neardup"));
    line.addAll(List.of(words));
    line.add("--");
    List<String> completed = complete(line.toArray(new String[0]));
    for (String option : options().get(verb)) {
      assertThat(page).contains(ManPage.text(option));
      assertThat(completed).contains(option);
      if (words.length == 1) {
        assertThat(section(zsh, "    " + verb + ")\n", "^      ;;$"))
            .containsPattern("'\\*?" + option + "=?\\[");
      }
    }
    assertThat(page).doesNotContain("hadoop jar");
  }

  @Test
  void bashCompletesVerbsAndKeys() throws Exception {
    assertThat(complete("neardup", "")).contains("pipeline", "corpus", "keys");
    assertThat(complete("neardup", "corpus", "")).containsExactlyInAnyOrder("list", "verify");
    assertThat(complete("neardup", "pipeline", "-Dneardup.banding."))
        .containsExactly("-Dneardup.banding.bands=", "-Dneardup.banding.rows=");
    assertThat(complete("neardup", "pipeline", "-D", "neardup.banding.r"))
        .containsExactly("neardup.banding.rows=");
  }

  @Test
  void everyKey() throws Exception {
    List<String> completed = complete("neardup", "pipeline", "-D");
    for (Key<?> key : Keys.all()) {
      assertThat(man).contains("\\fB" + ManPage.text(key.name()) + "=");
      assertThat(completed).contains("-D" + key.name() + "=");
      assertThat(zsh).contains(" " + key.name() + "=");
    }
  }

  @Test
  void theManPageNamesItsVersionAndIsAscii() {
    assertThat(man).startsWith(".TH NEARDUP 1 \"\" \"neardup 1.2.3\" neardup\n");
    assertThat(man).matches("\\p{ASCII}*");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\\b|a\\eb", "-x|\\-x", ".B|\\&.B", "'a|\\&\\(aqa", "…|\\[u2026]"})
  void textIsEscaped(String row) {
    String[] cells = row.split("\\|", 2);
    assertThat(ManPage.text(cells[0])).isEqualTo(cells[1]);
  }
}
