package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.output.StageFailedException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnknownHostException;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.Test;

/** What {@link VerbTool} says of failures. */
class VerbToolTest {

  @Test
  void whatSaysItAllIsSaidAsItIs() {
    assertThat(VerbTool.message(new StageFailedException("job failed: why")))
        .isEqualTo("job failed: why");
    assertThat(VerbTool.message(new FileNotFoundException("File x does not exist")))
        .isEqualTo("File x does not exist");
  }

  @Test
  void theTraceOfAServerIsNotRepeated() {
    assertThat(
            VerbTool.message(
                new AccessControlException(
                    """
                    Permission denied: user=a, inode="/"
                    \tat org.apache.hadoop.X.y(X.java:1)
                    """)))
        .isEqualTo("Permission denied: user=a, inode=\"/\"");
  }

  @Test
  void aBareNameIsToldWithTheKindOfError() {
    assertThat(VerbTool.message(new UnknownHostException("nohost")))
        .isEqualTo("java.net.UnknownHostException: nohost");
    assertThat(VerbTool.message(new IOException())).isEqualTo("java.io.IOException");
  }

  @Test
  void aWrapperIsNotTheReason() {
    assertThat(VerbTool.message(new IllegalArgumentException(new UnknownHostException("nohost"))))
        .isEqualTo("java.net.UnknownHostException: nohost");
    assertThat(VerbTool.message(new UncheckedIOException(new IOException("disk is full"))))
        .isEqualTo("disk is full");
  }

  @Test
  void whatNobodyThoughtOfIsToldWithItsKind() {
    assertThat(VerbTool.message(new IllegalStateException("it cannot be")))
        .isEqualTo("java.lang.IllegalStateException: it cannot be");
  }
}
