package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** What a verb prints, and its exit status. */
record Said(int status, String out, String err) {

  static Said by(String... words) throws Exception {
    PrintStream oldOut = System.out;
    PrintStream oldErr = System.err;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream newOut = new PrintStream(out, true, StandardCharsets.UTF_8);
    System.setOut(newOut);
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    try {
      int status = Neardup.run(words);
      assertThat(System.out).isSameAs(newOut);
      return new Said(
          status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(oldOut);
      System.setErr(oldErr);
    }
  }
}
