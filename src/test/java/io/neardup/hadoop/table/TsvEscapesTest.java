package io.neardup.hadoop.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TsvEscapesTest {

  @Test
  void tabsLineBreaksAndBackslashesAreEscaped() {
    assertEquals("a\\tb\\nc\\rd\\\\te", TsvEscapes.escape("a\tb\nc\rd\\te"));
    assertEquals("plain/näme.txt", TsvEscapes.escape("plain/näme.txt"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\\", "\\t", "\t", "\\\t\\", "a\r\nb\\\\n", "😀\t"})
  void unescapeGivesTheValueBack(String value) {
    String escaped = TsvEscapes.escape(value);
    assertEquals(value, TsvEscapes.unescape(escaped));
    assertFalse(escaped.matches("(?s).*[\\t\\n\\r].*"), escaped);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\", "a\\x", "a\\\\\\"})
  void whatIsNoEscapeIsRefused(String escaped) {
    assertThrows(IllegalArgumentException.class, () -> TsvEscapes.unescape(escaped));
  }
}
