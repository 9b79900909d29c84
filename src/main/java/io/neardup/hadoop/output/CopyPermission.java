package io.neardup.hadoop.output;

import io.neardup.hadoop.embedded.NioLocalFileSystem;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;

/** Keeps a copy of documents from being readable by more people than the files they are from. */
public final class CopyPermission {

  private FsPermission permission = FsPermission.getFileDefault();
  private String group = ""; // of all files so far; null if they have several

  /** Returns the permission of copies of one file. */
  public static CopyPermission of(FileStatus source) throws IOException {
    CopyPermission permission = new CopyPermission();
    permission.add(source);
    return permission;
  }

  /** Adds a file of which some documents are. */
  public void add(FileStatus source) throws IOException {
    FsPermission its = NioLocalFileSystem.permission(source);
    permission =
        new FsPermission(
            FsAction.READ_WRITE, // the owner's
            permission.getGroupAction().and(its.getGroupAction()),
            permission.getOtherAction().and(its.getOtherAction()));
    if (permission.getGroupAction() != permission.getOtherAction()) { // else it does not matter
      String itsGroup = source.getGroup();
      group = "".equals(group) || itsGroup.equals(group) ? itsGroup : null;
    }
  }

  /** Takes rights from a new file, as far as it has more. */
  public void restrict(FileSystem fs, Path file) throws IOException {
    FsAction ofOthers = permission.getOtherAction();
    FsAction ofGroup = permission.getGroupAction();
    if (ofGroup != ofOthers && !isOfGroup(fs, file)) {
      ofGroup = ofGroup.and(ofOthers);
    }
    FsPermission its =
        FsPermission.getFileDefault().applyUMask(FsPermission.getUMask(fs.getConf()));
    FsPermission less =
        new FsPermission(
            its.getUserAction(),
            its.getGroupAction().and(ofGroup),
            its.getOtherAction().and(ofOthers));
    if (!less.equals(its)) {
      fs.setPermission(file, less);
    }
  }

  private boolean isOfGroup(FileSystem fs, Path file) throws IOException {
    try {
      return fs.getFileStatus(file).getGroup().equals(group);
    } catch (FileNotFoundException e) {
      return false; // on S3 until it is closed; there are no permissions
    }
  }
}
