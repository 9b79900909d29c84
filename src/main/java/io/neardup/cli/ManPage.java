package io.neardup.cli;

import io.neardup.config.Key;
import io.neardup.config.Keys;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Writes the man page from the descriptions of the verbs and keys, for {@code man} of the groff and
 * mandoc families.
 */
final class ManPage {

  private static final String INTRODUCTION =
      """
      neardup finds near-duplicate documents in a collection and writes the collection without \
      them. It runs as Hadoop MapReduce jobs: with the hadoop command of HADOOP_HOME or of the \
      PATH on a cluster, or, if there is none, inside one Java process on the local disk.""";

  private static final String ENVIRONMENT =
      """
      HADOOP_HOME\tThe folder of an installed Hadoop. Its bin/hadoop runs the jobs.
      JAVA_HOME\tThe Java that runs embedded Hadoop, version 17 or later (default: the java of the \
      PATH).
      JAVA_OPTS\tOptions of Java when Hadoop runs embedded, such as -Xmx8g.
      NEARDUP_JAR\tAnother job jar than that of the package.
      """;

  private static final String STATUS =
      """
      0\tThe verb succeeded.
      1\tThe verb failed; a message says why.
      2\tThe verb was used wrongly; nothing was changed.
      3\tA limit that --fail-if names was crossed.
      """;

  private final String version;
  private final StringBuilder page = new StringBuilder();

  private ManPage(String version) {
    this.version = version;
  }

  /**
   * Returns the page in troff.
   *
   * @param verbs a command that has the verbs as its subcommands
   * @param version the version of neardup
   */
  static String of(CommandLine verbs, String version) {
    ManPage man = new ManPage(version);
    man.write(verbs.getCommandSpec());
    return man.page.toString();
  }

  private void write(CommandSpec root) {
    page.append(".TH NEARDUP 1 \"\" ").append(quoted("neardup " + version)).append(" neardup\n");
    section("NAME");
    paragraph("neardup - near-duplicate detection for document collections in HDFS");
    section("SYNOPSIS");
    page.append(".B neardup\n").append(text("VERB [-Dkey=value …] [OPTIONS] ARGUMENTS\n"));
    page.append(".br\n.B neardup\n").append(text("--help | --version | VERB --help\n"));
    section("DESCRIPTION");
    paragraph(INTRODUCTION);
    section("VERBS");
    root.subcommands().forEach(this::verb);
    section("GENERIC OPTIONS");
    paragraph("Every verb that runs jobs takes these options of Hadoop, in any place.");
    item("-Dkey=value, -D key=value", "Set a key of neardup or of Hadoop.");
    item("-conf FILE", "Read keys from an XML file.");
    section("KEYS");
    for (Key<?> key : Keys.all()) {
      item(key.name() + "=" + key.defaultValue(), key.help() + " (" + key.range() + ")");
    }
    section("ENVIRONMENT");
    items(ENVIRONMENT);
    section("EXIT STATUS");
    items(STATUS);
  }

  private void verb(String name, CommandLine line) {
    CommandSpec spec = line.getCommandSpec();
    page.append(".SS ").append(quoted(spec.qualifiedName())).append('\n');
    paragraph(String.join(" ", spec.usageMessage().description()));
    String synopsis = new Help(spec, Help.Ansi.OFF).synopsis(0).strip().replaceAll("\\s+", " ");
    page.append(".P\n").append(text(synopsis)).append('\n');
    for (PositionalParamSpec parameter : spec.positionalParameters()) {
      item(parameter.paramLabel(), String.join(" ", parameter.description()));
    }
    for (OptionSpec option : spec.options()) {
      item(names(option), String.join(" ", option.description()));
    }
    footer(spec.usageMessage().footer());
    spec.subcommands().forEach(this::verb);
  }

  private static String names(OptionSpec option) {
    String names = String.join(", ", option.names());
    return option.arity().max() == 0 ? names : names + "=" + option.paramLabel();
  }

  /** Writes the lines below the options: texts, and examples as they are typed. */
  private void footer(String[] lines) {
    for (String line : lines) {
      String own = line.replace(Neardup.command(), CommandPages.COMMAND);
      if (own.startsWith("  ")) {
        page.append(".RS 4\n.nf\n").append(text(own.strip())).append("\n.fi\n.RE\n");
      } else if (!own.isEmpty()) {
        paragraph(own);
      }
    }
  }

  private void section(String name) {
    page.append(".SH ").append(name.toUpperCase(Locale.ROOT)).append('\n');
  }

  private void paragraph(String prose) {
    page.append(".P\n").append(text(prose)).append('\n');
  }

  private void item(String term, String prose) {
    page.append(".TP\n\\fB").append(text(term)).append("\\fR\n").append(text(prose)).append('\n');
  }

  private void items(String lines) {
    for (String line : lines.lines().toList()) {
      String[] cells = line.split("\t", 2);
      item(cells[0], cells[1]);
    }
  }

  private static String quoted(String argument) {
    return '"' + text(argument).replace("\"", "\\(dq") + '"';
  }

  /** Escapes what troff would read as a command, and everything that is not ASCII. */
  static String text(String plain) {
    StringBuilder escaped = new StringBuilder();
    boolean lineStart = true;
    for (int c : plain.codePoints().toArray()) {
      if (lineStart && (c == '.' || c == '\'')) {
        escaped.append("\\&");
      }
      lineStart = c == '\n';
      switch (c) {
        case '\\' -> escaped.append("\\e");
        case '-' -> escaped.append("\\-"); // not a hyphen, which could not be copied and typed
        case '^' -> escaped.append("\\(ha");
        case '~' -> escaped.append("\\(ti");
        case '`' -> escaped.append("\\(ga");
        case '\'' -> escaped.append("\\(aq");
        default -> {
          if (c < 128) {
            escaped.append((char) c);
          } else {
            escaped.append(String.format(Locale.ROOT, "\\[u%04X]", c));
          }
        }
      }
    }
    return escaped.toString();
  }
}
