package io.neardup.cli;

import io.neardup.config.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.hadoop.conf.Configuration;
import org.xml.sax.SAXException;

/** Checks the files given with {@code -conf}: Hadoop silently ignores one that does not exist. */
final class ConfigurationFiles {

  private ConfigurationFiles() {}

  /**
   * Checks the files.
   *
   * @throws UsageException for a file that cannot be read, is not XML, or has a document type
   *     declaration: with one, Hadoop would copy the content of any file or URL it names into a
   *     value
   */
  static void check(String[] arguments) {
    for (int i = 0; i + 1 < arguments.length; i++) {
      if (arguments[i].equals("-conf")) {
        checkFile(Path.of(arguments[i + 1].replaceFirst("^file:(//)?", "")));
      }
    }
  }

  private static void checkFile(Path file) {
    if (!Files.isReadable(file) || Files.isDirectory(file)) {
      throw new UsageException("cannot read the configuration file " + file);
    }
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      DocumentBuilder parser = factory.newDocumentBuilder();
      parser.setErrorHandler(null); // the default handler prints
      parser.parse(file.toFile());
    } catch (SAXException e) {
      throw new UsageException(file + " is not a configuration file: " + e.getMessage());
    } catch (IOException | ParserConfigurationException e) {
      throw new UsageException("cannot read the configuration file " + file + ": " + e);
    }
    Configuration conf = new Configuration(false);
    conf.addResource(new org.apache.hadoop.fs.Path(file.toUri()));
    try {
      conf.size(); // loads it, and what it includes
    } catch (RuntimeException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new UsageException(file + " is not a configuration file: " + cause.getMessage());
    }
  }
}
