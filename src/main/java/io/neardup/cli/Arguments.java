package io.neardup.cli;

import static java.util.stream.Collectors.toSet;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.config.UsageException;
import io.neardup.hadoop.format.StorageException;
import java.io.IOException;
import java.io.PrintStream;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.xml.sax.SAXException;

/** Checks of what Hadoop accepts on a command line and then ignores or changes. */
final class Arguments {

  /** The source that {@link org.apache.hadoop.util.GenericOptionsParser} records for a key. */
  private static final String SOURCE = "from command line";

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{[^}$\\s]+}");

  private Arguments() {}

  /**
   * Refuses a key without a value, and a file of {@code -conf} that cannot be read: Hadoop silently
   * ignores both.
   *
   * @param arguments the arguments after the verb
   * @throws UsageException naming the key or file
   */
  static void check(String[] arguments) {
    for (int i = 0; i < arguments.length; i++) {
      if (arguments[i].equals("-conf") && i + 1 < arguments.length) {
        checkConfiguration(java.nio.file.Path.of(arguments[++i].replaceFirst("^file:(//)?", "")));
      } else if (arguments[i].startsWith("-D")) {
        boolean apart = arguments[i].equals("-D") && i + 1 < arguments.length;
        String property = apart ? arguments[++i] : arguments[i].substring(2);
        UsageException.require(
            property.indexOf('=') >= 0, "-D%s has no value; write -Dkey=value", property);
      }
    }
  }

  /**
   * Refuses a configuration file that cannot be read, is not XML, or has a document type
   * declaration: with one, Hadoop would copy the content of any file or URL it names into a value.
   */
  private static void checkConfiguration(java.nio.file.Path file) {
    UsageException.require(
        Files.isReadable(file) && !Files.isDirectory(file),
        "cannot read the configuration file %s",
        file);
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      DocumentBuilder parser = factory.newDocumentBuilder();
      parser.setErrorHandler(null); // the default handler prints
      parser.parse(file.toFile());
      Configuration conf = new Configuration(false);
      conf.addResource(new Path(file.toUri()));
      conf.size(); // loads it, and what it includes
    } catch (IOException | ParserConfigurationException e) {
      throw new UsageException("cannot read the configuration file " + file + ": " + e);
    } catch (SAXException | RuntimeException e) {
      Throwable cause = e instanceof RuntimeException && e.getCause() != null ? e.getCause() : e;
      throw new UsageException(file + " is not a configuration file: " + cause.getMessage());
    }
  }

  /**
   * Prints a warning for each key of the command line that is neither Hadoop's nor ours but similar
   * to one of ours. A key counts as Hadoop's if a key in Hadoop's own files (core-default.xml,
   * core-site.xml …) has the same first word.
   */
  static void warn(Configuration conf, PrintStream out) {
    Set<String> hadoops = keys(new Configuration()).map(Arguments::firstWord).collect(toSet());
    for (String key : keys(conf).sorted().toList()) {
      String[] sources = conf.getPropertySources(key);
      if (sources != null
          && Arrays.asList(sources).contains(SOURCE)
          && !key.startsWith(Settings.PREFIX)
          && !hadoops.contains(firstWord(key))) {
        Keys.similarTo(key)
            .ifPresent(
                similar ->
                    out.printf(
                        Locale.ROOT,
                        "warning: -D%s has no effect: it is a key of neither neardup nor Hadoop;"
                            + " did you mean -D%s?%n",
                        key,
                        similar));
      }
    }
  }

  private static Stream<String> keys(Configuration conf) {
    return StreamSupport.stream(conf.spliterator(), false).map(Map.Entry::getKey);
  }

  private static String firstWord(String key) {
    return key.split("\\.", 2)[0];
  }

  /** Fails with the path if its host is unknown; UsageException if its file system is. */
  static void checkHost(Configuration conf, Path path) throws IOException {
    try {
      path.getFileSystem(conf);
    } catch (IOException e) {
      if (e instanceof UnsupportedFileSystemException
          || "viewfs".equals(path.toUri().getScheme())) { // without a mount table
        throw new UsageException(path + ": " + e.getMessage());
      }
      throw e;
    } catch (IllegalArgumentException e) {
      if (e.getCause() instanceof UnknownHostException unknown) {
        throw new IOException(path + ": " + StorageException.reason(unknown), e);
      }
      throw e;
    }
  }

  /**
   * Refuses a folder of a stage whose path Hadoop changes or cannot use: with a variable such as
   * {@code ${user.name}}, which it replaces in the configuration of a job, so that the job would
   * write to another folder; and with a colon, at which it fails when it lists the folder.
   */
  static void checkFolder(Configuration conf, Path folder) throws IOException {
    Path whole = folder.getFileSystem(conf).makeQualified(folder);
    Matcher variable = VARIABLE.matcher(whole.toString());
    if (variable.find()) {
      throw new UsageException(
          "%s: Hadoop would replace %s in the name of this folder; choose another",
          whole, variable.group());
    }
    UsageException.require(
        !whole.toUri().getPath().contains(":"),
        "%s: Hadoop cannot use a folder with a colon in its path; choose another",
        whole);
  }
}
