package io.neardup.text;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.List;

/**
 * Leaves passages out of texts: what regular expressions of RE2 match, such as mail headers or
 * comments with a licence. {@code ^} and {@code $} match at line ends; CR LF is read as LF. The
 * expressions are applied one after the other; each match takes time linear in the text. Not safe
 * for use by several threads.
 */
final class IgnoredText {

  private final List<Pattern> expressions;
  private final long[] counts;

  /**
   * @throws com.google.re2j.PatternSyntaxException if one of them is no regular expression
   */
  IgnoredText(List<String> expressions) {
    this.expressions =
        expressions.stream().map(each -> Pattern.compile(each, Pattern.MULTILINE)).toList();
    counts = new long[expressions.size()];
  }

  /** Returns whether nothing is left out of any text. */
  boolean isNothing() {
    return counts.length == 0;
  }

  /** Returns a text without what the expressions match. */
  String without(String text) {
    String rest = text.replace("\r\n", "\n");
    for (int e = 0; e < counts.length; e++) {
      Matcher matcher = expressions.get(e).matcher(rest);
      if (matcher.find()) {
        counts[e]++;
        StringBuilder left = new StringBuilder(rest.length());
        int from = 0;
        do {
          left.append(rest, from, matcher.start());
          from = matcher.end();
        } while (matcher.find());
        rest = left.append(rest, from, rest.length()).toString();
      }
    }
    return rest;
  }

  /** Returns, for each expression, of how many texts it left something out. */
  long[] counts() {
    return counts.clone();
  }
}
