package io.neardup.hadoop.format.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Test;

/** {@link DeflateInputStream}. */
class DeflateInputStreamTest {

  private static final byte[] TEXT = "a text, a text, a text".getBytes(StandardCharsets.UTF_8);

  private int ended;

  private DeflateInputStream open(byte[] compressed) {
    Inflater inflater =
        new Inflater() {
          @Override
          public void end() {
            ended++;
            super.end();
          }
        };
    return new DeflateInputStream(new ByteArrayInputStream(compressed), inflater);
  }

  private static byte[] compressed() {
    Deflater deflater = new Deflater();
    deflater.setInput(TEXT);
    deflater.finish();
    byte[] bytes = new byte[100];
    int length = deflater.deflate(bytes);
    deflater.end();
    return Arrays.copyOf(bytes, length);
  }

  @Test
  void endsItsInflater() throws IOException {
    try (DeflateInputStream in = open(compressed())) {
      assertThat(in.readAllBytes()).isEqualTo(TEXT);
      assertThat(ended).isZero();
    }
    assertThat(ended).isOne();
  }

  @Test
  void endsItsInflaterAfterDamage() {
    byte[] cut = Arrays.copyOf(compressed(), 8);
    assertThatThrownBy(
            () -> {
              try (DeflateInputStream in = open(cut)) {
                in.readAllBytes();
              }
            })
        .isInstanceOf(IOException.class);
    assertThat(ended).isOne();
  }
}
