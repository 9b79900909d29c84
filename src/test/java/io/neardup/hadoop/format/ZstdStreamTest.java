package io.neardup.hadoop.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDictTrainer;
import io.neardup.hadoop.Mr;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of zstd that a plain decompressor refuses. */
class ZstdStreamTest {

  private static final String KEY = "neardup.ingest.max-zstd-window-bytes";

  @TempDir private Path folder;

  private static Path withLargeWindow(Sources sources) throws IOException {
    try (InputStream in = ZstdStreamTest.class.getResourceAsStream("window-of-2-gib.tsv.zst")) {
      return sources.write("docs.tsv.zst", in.readAllBytes());
    }
  }

  private static byte[] dictionaryFrame(byte[] content) {
    ByteBuffer frame = ByteBuffer.allocate(8 + content.length).order(ByteOrder.LITTLE_ENDIAN);
    return frame.putInt(0x184D2A5D).putInt(content.length).put(content).array();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TSV", "CSV", "FILES", "WARC"})
  void aLargeWindowIsRefusedWithTheKeyThatAllowsIt(SourceFormat format) throws IOException {
    Sources sources = new Sources(folder, format);
    Path written = withLargeWindow(sources);
    assertThatThrownBy(() -> sources.read(written))
        .isInstanceOf(UnsupportedSourceException.class)
        .hasMessageContaining("docs.tsv.zst: its zstd window is larger than " + KEY + " allows");
  }

  @Test
  void aLargeWindowIsReadWhereItIsAllowed() throws IOException {
    Sources sources = new Sources(folder, SourceFormat.TSV, KEY + "=2147483648");
    assertThat(sources.read(withLargeWindow(sources))).hasSize(21);
  }

  /** One frame a record, with a dictionary that was trained on such records. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theDictionaryAtTheBeginningIsUsed(boolean compressed) throws IOException {
    List<byte[]> records = new ArrayList<>();
    ZstdDictTrainer trainer = new ZstdDictTrainer(1 << 20, 4096);
    for (int i = 0; i < 500; i++) {
      byte[] record = Warcs.page("http://a/" + i, "<p>text " + i * 7919 + " and " + i * 104729);
      records.add(record);
      trainer.addSample(record);
    }
    byte[] dictionary = trainer.trainSamples();
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(dictionaryFrame(compressed ? Zstd.compress(dictionary) : dictionary));
    try (ZstdCompressCtx zstd = new ZstdCompressCtx()) {
      zstd.loadDict(dictionary);
      records.forEach(record -> file.writeBytes(zstd.compress(record)));
    }
    Sources sources = new Sources(folder, SourceFormat.WARC);
    Path written = sources.write("a.warc.zst", file.toByteArray());
    List<String> read = sources.read(written);
    assertThat(read).hasSize(500);
    assertThat(read.get(499)).isEqualTo("http://a/499|text 3951581 and 52259771");
    byte[] copy = sources.copy(written);
    assertThat(sources.plain("a.warc.zst", copy))
        .isEqualTo(Warcs.join(records.toArray(byte[][]::new)));
    Path cut = sources.write("cut.warc.zst", Arrays.copyOf(file.toByteArray(), 100));
    assertThatThrownBy(() -> sources.read(cut)).isInstanceOf(IOException.class);
  }

  @Test
  void aDictionaryOfTooManyBytesIsRefused() {
    InputStream bomb = new ByteArrayInputStream(dictionaryFrame(Zstd.compress(new byte[64 << 20])));
    assertThatThrownBy(() -> new Compressions(Mr.conf()).of("a.zst").decompress(bomb, "a.zst"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("dictionary of over");
  }
}
