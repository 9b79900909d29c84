package io.neardup.cli;

import io.neardup.text.Printable;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;

/**
 * Prints to a terminal what {@link Printable#lines} makes of it, so that no id, name or text from
 * the input can command the terminal.
 */
final class PrintableStream extends OutputStream {

  private final PrintStream terminal;
  private final Charset charset;

  private PrintableStream(PrintStream terminal, Charset charset) {
    this.terminal = terminal;
    this.charset = charset;
  }

  /** Returns a stream that prints to another one. */
  static PrintStream to(PrintStream terminal) {
    Charset charset = Charset.defaultCharset(); // that of log4j and of picocli
    return new PrintStream(new PrintableStream(terminal, charset), true, charset);
  }

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  /** Prints whole characters: the encoders of writers and print streams divide none. */
  @Override
  public void write(byte[] bytes, int offset, int length) {
    terminal.print(Printable.lines(new String(bytes, offset, length, charset)));
  }

  @Override
  public void flush() {
    terminal.flush();
  }
}
