package io.neardup.cli;

import static java.util.stream.Collectors.joining;

import io.neardup.config.Key;
import io.neardup.config.Keys;
import picocli.AutoComplete;
import picocli.CommandLine;

/**
 * Writes the completion for bash: that of picocli for verbs and options, and the keys after {@code
 * -D}.
 */
final class BashCompletion {

  private static final String KEYS =
      """

      # The keys of neardup after -D, and what picocli makes of the rest.
      function _neardup() {
        local word=${COMP_WORDS[COMP_CWORD]}
        local before=${COMP_WORDS[COMP_CWORD-1]}
        local keys="@KEYS@"
        if [[ $word == -D* ]]; then
          COMPREPLY=($(compgen -P -D -W "$keys" -S = -- "${word#-D}"))
        elif [[ $before == -D ]]; then
          COMPREPLY=($(compgen -W "$keys" -S = -- "$word"))
        else
          _complete_neardup "$@"
          return
        fi
        compopt -o nospace 2>/dev/null || true
      }
      complete -F _neardup -o default neardup
      """;

  private BashCompletion() {}

  /** Returns the script for a command that has the verbs as its subcommands. */
  static String of(CommandLine verbs) {
    String keys = Keys.all().stream().map(Key::name).collect(joining(" "));
    return AutoComplete.bash(CommandPages.COMMAND, verbs) + KEYS.replace("@KEYS@", keys);
  }
}
