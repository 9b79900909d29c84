package io.neardup.cli;

import static java.util.stream.Collectors.toSet;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.config.UsageException;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.hadoop.conf.Configuration;

/**
 * Checks the keys given with {@code -D}. Hadoop accepts any key, so a misspelled one would have no
 * effect and give no message.
 */
final class CommandLineKeys {

  /** The source that {@link org.apache.hadoop.util.GenericOptionsParser} records for a key. */
  private static final String SOURCE = "from command line";

  private CommandLineKeys() {}

  /**
   * Refuses a key without a value, which Hadoop silently ignores.
   *
   * @param arguments the arguments after the verb
   * @throws UsageException for an argument {@code -Dkey}
   */
  static void requireValues(String[] arguments) {
    for (int i = 0; i < arguments.length; i++) {
      if (arguments[i].startsWith("-D")) {
        boolean apart = arguments[i].equals("-D") && i + 1 < arguments.length;
        String property = apart ? arguments[++i] : arguments[i].substring(2);
        if (property.indexOf('=') < 0) {
          throw new UsageException("-D" + property + " has no value; write -Dkey=value");
        }
      }
    }
  }

  /**
   * Prints a warning for each key of the command line that is neither Hadoop's nor ours but similar
   * to one of ours. A key counts as Hadoop's if a key in Hadoop's own files (core-default.xml,
   * core-site.xml …) has the same first word.
   */
  static void warn(Configuration conf, PrintStream out) {
    Set<String> hadoops =
        keys(new Configuration()).map(CommandLineKeys::firstWord).collect(toSet());
    for (String key : keys(conf).sorted().toList()) {
      String[] sources = conf.getPropertySources(key);
      if (sources != null
          && Arrays.asList(sources).contains(SOURCE)
          && !key.startsWith(Settings.PREFIX)
          && !hadoops.contains(firstWord(key))) {
        Keys.similarTo(key)
            .ifPresent(
                similar ->
                    out.println(
                        "warning: -D"
                            + key
                            + " has no effect: it is a key of neither neardup nor Hadoop; did you"
                            + " mean -D"
                            + similar
                            + "?"));
      }
    }
  }

  private static Stream<String> keys(Configuration conf) {
    return StreamSupport.stream(conf.spliterator(), false).map(Map.Entry::getKey);
  }

  private static String firstWord(String key) {
    int dot = key.indexOf('.');
    return dot < 0 ? key : key.substring(0, dot);
  }
}
