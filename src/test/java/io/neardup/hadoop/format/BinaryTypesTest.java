package io.neardup.hadoop.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BinaryTypesTest {

  private static String name(byte[] content) {
    byte[] framed = new byte[content.length + 2];
    System.arraycopy(content, 0, framed, 1, content.length);
    return BinaryTypes.name(framed, 1, content.length);
  }

  @ParameterizedTest
  @CsvSource({
    "4152524f573100000000, Apache Arrow",
    "fffffffff000000014000000, Apache Arrow stream",
    "4f5243120300, Apache ORC",
    "4f626a0104, Apache Avro",
    "534551060a, Hadoop SequenceFile",
    "800495100000000000, Python pickle",
    "934e554d50590100, NumPy array",
    "504152311500, application/x-parquet",
    "53514c69746520666f726d6174203300, application/x-sqlite3",
    "89504e470d0a1a0a0000000d49484452, image/png",
    "504b0304140000000800, application/zip",
    "1f8b0800000000000003, application/gzip",
    "cafebabe00000037, application/java-vm",
    "d0cf11e0a1b11ae1000000, application/x-tika-msoffice",
    "255044462d312e340a616c6c207072696e7461626c65, application/pdf",
    "66696c65646573633a2f2f612e61726320302e302e302e30, application/x-internet-archive"
  })
  void binaryTypesHaveNames(String hex, String name) {
    assertThat(name(HexFormat.of().parseHex(hex))).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "plain text\twith a tab\r\n\f\u001b[1m",
        "#!/bin/sh\necho",
        "<?xml version=\"1.0\"?><a/>",
        "<!DOCTYPE html><html></html>",
        "{\\rtf1 text}",
        "\ufeffBM, MZ and PK\u0003 are no more than letters here",
        "Text that has a NUL \u0000 in its middle, as crawled pages sometimes have, is text"
      })
  void textIsText(String content) {
    assertThat(name(content.getBytes(StandardCharsets.UTF_8))).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"windows-1251", "windows-1256", "Shift_JIS", "UTF-16", "ISO-8859-1"})
  void textIsTextInEveryCharset(String charset) {
    String text = "Это текст. هذا نص. これは文章です。 C’est un texte.\n".repeat(20);
    assertThat(name(text.getBytes(Charset.forName(charset)))).isNull();
  }

  @Test
  void randomBytesAreBinary() {
    byte[] bytes = new byte[100_000];
    new Random(1).nextBytes(bytes);
    assertThat(name(bytes)).isEqualTo("binary data");
  }
}
