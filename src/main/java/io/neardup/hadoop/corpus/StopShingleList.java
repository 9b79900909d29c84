package io.neardup.hadoop.corpus;

import io.neardup.config.Keys;
import io.neardup.config.UsageException;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.OwnedFolder;
import io.neardup.hadoop.output.Utf8Lines;
import io.neardup.text.StopShingles;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;

/**
 * A list of stop shingles: lines {@code hash<TAB>documents}, the hash as 16 hexadecimal digits,
 * ascending (unsigned). Of a list that is given, what follows the hash does not matter.
 */
public final class StopShingleList {

  /** The name of the file. */
  public static final String FILE = "stop-shingles.tsv";

  private static final int DIGITS = 16;
  private static final Pattern HASH = Pattern.compile("\\p{XDigit}{" + DIGITS + "}(\t|$)");

  private StopShingleList() {}

  /** Reads a list; UsageException if the file is missing, too long, or no such list. */
  static StopShingles read(Configuration conf, Path file) throws IOException {
    StopShingles shingles = new StopShingles();
    try (BufferedReader in = Utf8Lines.read(conf, file)) {
      long number = 0;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        number++;
        if (!HASH.matcher(line).lookingAt()) {
          throw new UsageException(
              "%s=%s: line %s does not begin with the hash of a shingle; make the list with the"
                  + " verb stop-shingles",
              Keys.STOP_LIST, file, number);
        }
        shingles.add(Long.parseUnsignedLong(line, 0, DIGITS, DIGITS));
      }
      return shingles;
    } catch (FileNotFoundException e) {
      throw new UsageException(Keys.STOP_LIST + "=" + file + ": there is no such file");
    } catch (IllegalStateException e) {
      throw new UsageException(Keys.STOP_LIST + "=" + file + ": " + e.getMessage());
    }
  }

  /** Writes a list that is given as the output of a verb. */
  public static void copy(StageContext context, Path list, String verb, Path outputPath)
      throws IOException {
    OwnedFolder output = context.newOutput(outputPath, verb);
    Configuration conf = context.conf();
    Path copy = new Path(output.result(), FILE);
    FileUtil.copy(
        list.getFileSystem(conf), list, copy.getFileSystem(conf), copy, false, false, conf);
    output.publishComplete();
  }
}
