package io.neardup.cli;

import io.neardup.config.Key;
import io.neardup.config.Keys;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The verb {@code keys}. */
@Command(
    name = "keys",
    description = "Lists every neardup.* key with its default, its allowed values and its meaning.",
    footer = {"Example:", "  hadoop jar neardup.jar keys"})
final class KeysCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    for (Key<?> key : Keys.all()) {
      out.println(key.name() + "=" + key.defaultValue());
      out.println("    " + key.range());
      out.println("    " + key.help());
    }
    out.flush();
    return 0;
  }
}
