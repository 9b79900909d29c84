package io.neardup.lsh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Run in a locale with a decimal comma and one with digits of its own: neither may show. */
class SCurveTest {

  private static final SCurve CURVE = new SCurve(new BandingScheme(20, 5));

  private Locale before;

  @BeforeEach
  void strangeLocale() {
    before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
  }

  @AfterEach
  void usualLocale() {
    Locale.setDefault(before);
  }

  @Test
  void table() {
    assertThat(new SCurve(new BandingScheme(10, 3)).table())
        .isEqualTo(
            """
            similarity  candidate  1-exp(-b*s^r)
                   0.1   0.009955       0.009950
                   0.2   0.077181       0.076884
                   0.3   0.239449       0.236621
                   0.4   0.483871       0.472708
                   0.5   0.736924       0.713495
                   0.6   0.912267       0.884675
                   0.7   0.985015       0.967613
                   0.8   0.999234       0.994024
                   0.9   0.999998       0.999318
            """);
  }

  @Test
  void thresholds() {
    assertThat(CURVE.thresholds())
        .isEqualTo(
            """
            probability 1/2 at similarity       0.508696
            estimate (1/b)^(1/r)                0.549280
            recall 0.95 from similarity         0.674017
            recall 0.99 from similarity         0.728845
            recall 0.999 from similarity        0.781795
            """);
  }

  @Test
  void areas() {
    // The areas are the polynomial's, integrated in exact fractions.
    assertThat(CURVE.areas(0.8))
        .isEqualTo(
            """
            recall at 0.8                       0.999644
            false-candidate area below 0.8      0.298655
            missed-pair area above 0.8          0.000005
            """);
    assertThatIllegalArgumentException().isThrownBy(() -> CURVE.areas(1.1));
  }

  @Test
  void plot() {
    assertThat(CURVE.plot())
        .isEqualTo(
            """
            1.0 +                                           ******************
                |                                        ***
                |                                      **
                |                                     *
                |                                    *
                |                                   *
                |                                  *
                |                                 *
                |                                *
                |                               *
            0.5 +                               *
                |                              *
                |                             *
                |                            *
                |                           *
                |                          *
                |                        **
                |                       *
                |                    ***
                |                ****
            0.0 +****************
                ++--------------+--------------+--------------+--------------+
                0.0                           0.5                           1.0  similarity
            """);
  }

  @Test
  void plotOfAStepAndOfAStraightLine() {
    List<String> step = new SCurve(new BandingScheme(1, 32_767)).plot().lines().toList();
    for (String line : step.subList(0, 20)) {
      assertThat(line.indexOf('*')).isEqualTo(65);
    }
    assertThat(step.get(20)).isEqualTo("0.0 +" + "*".repeat(60));
    List<String> line = new SCurve(new BandingScheme(1, 1)).plot().lines().toList();
    for (int y = 0; y <= 20; y++) {
      assertThat(line.get(20 - y).indexOf('*')).isEqualTo(y == 0 ? 5 : 4 + 3 * y);
      assertThat(line.get(20 - y).lastIndexOf('*')).isEqualTo(y == 20 ? 65 : 6 + 3 * y);
    }
  }
}
