package io.neardup.cli;

import static java.util.stream.Collectors.joining;

import io.neardup.config.Key;
import io.neardup.config.Keys;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Writes the completion for zsh: verbs and options with what they mean, keys, and files. */
final class ZshCompletion {

  private static final String HEAD =
      """
      #compdef neardup
      # Verbs, options and keys of neardup.

      _neardup_keys() {
        compadd -S '' -- @KEYS@
      }

      _neardup() {
        local -a verbs
        verbs=(@VERBS@)
        if (( CURRENT == 2 )); then
          _describe -t verbs verb verbs
          return
        fi
        local verb=$words[2]
        shift words
        (( CURRENT-- ))
        case $verb in
      """;

  private static final String TAIL =
      """
        esac
      }

      _neardup "$@"
      """;

  private ZshCompletion() {}

  /** Returns the script for a command that has the verbs as its subcommands. */
  static String of(CommandLine verbs) {
    String names =
        verbs.getSubcommands().values().stream()
            .map(
                verb ->
                    quoted(
                        verb.getCommandName().replace(":", "\\:")
                            + ":"
                            + verb.getCommandSpec().usageMessage().description()[0]))
            .collect(joining(" "));
    String keys = Keys.all().stream().map(Key::name).map(key -> key + "=").collect(joining(" "));
    StringBuilder script =
        new StringBuilder(HEAD.replace("@KEYS@", keys).replace("@VERBS@", names));
    verbs.getSubcommands().values().forEach(verb -> append(script, verb.getCommandSpec()));
    return script.append(TAIL).toString();
  }

  private static void append(StringBuilder script, CommandSpec verb) {
    script.append("    ").append(verb.name()).append(")\n      _arguments -S \\\n");
    script.append("        '*-D+[Set a key.]:key:_neardup_keys' \\\n");
    script.append("        '*-conf[Read keys from a file.]:file:_files' \\\n");
    for (OptionSpec option : verb.options()) {
      for (String name : option.names()) {
        script.append("        ").append(quoted(argument(option, name))).append(" \\\n");
      }
    }
    if (!verb.subcommands().isEmpty()) {
      String names = String.join(" ", verb.subcommands().keySet());
      script.append("        ").append(quoted("1:what to do:(" + names + ")")).append(" \\\n");
    }
    script.append("        '*:file:_files'\n      ;;\n");
  }

  /** Returns an option as {@code _arguments} has it. */
  private static String argument(OptionSpec option, String name) {
    String text =
        String.join(" ", option.description())
            .replace("\\", "\\\\")
            .replace("[", "\\[")
            .replace("]", "\\]")
            .replace(":", "\\:");
    boolean flag = option.arity().max() == 0;
    String value =
        flag ? "" : ":" + option.paramLabel() + ":" + (isPath(option) ? "_files" : values(option));
    return (option.isMultiValue() ? "*" : "")
        + name
        + (flag || !name.startsWith("--") ? "" : "=")
        + "["
        + text
        + "]"
        + value;
  }

  private static boolean isPath(OptionSpec option) {
    return option.type().getSimpleName().equals("Path");
  }

  private static String values(OptionSpec option) {
    if (option.completionCandidates() == null) {
      return " ";
    }
    StringBuilder words = new StringBuilder();
    option
        .completionCandidates()
        .forEach(word -> words.append(words.isEmpty() ? "" : " ").append(word));
    return "(" + words + ")";
  }

  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
