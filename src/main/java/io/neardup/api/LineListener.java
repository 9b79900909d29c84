package io.neardup.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.util.function.Consumer;

/** Passes lines of UTF-8 on, each without its end. */
final class LineListener extends OutputStream {

  private final Consumer<String> listener;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  LineListener(Consumer<String> listener) {
    this.listener = listener;
  }

  @Override
  public void write(int b) {
    if (b == '\n') {
      listener.accept(line.toString(UTF_8));
      line.reset();
    } else {
      line.write(b);
    }
  }
}
