package io.neardup.hadoop.generation;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.embedded.NioLocalFileSystem;
import io.neardup.hadoop.output.OwnedFolder;
import io.neardup.hadoop.pipeline.Pipelines;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** A collection of a test, on one of the local file systems; and generations on any. */
public final class TestCollection {

  /** For parameterized tests: {@link #localDisks}. */
  static final String LOCAL_DISKS = "io.neardup.hadoop.generation.TestCollection#localDisks";

  final Configuration conf;
  final java.nio.file.Path folder;
  final Path path;
  final FileSystem fs;

  TestCollection(Configuration conf, java.nio.file.Path folder) throws IOException {
    this.conf = conf;
    this.folder = folder;
    this.fs = FileSystem.get(folder.toUri(), conf);
    this.path = fs.makeQualified(new Path(folder.toString()));
  }

  /** The configurations of Hadoop's local file system, of the embedded mode's, and of one bare. */
  static Stream<Configuration> localDisks() {
    return Stream.of(LocalFileSystem.class, NioLocalFileSystem.class, RawLocalFileSystem.class)
        .map(TestCollection::localDisk);
  }

  /** Returns a collection on the local file system of the embedded mode. */
  static TestCollection local(java.nio.file.Path folder) throws IOException {
    return new TestCollection(localDisk(NioLocalFileSystem.class), folder);
  }

  static Configuration localDisk(Class<? extends FileSystem> type) {
    return Mr.conf("fs.file.impl=" + type.getName(), "fs.file.impl.disable.cache=true");
  }

  /** Takes the collection as a writer does. */
  OwnedFolder take() throws IOException {
    return take(conf, path);
  }

  /** Takes a collection as a writer does. */
  public static OwnedFolder take(Configuration conf, Path path) throws IOException {
    return OwnedFolder.take(conf, path, "collection", Pipelines.NOWHERE);
  }

  /** Deletes the lock, as another run does that takes over. */
  void loseLock() throws IOException {
    loseLock(folder);
  }

  /** Deletes the lock of a folder. */
  public static void loseLock(java.nio.file.Path folder) throws IOException {
    for (java.nio.file.Path lock : Pipelines.files(folder, "_lock-")) {
      Files.delete(lock);
    }
  }

  Generations generations() throws IOException {
    return Generations.of(conf, path);
  }

  java.nio.file.Path file(int number) {
    return folder.resolve("generations/%07d.json".formatted(number));
  }

  /** Writes a file that a writer's folder holds. */
  Path write(Path workFolder, String name, String content) throws IOException {
    Path file = new Path(workFolder, name);
    try (OutputStream out = fs.create(file)) {
      out.write(content.getBytes(StandardCharsets.UTF_8));
    }
    return file;
  }

  /** Publishes the next generation, of one new file. */
  String publish(OwnedFolder owned, String created) throws IOException {
    Path work = new WorkFolders(conf, owned).newFolder();
    write(work, "part", "content");
    return publish(owned, created, work, new Path[0]);
  }

  /** Publishes the next generation, of all files of a new folder and of those that stay. */
  String publish(OwnedFolder owned, String created, Path work, Path... stay) throws IOException {
    List<Integer> numbers = generations().numbers();
    int number = numbers.isEmpty() ? 1 : numbers.get(numbers.size() - 1) + 1;
    String parent = number == 1 ? null : generations().hash(number - 1);
    TreeMap<String, NamedFile> files = new TreeMap<>();
    for (Path named : Stream.concat(Stream.of(work), Stream.of(stay)).toList()) {
      NamedFile.describeAll(fs, path, named).forEach(file -> files.put(file.file(), file));
    }
    return Publication.publish(
        conf, owned, work, generation(number, parent, created, List.copyOf(files.values())));
  }

  /** Returns a generation that has nothing but files. */
  public static Generation generation(
      int number, String parent, String created, List<NamedFile> files) {
    return new Generation(
        Generation.FORMAT,
        "test",
        number,
        parent,
        "add",
        created,
        List.of(),
        null,
        new TreeMap<>(),
        new TreeMap<>(),
        new Generation.Index(List.of(), List.of(), List.of(), List.of(), null, null, null),
        new TreeMap<>(),
        files);
  }

  /** Returns the names in a folder of the collection, sorted. */
  List<String> names(String name) throws IOException {
    return Pipelines.names(folder.resolve(name));
  }
}
