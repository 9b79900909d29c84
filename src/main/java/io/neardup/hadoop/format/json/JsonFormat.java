package io.neardup.hadoop.format.json;

import io.neardup.config.Keys;
import io.neardup.hadoop.format.AnnotatedFile;
import io.neardup.hadoop.format.Decoding;
import io.neardup.hadoop.format.FormatSettings;
import io.neardup.hadoop.format.LineFormat;
import io.neardup.hadoop.format.Lines;
import io.neardup.hadoop.format.RecordParser;
import java.io.IOException;
import org.apache.hadoop.fs.Path;

/** JSON Lines: an object a line. */
public final class JsonFormat extends LineFormat {

  /** Takes the settings of a batch. */
  public JsonFormat(FormatSettings settings) {
    // An escape makes at most three bytes of one, control characters aside.
    super(settings, 3 * settings.maxDocument() + (1 << 16));
  }

  @Override
  public RecordParser parser(String sourceName, byte[] head) {
    // Also if it is UTF-8: the parser takes no other, not even in fields that are not used.
    return new Decoding(
        settings.settings().get(Keys.CHARSET), new Lines(new JsonLines(settings.fields())));
  }

  @Override
  public AnnotatedFile createAnnotated(Path file, String sourceName, byte[] head)
      throws IOException {
    return new JsonAnnotatedFile(newFile(file, sourceName, head));
  }
}
