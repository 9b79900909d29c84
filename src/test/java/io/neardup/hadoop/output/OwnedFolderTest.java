package io.neardup.hadoop.output;

import static io.neardup.hadoop.Refusals.assertFails;
import static io.neardup.hadoop.Refusals.assertRefused;
import static io.neardup.hadoop.stage0ingest.Ingests.path;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.generation.TestCollection;
import io.neardup.hadoop.output.OwnerMark.State;
import io.neardup.hadoop.pipeline.Pipelines;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnedFolderTest {

  @TempDir private java.nio.file.Path temp;
  private final Configuration conf = Mr.conf();
  private java.nio.file.Path out;
  private FileSystem fs;

  @BeforeEach
  void prepare() throws IOException {
    out = temp.resolve("out");
    fs = FileSystem.getLocal(conf);
  }

  private OwnedFolder take(String verb) throws IOException {
    return OwnedFolder.take(conf, path(out), verb, Pipelines.NOWHERE);
  }

  private OwnedFolder takeToAdd(String verb) throws IOException {
    return OwnedFolder.take(conf, path(out), verb, verb, Pipelines.NOWHERE, true);
  }

  private State state() throws IOException {
    return OwnerMark.state(fs, fs.makeQualified(path(out)));
  }

  private List<String> inFolder() throws IOException {
    return Pipelines.names(out).stream().filter(name -> !name.endsWith(".crc")).toList();
  }

  @Test
  void theMarkIsThereBeforeAnythingElseAndNamesVerbAndOutput() throws IOException {
    try (OwnedFolder folder = take("verify")) {
      assertThat(out.resolve("_owner.json"))
          .content()
          .contains("\"verb\":\"verify\"")
          .contains("\"output\":\"file:" + out + "\"");
      assertThat(inFolder()).hasSize(3).anyMatch(name -> name.startsWith("_lock-"));
      assertThat(folder.isEmpty()).isTrue();
    }
  }

  @Test
  void aFolderInWhichNothingWasLeftIsAsItWasFound() throws IOException {
    take("verify").close();
    assertThat(out).doesNotExist();
    Files.createDirectory(out);
    try (OwnedFolder folder = take("verify")) {
      fs.create(folder.work("temporary")).close();
    }
    assertThat(inFolder()).isEmpty();
    assertThat(state()).isEqualTo(State.EMPTY);
  }

  @Test
  void aFolderThatWasMovedIsRefusedButTakesFurtherFiles() throws IOException {
    java.nio.file.Path old = temp.resolve("old");
    try (OwnedFolder folder = OwnedFolder.take(conf, path(old), "ingest", Pipelines.NOWHERE)) {
      fs.create(new Path(folder.path(), "content")).close();
    }
    Files.move(old, out);
    assertThat(state()).isEqualTo(State.MOVED);
    assertRefused(() -> take("ingest"), "was copied or moved");
    assertRefused(() -> takeToAdd("verify"), "was copied or moved");
    takeToAdd("ingest").close();
    assertThat(state()).isEqualTo(State.MOVED); // it is never replaced
    assertThat(inFolder()).containsExactly("_owner.json", "content");
  }

  @Test
  void aStageInsideAPipelinesOutputIsLockedWithIt() throws IOException {
    try (OwnedFolder pipeline = take(OwnedFolder.PIPELINE)) {
      Path stage = new Path(pipeline.path(), "4-pairs");
      assertRefused(
          () -> OwnedFolder.take(conf, stage, "verify", Pipelines.NOWHERE),
          "another run is writing to " + pipeline.path());
      assertThat(out.resolve("4-pairs")).doesNotExist();
      try (OwnedFolder inside = pipeline.takeInside(stage, "verify")) {
        fs.create(new Path(inside.path(), "part")).close();
        inside.requireHeld();
      }
    }
    Path stage = path(out.resolve("4-pairs"));
    try (OwnedFolder alone = OwnedFolder.take(conf, stage, "verify", Pipelines.NOWHERE)) {
      assertRefused(() -> take(OwnedFolder.PIPELINE), "neardup verify");
      assertThat(alone.locked()).isEqualTo(new Path("file:" + out));
    }
  }

  @Test
  void whatAnotherRunHasTakenMeanwhileIsLeftToIt() throws IOException {
    OwnedFolder folder = take("verify");
    TestCollection.loseLock(out); // as another run does that takes the folder for abandoned
    try (OwnedFolder other = take("verify")) {
      fs.create(other.work("temporary")).close();
      folder.close();
      assertThat(fs.exists(other.work("temporary"))).isTrue();
      other.requireHeld();
    }
  }

  @Test
  void aFileIsReplacedAtOnce() throws IOException {
    try (OwnedFolder folder = take("verify")) {
      assertThat(folder.replace("notes", new byte[] {1, 2, 3}))
          .isEqualTo(new Path(folder.path(), "notes"));
      assertThat(out.resolve("notes")).hasBinaryContent(new byte[] {1, 2, 3});
      folder.replace("notes", new byte[] {4});
      assertThat(out.resolve("notes")).hasBinaryContent(new byte[] {4});
      assertThat(fs.exists(folder.work("notes"))).isFalse();
      folder.replace("other", new byte[0]);
      folder.delete("other");
      folder.delete("nothing");
    }
    assertThat(inFolder()).containsExactly("_owner.json", "notes");
    assertThat(state()).isEqualTo(State.OURS);
  }

  @Test
  void aFileThatCannotBeWrittenLeavesTheOldOne() throws IOException {
    try (OwnedFolder folder = take("verify")) {
      try (OutputStream old = fs.create(new Path(folder.path(), "notes"))) {
        old.write(1); // with a checksum, which the new content does not have
      }
      fs.mkdirs(folder.work("notes")); // in the way
      assertThatIOException().isThrownBy(() -> folder.replace("notes", new byte[] {2}));
      assertThat(out.resolve("notes")).hasBinaryContent(new byte[] {1});
      fs.delete(folder.work("notes"), true);
      java.nio.file.Path link = Files.createLink(temp.resolve("link"), out.resolve("notes"));
      folder.replace("notes", new byte[] {3});
      assertThat(link).hasBinaryContent(new byte[] {1}); // not written in place
      try (InputStream in = fs.open(new Path(folder.path(), "notes"))) {
        assertThat(in.readAllBytes()).containsExactly(3);
      }
    }
  }

  /** As a run does that wakes after it was suspended for long. */
  @Test
  void whoHasLostAFolderChangesNothingInItNorDoItsTasks() throws IOException {
    OwnedFolder folder = take(OwnedFolder.PIPELINE);
    folder.replace("notes", new byte[] {1});
    OwnedFolder inside = folder.takeInside(new Path(folder.path(), "4-pairs"), "verify");
    fs.create(new Path(inside.result(), "part")).close();
    TestCollection.loseLock(out); // as another run does that takes the folder for abandoned
    try (OwnedFolder other = take(OwnedFolder.PIPELINE)) {
      assertThat(fs.exists(inside.result())).isFalse();
      fs.delete(inside.path(), true);
      fs.create(new Path(inside.result(), "part")).close(); // by a task
      for (ThrowingCallable change :
          List.<ThrowingCallable>of(
              () -> folder.replace("notes", new byte[] {2}),
              () -> folder.delete("notes"),
              folder::clear,
              () -> folder.takeInside(new Path(folder.path(), "5-clusters"), "cluster"),
              inside::publishComplete)) {
        assertFails(change, "was taken over by another run");
      }
      assertThat(fs.exists(inside.path())).isFalse(); // without a mark it would be a stranger's
      other.takeInside(inside.path(), "verify").close();
      inside.close();
      folder.close();
      other.requireHeld();
    }
    assertThat(inFolder()).containsExactly("_owner.json", "notes");
    assertThat(out.resolve("notes")).hasBinaryContent(new byte[] {1});
  }
}
