package io.neardup.hadoop.report;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import io.neardup.config.UsageException;
import io.neardup.hadoop.output.CopyPermission;
import io.neardup.hadoop.output.OutputContents;
import io.neardup.hadoop.output.OwnedFolder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The file {@code report.html}: made from its templates, and written at once or not at all. */
public final class ReportFile {

  /** The name of the file. */
  public static final String NAME = "report.html";

  private static final String TEMPLATES = "io.neardup.hadoop.report.template";

  private ReportFile() {}

  static Path write(FileSystem fs, OwnedFolder folder, Page page, CopyPermission permission)
      throws IOException {
    Path file = new Path(folder.path(), NAME);
    UsageException.require(
        !fs.exists(file) || OutputContents.isReport(fs, file),
        "%s is not a report of neardup; it is left alone. Move it",
        file);
    return folder.replace(NAME, render(page), permission);
  }

  static byte[] render(Page page) throws IOException {
    String script = resource("report.js");
    TemplateEngine engine =
        TemplateEngine.createPrecompiled(
            null, ContentType.Html, ReportFile.class.getClassLoader(), TEMPLATES);
    StringOutput output = new StringOutput();
    engine.render(
        "report.jte",
        Map.of(
            "page",
            page,
            "policy",
            policy("\n" + script + "\n"),
            "style",
            resource("report.css"),
            "script",
            script),
        output);
    return output.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the policy of the page: it loads nothing, and no script runs but its own. */
  private static String policy(String script) {
    return "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none';"
        + " form-action 'none'; script-src 'sha256-"
        + Base64.getEncoder().encodeToString(DigestUtils.sha256(script))
        + "'";
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = ReportFile.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    }
  }
}
