package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Hadoop's generic options may stand anywhere behind the verb. */
class GenericOptionsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "in out | in out",
        "in -Da=b out | -Da=b in out",
        "-D a=b in | -D a=b in",
        "in -D a=b out -Dc=d | -D a=b -Dc=d in out",
        "in --overwrite -conf file out | -conf file in --overwrite out",
        "in -libjars a.jar,b.jar -files f -fs hdfs://h -jt local -archives z"
            + " | -libjars a.jar,b.jar -files f -fs hdfs://h -jt local -archives z in",
        // The value of an option, whatever it looks like.
        "-D -Da=b in | -D -Da=b in",
        "in -conf -D a=b | -conf -D in a=b",
        // An option without value is left to the parser.
        "in -D | in -D",
        "in -conf | in -conf",
        // Not generic: other names, longer or in other case.
        "in --D -d a -configuration x | in --D -d a -configuration x",
        "-Dx -Dy | -Dx -Dy"
      })
  void genericOptionsComeFirstAndAllElseKeepsItsOrder(String args, String expected) {
    assertThat(Driver.genericOptionsFirst(args.split(" ", -1)))
        .containsExactly(expected.split(" ", -1));
  }

  /** The script divides inputs from options before it knows the verb. */
  @Test
  void theScriptKnowsAllOptionsThatHaveAValue() throws IOException {
    Map<String, Boolean> hasValue = new TreeMap<>();
    Driver.GENERIC_WITH_VALUE.forEach(option -> hasValue.put(option, true));
    Deque<CommandLine> verbs = new ArrayDeque<>(List.of(Driver.verbs()));
    while (!verbs.isEmpty()) {
      CommandLine verb = verbs.remove();
      verbs.addAll(verb.getSubcommands().values());
      for (OptionSpec option : verb.getCommandSpec().options()) {
        for (String name : option.names()) {
          boolean takesOne = option.arity().min() == 1;
          assertThat(hasValue.put(name, takesOne)).as(name).isIn(null, takesOne);
        }
      }
    }
    Matcher list =
        Pattern.compile("\nwith_value='([^']*)'")
            .matcher(Files.readString(Path.of("run-pipeline.sh")));
    assertThat(list.find()).isTrue();
    assertThat(list.group(1).split("\\s+", -1))
        .containsExactlyInAnyOrderElementsOf(
            hasValue.keySet().stream().filter(hasValue::get).toList());
  }

  @Test
  void wrongUsageAndHelpHaveTheirStatus() throws Exception {
    assertThat(Driver.run(new String[0], true)).isEqualTo(2);
    assertThat(Driver.run(new String[] {"-Da=b"}, true)).isEqualTo(2);
    assertThat(Driver.run(new String[] {"help"}, true)).isZero();
    assertThat(Driver.run(new String[] {"--version"}, true)).isZero();
  }
}
