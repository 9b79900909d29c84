package io.neardup.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link Allowance}. */
class AllowanceTest {

  @ParameterizedTest
  @CsvSource({
    "5%, 4, 0", "5%, 19, 0", "5%, 20, 1", "5%, 39, 1", "0.7%, 1000, 7", "0.1%, 3000, 3",
    "29%, 100, 29", "99.9%, 10, 9", "100%, 7, 7", "0%, 1000000, 0", "20, 3, 20"
  })
  void noMoreThanTheShareIsAllowed(String text, long total, long allowed) {
    assertThat(Allowance.parse(text).of(total)).isEqualTo(allowed);
  }
}
