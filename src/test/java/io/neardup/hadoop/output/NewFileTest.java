package io.neardup.hadoop.output;

import static io.neardup.hadoop.Refusals.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.Race;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NewFileTest {

  private static final int ROUNDS = 50;

  @TempDir private java.nio.file.Path temp;

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
