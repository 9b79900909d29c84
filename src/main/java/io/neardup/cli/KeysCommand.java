package io.neardup.cli;

import io.neardup.config.Key;
import io.neardup.config.Keys;
import io.neardup.config.Stage;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The verb {@code keys}. */
@Command(
    name = "keys",
    description = "Lists every neardup.* key with its default, its allowed values and its meaning.",
    footer = {"Example:", "  hadoop jar neardup.jar keys"})
final class KeysCommand implements Callable<Integer> {

  @Option(names = "--markdown", description = "Print the tables of the reference page.")
  private boolean markdown;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    if (markdown) {
      out.print(markdown());
    } else {
      for (Key<?> key : Keys.all()) {
        out.println(key.name() + "=" + key.defaultValue());
        out.println("    " + key.range());
        out.println("    " + key.help());
      }
    }
    out.flush();
    return 0;
  }

  /** Returns the tables of the reference page: the keys that decide each stage, then the others. */
  static String markdown() {
    StringBuilder page = new StringBuilder();
    for (Stage stage : Stage.values()) {
      appendTable(stage.verb(), Optional.of(stage), page);
    }
    appendTable("Speed and checks", Optional.empty(), page);
    return page.toString();
  }

  private static void appendTable(String heading, Optional<Stage> decides, StringBuilder page) {
    List<? extends Key<?>> keys =
        Keys.all().stream().filter(key -> key.decides().equals(decides)).toList();
    if (keys.isEmpty()) {
      return;
    }
    page.append("\n## ").append(heading).append("\n\n");
    page.append("| key | default; values | meaning |\n| --- | --- | --- |\n");
    for (Key<?> key : keys) {
      page.append("| `").append(key.name()).append("` | ");
      page.append(key.defaultValue().equals("") ? "" : "`" + key.defaultValue() + "`; ");
      page.append(key.range()).append(" | ");
      page.append(key.help().replace("<", "&lt;").replace("|", "\\|")).append(" |\n");
    }
  }
}
