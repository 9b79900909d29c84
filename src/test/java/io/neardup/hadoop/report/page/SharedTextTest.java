package io.neardup.hadoop.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SharedTextTest {

  @Test
  void findsTheLongestPassagesThatAllHave() {
    assertThat(
            SharedText.of(
                List.of(
                    "One. Home About us Contact Log in. Some text. All rights reserved by the"
                        + " owners of this site",
                    "Home About us Contact Log in. Another one. All rights reserved by the owners"
                        + " of this site",
                    "x Home About us Contact Log in y All rights reserved by the owners of this"
                        + " site z")))
        .containsExactly(
            "All rights reserved by the owners of this site", "Home About us Contact Log in");
  }

  @Test
  void nothingIsSharedByOneOrByUnlikeTexts() {
    assertThat(SharedText.of(List.of("a b c d e f g h"))).isEmpty();
    assertThat(SharedText.of(List.of("a b c d e f g", "a b c d e x f g"))).isEmpty();
    assertThat(SharedText.of(List.of("a b", "a b"))).isEmpty();
  }
}
