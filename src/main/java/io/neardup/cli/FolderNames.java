package io.neardup.cli;

import io.neardup.config.UsageException;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Refuses folders whose names Hadoop does not take as they are: with a variable such as {@code
 * ${user.name}}, which it replaces in the configuration of a job, so that the job would write to
 * another folder; and with a colon, at which it fails when it lists them.
 */
final class FolderNames {

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{[^}$\\s]+}");

  private FolderNames() {}

  /**
   * Checks the whole path of a folder that jobs write or read as a stage's output.
   *
   * @throws UsageException if it holds one of these
   */
  static void check(Configuration conf, Path folder) throws IOException {
    Path whole = folder.getFileSystem(conf).makeQualified(folder);
    Matcher variable = VARIABLE.matcher(whole.toString());
    if (variable.find()) {
      throw new UsageException(
          whole
              + ": Hadoop would replace "
              + variable.group()
              + " in the name of this folder; choose another");
    }
    if (whole.toUri().getPath().contains(":")) {
      throw new UsageException(
          whole + ": Hadoop cannot use a folder with a colon in its path; choose another");
    }
  }
}
