package io.neardup.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** {@link Allowance}. */
class AllowanceTest {

  private static long allowed(String share, long total) {
    return Allowance.parse(share).of(total);
  }

  @Test
  void noMoreThanTheShareIsAllowed() {
    assertThat(allowed("5%", 4)).isZero();
    assertThat(allowed("5%", 19)).isZero();
    assertThat(allowed("5%", 20)).isEqualTo(1);
    assertThat(allowed("5%", 39)).isEqualTo(1);
    assertThat(allowed("0.7%", 1000)).isEqualTo(7); // exactly, not a little less
    assertThat(allowed("0.1%", 3000)).isEqualTo(3);
    assertThat(allowed("29%", 100)).isEqualTo(29);
    assertThat(allowed("99.9%", 10)).isEqualTo(9);
    assertThat(allowed("100%", 7)).isEqualTo(7);
    assertThat(allowed("0%", 1_000_000)).isZero();
    assertThat(allowed("20", 3)).isEqualTo(20);
  }
}
