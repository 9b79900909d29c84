package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.output.StageFailedException;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnknownHostException;
import java.util.Map;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.junit.jupiter.api.Test;

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
        "it cannot be",
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
}
