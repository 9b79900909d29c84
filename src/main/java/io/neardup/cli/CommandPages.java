package io.neardup.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine;

/**
 * Writes what a package has beside the program: the man page and the completion for bash and zsh.
 * The build runs it.
 */
public final class CommandPages {

  /** The command of a package. */
  static final String COMMAND = "neardup";

  private CommandPages() {}

  /**
   * Writes the files.
   *
   * @param args the folder, as {@code share} below a prefix, and the version of neardup
   */
  public static void main(String[] args) throws IOException {
    Path share = Path.of(args[0]);
    CommandLine verbs = Neardup.verbs(COMMAND);
    write(share.resolve("man/man1/neardup.1"), ManPage.of(verbs, args[1]));
    write(share.resolve("bash-completion/completions/neardup"), BashCompletion.of(verbs));
    write(share.resolve("zsh/site-functions/_neardup"), ZshCompletion.of(verbs));
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
