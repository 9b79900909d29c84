package io.neardup.cli;

import io.neardup.config.Key;
import io.neardup.config.Keys;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The verb {@code keys}. */
@Command(
    name = "keys",
    description = "Lists every neardup.* key with its default, its allowed values and its meaning.",
    mixinStandardHelpOptions = true,
    optionListHeading = "%n",
    footerHeading = "%n",
    footer = {"Example:", "  hadoop jar neardup.jar keys"})
final class KeysCommand implements Callable<Integer> {

  @Option(names = "--markdown", description = "Print the table of the reference page.")
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

  /** Returns the table of the reference page. */
  static String markdown() {
    StringBuilder table = new StringBuilder();
    table.append("| key | default | values | decides | meaning |\n");
    table.append("| --- | --- | --- | --- | --- |\n");
    for (Key<?> key : Keys.all()) {
      table
          .append("| `")
          .append(key.name())
          .append("` | ")
          .append(key.defaultValue().equals("") ? "" : "`" + key.defaultValue() + "`")
          .append(" | ")
          .append(key.range())
          .append(" | ")
          .append(key.decides().map(stage -> "`" + stage.verb() + "`").orElse("nothing"))
          .append(" | ")
          .append(key.help().replace("<", "&lt;").replace("|", "\\|"))
          .append(" |\n");
    }
    return table.toString();
  }
}
