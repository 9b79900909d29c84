package io.neardup;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.config.Keys;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The core does not know Hadoop: no class of it names a class of Hadoop or of our Hadoop part. */
class CoreIsFreeOfHadoopTest {

  private static final List<String> FORBIDDEN =
      List.of("org/apache/hadoop", "org.apache.hadoop", "io/neardup/hadoop", "io.neardup.hadoop");

  private static Path classes() throws URISyntaxException {
    // Where the classes are, not where the tests of the same packages are.
    Path root = Path.of(Keys.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    assertThat(root).isDirectory();
    return root.resolve("io").resolve("neardup");
  }

  private static List<Path> classFiles(String name) throws IOException, URISyntaxException {
    Path folder = classes().resolve(name);
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".class")).toList();
    }
  }

  /** Returns the strings of a class file's constant pool (JVM specification 4.4). */
  private static List<String> strings(Path classFile) throws IOException {
    List<String> strings = new ArrayList<>();
    try (InputStream file = Files.newInputStream(classFile);
        DataInputStream in = new DataInputStream(file)) {
      assertThat(in.readInt()).isEqualTo(0xCAFEBABE);
      in.readInt(); // version
      int count = in.readUnsignedShort();
      for (int i = 1; i < count; i++) {
        int tag = in.readUnsignedByte();
        switch (tag) {
          case 1 -> strings.add(in.readUTF());
          case 3, 4, 9, 10, 11, 12, 17, 18 -> in.readInt();
          case 5, 6 -> {
            in.readLong();
            i++; // takes two places
          }
          case 7, 8, 16, 19, 20 -> in.readUnsignedShort();
          case 15 -> in.skipBytes(3);
          default -> throw new IOException(classFile + ": constant of the unknown kind " + tag);
        }
      }
    }
    return strings;
  }

  private static List<String> references(List<Path> classFiles) throws IOException {
    List<String> references = new ArrayList<>();
    for (Path file : classFiles) {
      for (String string : strings(file)) {
        if (FORBIDDEN.stream().anyMatch(string::contains)) {
          references.add(file.getFileName() + ": " + string);
        }
      }
    }
    return references;
  }

  /** The least number of class files makes sure that the right folder was looked into. */
  @ParameterizedTest
  @CsvSource({
    "text, 15",
    "sort, 2",
    "minhash, 8",
    "lsh, 5",
    "similarity, 1",
    "config, 5",
    "graph, 2"
  })
  void noClassOfTheCoreNamesHadoop(String name, int atLeast) throws Exception {
    List<Path> classFiles = classFiles(name);
    assertThat(classFiles).hasSizeGreaterThanOrEqualTo(atLeast);
    assertThat(references(classFiles)).isEmpty();
  }

  @Test
  void theScanFindsHadoopWhereItIs() throws Exception {
    assertThat(references(classFiles("hadoop/table"))).hasSizeGreaterThan(100);
    assertThat(references(List.of(classes().resolve("hadoop/embedded/EmbeddedDefaults.class"))))
        .anyMatch(reference -> reference.contains("org/apache/hadoop/conf/Configuration"));
  }
}
