package io.neardup.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;

class QuantityTest {

  @Test
  void oneIsSingularAndAllElseIsPlural() {
    assertThat(Quantity.of(0, "document")).isEqualTo("0 documents");
    assertThat(Quantity.of(1, "document")).isEqualTo("1 document");
    assertThat(Quantity.of(2, "document")).isEqualTo("2 documents");
    assertThat(Quantity.of(1, "copy", "copies")).isEqualTo("1 copy");
    assertThat(Quantity.of(7, "copy", "copies")).isEqualTo("7 copies");
  }

  @Test
  void digitsAreGroupedWhateverTheLocale() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
    try {
      assertThat(Quantity.of(1_234_567, "row")).isEqualTo("1,234,567 rows");
      assertThat(Quantity.number(-1_234)).isEqualTo("-1,234");
    } finally {
      Locale.setDefault(before);
    }
  }
}
