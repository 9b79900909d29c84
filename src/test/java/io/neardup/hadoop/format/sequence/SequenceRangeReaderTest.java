package io.neardup.hadoop.format.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.corpus.RangeReaders;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.format.StructuredFiles;
import io.neardup.hadoop.format.UnsupportedSourceException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.compress.BZip2Codec;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.hadoop.io.compress.SnappyCodec;
import org.apache.hadoop.util.ReflectionUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

public class SequenceRangeReaderTest {

  private static final RangeReaders READERS = StructuredFiles.readers(SourceFormat.SEQUENCE);

  @TempDir private Path folder;

  /** Writes a file with a sync mark about every 200 bytes. */
  public static Path write(
      Path file,
      CompressionType type,
      Class<? extends CompressionCodec> codec,
      List<String> records)
      throws IOException {
    Configuration conf = Mr.conf("io.seqfile.compress.blocksize=200");
    SequenceFile.Metadata metadata = new SequenceFile.Metadata();
    metadata.set(new Text("made by"), new Text("a test"));
    try (SequenceFile.Writer out =
        SequenceFile.createWriter(
            conf,
            SequenceFile.Writer.file(new org.apache.hadoop.fs.Path(file.toUri())),
            SequenceFile.Writer.keyClass(Text.class),
            SequenceFile.Writer.valueClass(Text.class),
            SequenceFile.Writer.syncInterval(200),
            SequenceFile.Writer.metadata(metadata),
            SequenceFile.Writer.compression(type, ReflectionUtils.newInstance(codec, conf)))) {
      for (String record : records) {
        int bar = record.indexOf('|');
        out.append(new Text(record.substring(0, bar)), new Text(record.substring(bar + 1)));
      }
    }
    return file;
  }

  public static List<String> records(int count, Random random) {
    List<String> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      records.add("id-é " + i + "|" + StructuredFiles.text(random));
    }
    return records;
  }

  @ParameterizedTest
  @CsvSource({"NONE, 0", "NONE, 1", "NONE, 20", "RECORD, 20", "BLOCK, 0", "BLOCK, 1", "BLOCK, 20"})
  void recordsOfAnyCutAreReadOnce(CompressionType type, int count) throws IOException {
    List<String> records = records(count, new Random(1));
    Path file = write(folder.resolve("file.seq"), type, DefaultCodec.class, records);
    long length = Files.size(file);
    assertThat(length).isGreaterThan(count * 40L);
    for (long cut = 1; cut < length; cut++) {
      assertThat(StructuredFiles.read(READERS, StructuredFiles.ranges(file, cut)))
          .as("cut at %d of %d", cut, length)
          .isEqualTo(records);
    }
    for (long step = 1; step < 400; step += 1 + step / 3) {
      assertThat(StructuredFiles.read(READERS, StructuredFiles.every(file, step)))
          .as("cut every %d", step)
          .isEqualTo(records);
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {DefaultCodec.class, GzipCodec.class, BZip2Codec.class, SnappyCodec.class})
  void copiesHaveTheFormOfTheirSource(Class<? extends CompressionCodec> codec) throws IOException {
    List<String> records = records(60, new Random(2));
    for (CompressionType type : CompressionType.values()) {
      Path file = write(folder.resolve(type + ".seq"), type, codec, records);
      Path copy = folder.resolve(type + "-copy.seq");
      StructuredFiles.copy(READERS, StructuredFiles.every(file, 300), copy, true);
      assertThat(StructuredFiles.read(READERS, copy)).isEqualTo(records);
      try (SequenceFile.Reader reader =
          new SequenceFile.Reader(
              Mr.conf(), SequenceFile.Reader.file(new org.apache.hadoop.fs.Path(copy.toUri())))) {
        assertThat(reader.getCompressionType()).isEqualTo(type);
        if (type == CompressionType.NONE) {
          assertThat(reader.getCompressionCodec()).isNull();
        } else {
          assertThat(reader.getCompressionCodec()).isInstanceOf(codec);
        }
        assertThat(reader.getMetadata().get(new Text("made by"))).isEqualTo(new Text("a test"));
        assertThat(reader.getKeyClassName()).isEqualTo(Text.class.getName());
        assertThat(reader.getValueClassName()).isEqualTo(Text.class.getName());
      }
    }
  }

  @Test
  void someRecordsAreCopiedInOrder() throws IOException {
    Path file =
        write(
            folder.resolve("f.seq"),
            CompressionType.BLOCK,
            DefaultCodec.class,
            List.of("a|1", "b|", "c|3"));
    Path copy = folder.resolve("copy.seq");
    StructuredFiles.copy(READERS, StructuredFiles.ranges(file), copy, false);
    assertThat(StructuredFiles.read(READERS, copy)).containsExactly("a|1", "c|3");
    assertThatThrownBy(
            () -> StructuredFiles.copy(READERS, StructuredFiles.ranges(file), copy, false))
        .isInstanceOf(IOException.class);
  }

  @Test
  void idsAndTextsAreChecked() throws IOException {
    Path file =
        write(
            folder.resolve("f.seq"),
            CompressionType.NONE,
            DefaultCodec.class,
            List.of("|empty", "a\tb|tab", "long-id|x", "a|12345", "b|123456"));
    RangeReaders readers =
        StructuredFiles.readers(
            SourceFormat.SEQUENCE, "neardup.ingest.max-id-bytes=6", "neardup.document.max-bytes=5");
    assertThat(StructuredFiles.read(readers, file))
        .containsExactly("EMPTY_ID", "BAD_ID", "LONG_ID", "a|12345", "LONG_DOCUMENT");
    Path copy = folder.resolve("copy.seq"); // of what was set aside too
    StructuredFiles.copy(readers, StructuredFiles.ranges(file), copy, true);
    assertThat(StructuredFiles.read(READERS, copy))
        .containsExactly("EMPTY_ID", "BAD_ID", "long-id|x", "a|12345", "b|123456");
  }

  private Path write(Writable key, Writable value) throws IOException {
    Path file = folder.resolve("classes.seq");
    try (SequenceFile.Writer out =
        SequenceFile.createWriter(
            Mr.conf(),
            SequenceFile.Writer.file(new org.apache.hadoop.fs.Path(file.toUri())),
            SequenceFile.Writer.keyClass(key.getClass()),
            SequenceFile.Writer.valueClass(value.getClass()))) {
      out.append(key, value);
    }
    return file;
  }

  @Test
  void bytesAreTextsToo() throws IOException {
    byte[] bytes = "étroit".getBytes(StandardCharsets.UTF_8);
    Path file = write(new BytesWritable(bytes), new BytesWritable(bytes));
    assertThat(StructuredFiles.read(READERS, file)).containsExactly("étroit|étroit");
    Path copy = folder.resolve("copy.seq");
    StructuredFiles.copy(READERS, StructuredFiles.ranges(file), copy, true);
    assertThat(StructuredFiles.read(READERS, copy)).containsExactly("étroit|étroit");
  }

  @Test
  void otherClassesAreRefused() throws IOException {
    Path file = write(new IntWritable(1), new Text("text"));
    assertThatThrownBy(() -> StructuredFiles.read(READERS, file))
        .isInstanceOf(UnsupportedSourceException.class)
        .hasMessageContaining("classes.seq")
        .hasMessageContaining("org.apache.hadoop.io.IntWritable and org.apache.hadoop.io.Text");
  }

  @Test
  void aFileOfNoBytesHasNoRecords() throws IOException {
    Path file = Files.createFile(folder.resolve("empty.seq"));
    for (SourceFormat format :
        List.of(SourceFormat.SEQUENCE, SourceFormat.AVRO, SourceFormat.PARQUET)) {
      assertThat(StructuredFiles.read(StructuredFiles.readers(format), file)).isEmpty();
    }
  }
}
