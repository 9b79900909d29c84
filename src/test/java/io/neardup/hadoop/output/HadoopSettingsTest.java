package io.neardup.hadoop.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class HadoopSettingsTest {

  @Test
  void readsOurKeysWithVariablesExpanded() {
    Configuration conf = new Configuration(false);
    conf.set("my.bands", "33");
    conf.set("neardup.banding.bands", "${my.bands}");
    conf.set("neardup-internal.columns", "x");
    Settings settings = HadoopSettings.of(conf);
    assertThat(settings.get(Keys.BANDS)).isEqualTo(33);
    assertThat(settings.get(Keys.ROWS)).isEqualTo(5);
  }
}
