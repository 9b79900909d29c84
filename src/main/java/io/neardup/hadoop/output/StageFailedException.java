package io.neardup.hadoop.output;

import java.io.IOException;
import java.util.Locale;
import java.util.regex.Pattern;

/** Thrown when a stage fails: its job failed or its counts do not balance. Exit status 1. */
public final class StageFailedException extends IOException {

  private static final long serialVersionUID = 1L;

  /** An exception's class before what it says, if that is a sentence. */
  private static final Pattern CLASS =
      Pattern.compile(
          "(?m)(?<=^|: )(Error: )?(\\w+\\.)+[\\w$]*(Exception|Error)(\\([\\w.$]+\\))?: (?=.* )");

  private static final Pattern MISSING =
      Pattern.compile(
          "(Error: )?java\\.lang\\.(NoClassDefFoundError|ClassNotFoundException):"
              + " (?:Class )?([\\w$]+(?:[./][\\w$]+)+)(?: not found)?");

  /** Takes the message for the user. */
  public StageFailedException(String message) {
    super(message);
  }

  /** Takes the message for the user as a format, as of {@link String#format}, and its arguments. */
  @SuppressWarnings("AnnotateFormatMethod") // its library is for compilers only
  public StageFailedException(String format, Object... arguments) {
    super(String.format(Locale.ROOT, format, arguments));
  }

  /**
   * Returns an error as Java or Hadoop says it in plain words: without classes of exceptions before
   * a sentence; of a class that is not there, that a library is missing.
   */
  public static String plain(String error) {
    String found = MISSING.matcher(error).replaceAll("a library is missing: there is no class $3");
    return CLASS.matcher(found).replaceAll("");
  }
}
