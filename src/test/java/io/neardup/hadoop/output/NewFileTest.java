package io.neardup.hadoop.output;

import static io.neardup.hadoop.Refusals.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.Race;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NewFileTest {

  private static final int ROUNDS = 50;

  @TempDir private java.nio.file.Path temp;

  /** An object store that says it knows conditional writes. */
  static class Store extends RawLocalFileSystem {

    boolean answers = true; // whether it says that a write succeeded

    @Override
    public URI getUri() {
      return URI.create("conditional:///");
    }

    @Override
    public boolean hasPathCapability(Path path, String capability) {
      return capability.equals("fs.option.create.conditional.overwrite");
    }

    @Override
    public void setTimes(Path path, long modified, long accessed) {
      // As in FileSystem itself.
    }

    @Override
    public void setPermission(Path path, FsPermission permission) {
      // As in FileSystem itself.
    }

    @Override
    public FSDataOutputStreamBuilder<?, ?> createFile(Path path) {
      return new Conditional(this, path);
    }
  }

  /** One that does not. */
  static final class IgnorantStore extends Store {
    @Override
    public URI getUri() {
      return URI.create("ignorant:///");
    }

    @Override
    public boolean hasPathCapability(Path path, String capability) {
      return super.hasPathCapability(path, capability)
          || capability.equals("fs.option.create.conditional.overwrite.etag");
    }
  }

  private static final class Conditional
      extends FSDataOutputStreamBuilder<FSDataOutputStream, Conditional> {

    private final Store store;

    Conditional(Store store, Path path) {
      super(store, path);
      this.store = store;
    }

    @Override
    public FSDataOutputStream build() throws IOException {
      assertThat(getMandatoryKeys())
          .hasSize(1)
          .allMatch(condition -> store.hasPathCapability(getPath(), condition));
      if (store.exists(getPath()) && !(store instanceof IgnorantStore)) {
        throw new IOException("412");
      }
      FSDataOutputStream out = store.create(getPath(), true);
      if (store.answers) {
        return out;
      }
      return new FSDataOutputStream(out, null) {
        @Override
        public void close() throws IOException {
          super.close();
          throw new IOException("no answer");
        }
      };
    }

    @Override
    public Conditional getThisBuilder() {
      return this;
    }
  }

  static Configuration stores() {
    return Mr.conf(
        "fs.conditional.impl=" + Store.class.getName(),
        "fs.ignorant.impl=" + IgnorantStore.class.getName());
  }

  private Path inStore(String name) {
    return new Path("conditional:" + temp.resolve(name));
  }

  /** If the answer to its write is lost, it sees its own file. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aStoreCreatesAFileOnce(boolean answers) throws IOException {
    Configuration conf = stores();
    Store store = (Store) inStore("name").getFileSystem(conf);
    store.answers = answers;
    assertThat(NewFile.isExclusive(store, inStore("name"))).isTrue();
    NewFile.publish(conf, inStore("staged"), inStore("name"), new byte[] {'a'});
    assertThrown(
        FileAlreadyExistsException.class,
        () -> NewFile.publish(conf, inStore("staged"), inStore("name"), new byte[] {'b'}));
    Files.writeString(temp.resolve("staged"), "c");
    NewFile.move(conf, inStore("staged"), inStore("moved"), new byte[] {'c'});
    assertThat(temp.resolve("staged")).doesNotExist();
    assertThrown(
        FileNotFoundException.class,
        () -> NewFile.move(conf, inStore("staged"), inStore("other"), new byte[] {'c'}));
    assertThat(temp.resolve("name")).hasContent("a");
    assertThat(temp.resolve("moved")).hasContent("c");
    assertThat(temp.resolve("other")).doesNotExist();
  }

  @Test
  void aStoreThatIgnoresTheConditionIsRecognized() throws IOException {
    Files.writeString(temp.resolve("file"), "content");
    Path ignorant = new Path("ignorant:" + temp.resolve("file"));
    for (Path file : List.of(ignorant, inStore("file"))) {
      FileSystem store = file.getFileSystem(stores());
      assertThat(NewFile.refusesExisting(store, file)).isEqualTo(!file.equals(ignorant));
      assertThat(temp.resolve("file")).hasContent("content");
    }
  }

  @Test
  void aStoreDoesNotKnowAnOpenFileNorItsGroup() throws IOException {
    FsPermission ofGroup = new FsPermission((short) 0640);
    FileStatus source =
        new FileStatus(1, false, 1, 1, 0, 0, ofGroup, "me", "us", inStore("source"));
    CopyPermission.of(source).restrict(inStore("").getFileSystem(stores()), inStore("open"));
  }

  @Test
  void aFileIsPublishedOnce() throws IOException {
    Path name = new Path(temp.resolve("name").toUri());
    Path staged = new Path(temp.resolve("staged").toUri());
    NewFile.publish(Mr.conf(), staged, name, new byte[] {'a'});
    assertThat(temp.resolve("name")).hasContent("a");
    assertThrown(
        FileAlreadyExistsException.class,
        () -> NewFile.publish(Mr.conf(), staged, name, new byte[] {'b'}));
    assertThat(temp.resolve("name")).hasContent("a");
  }

  /** As on a disk without hard links. */
  @Test
  void ofTwoThatCopyAtTheSameMomentOneWins() throws Exception {
    List<java.nio.file.Path> files = new ArrayList<>();
    for (int writer = 0; writer < 2; writer++) {
      files.add(Files.writeString(temp.resolve("staged-" + writer), "of " + writer));
    }
    for (int round = 0; round < ROUNDS; round++) {
      java.nio.file.Path name = temp.resolve("name-" + round);
      List<Object> outcomes =
          Race.ofTwo(
              writer -> {
                NewFile.copy(files.get(writer), name);
                return "won";
              });
      int winner = outcomes.indexOf("won");
      assertThat(winner).as("round %s", round).isNotNegative();
      assertThat(outcomes.get(1 - winner)).isInstanceOf(FileAlreadyExistsException.class);
      assertThat(name).hasContent("of " + winner);
    }
  }

  @Test
  void aLinkNeedsAFreeNameAndTheFile() throws IOException {
    java.nio.file.Path file = Files.writeString(temp.resolve("file"), "content");
    java.nio.file.Path name = temp.resolve("name");
    NewFile.link(file, name);
    assertThat(name).hasContent("content");
    NewFile.link(file, name); // a repeated request
    java.nio.file.Path other = Files.writeString(temp.resolve("other"), "content");
    assertThrown(FileAlreadyExistsException.class, () -> NewFile.link(other, name));
    Files.delete(other);
    assertThrown(NoSuchFileException.class, () -> NewFile.link(other, temp.resolve("free")));
    assertThat(temp.resolve("free")).doesNotExist();
  }

  /** On HDFS the rename is atomic; here it shows that it does not overwrite. */
  @Test
  void aRenameNeedsAFreeName() throws IOException {
    java.nio.file.Path file = Files.writeString(temp.resolve("file"), "new");
    java.nio.file.Path name = Files.writeString(temp.resolve("name"), "old");
    Path from = new Path(file.toUri());
    assertThrown(
        FileAlreadyExistsException.class,
        () -> NewFile.rename(Mr.conf(), from, new Path(name.toUri())));
    assertThat(name).hasContent("old");
    NewFile.rename(Mr.conf(), from, new Path(temp.resolve("free").toUri()));
    assertThat(temp.resolve("free")).hasContent("new");
    assertThat(file).doesNotExist();
  }
}
