package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.output.StageFailedException;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.util.ShutdownHookManager;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What {@link VerbTool} says of failures. */
class VerbToolTest {

  static Map<Exception, String> messages() {
    return Map.of(
        new StageFailedException("job failed: why"),
        "job failed: why",
        new FileNotFoundException("File x does not exist"),
        "File x does not exist",
        new AccessControlException("Permission denied: inode=\"/\"\n\tat org.X.y(X.java:1)\n"),
        "Permission denied: inode=\"/\"",
        // A bare name is told with the kind of error.
        new UnknownHostException("nohost"),
        "unknown host nohost",
        new EOFException("f"),
        "java.io.EOFException: f",
        new IOException(),
        "java.io.IOException",
        new IllegalStateException("it cannot be"),
        "java.lang.IllegalStateException: it cannot be",
        // A wrapper is not the reason.
        new IllegalArgumentException(new UnknownHostException("nohost")),
        "unknown host nohost",
        new UncheckedIOException(new IOException("disk is full")),
        "disk is full",
        new IOException(new YarnException("Failed to submit a job: unknown queue: nope")),
        "Failed to submit a job: unknown queue: nope");
  }

  @Test
  void aMessageSaysWhatAUserNeeds() {
    messages().forEach((e, message) -> assertThat(VerbTool.message(e)).isEqualTo(message));
  }

  /** A verb that fails when its process is being ended, as one whose job was killed then. */
  @Command(name = "failing")
  static final class Failing implements Callable<Integer> {

    @Option(names = "--resume")
    private boolean resume;

    @Override
    public Integer call() throws Exception {
      ShutdownHookManager hooks = ShutdownHookManager.get(); // before it is too late to load it
      new Thread(() -> System.exit(VerbTool.FAILURE)).start();
      while (!hooks.isShutdownInProgress()) {
        Thread.sleep(10);
      }
      throw new IOException("its job was killed; resumed: " + resume);
    }

    public static void main(String[] args) {
      CompletableFuture<Integer> end = new CompletableFuture<>();
      Runtime.getRuntime().addShutdownHook(new Thread(end::join));
      CommandLine verbs = new CommandLine(new Driver()).addSubcommand(new Failing());
      try {
        new VerbTool(verbs, "failing").run(args);
      } finally {
        end.complete(0);
      }
    }
  }

  @Test
  void anInterruptionIsToldOnce() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Failing.class.getName())
            .redirectErrorStream(true)
            .start();
    try (InputStream said = process.getInputStream()) {
      assertThat(new String(said.readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo(
              "neardup failing: interrupted. Run the same command with --resume, which keeps"
                  + " complete stages, or without it if there is nothing to resume\n");
    }
    assertThat(process.waitFor()).isEqualTo(VerbTool.FAILURE);
  }
}
