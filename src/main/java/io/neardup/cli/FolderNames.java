package io.neardup.cli;

import io.neardup.config.UsageException;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Refuses folders whose names contain a variable such as {@code ${user.name}}. A job keeps the
 * names of its folders in its configuration, and Hadoop replaces variables there. The job would
 * write to another folder than the named one.
 */
final class FolderNames {

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{[^}$\\s]+}");

  private FolderNames() {}

  /**
   * Checks the whole path of a folder that jobs write or read as a stage's output.
   *
   * @throws UsageException if it holds a variable
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
  }
}
