package io.neardup.hadoop.stage0ingest;

import io.neardup.config.Allowance;
import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.corpus.SourceInputFormat.SourceCursor;
import io.neardup.hadoop.format.RawRangeReader;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.hadoop.format.packed.PackedWriter;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.job.TaskNotes;
import io.neardup.hadoop.table.TsvEscapes;
import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;

/**
 * Packs the records of whole sources into one file per task. The name of the file is {@code
 * packed-} and the position of the task's first range in the plan, so the names sort in the order
 * of the input.
 */
public final class PackMapper
    extends Mapper<LongWritable, SourceCursor, NullWritable, NullWritable> {

  /** The beginning of the names of packed files. */
  static final String PREFIX = "packed-";

  /** The name of the lists of files with too many bad records. */
  static final String BAD_FILES = "bad-files";

  private static final int MAX_NOTED = 10;

  private final StringBuilder notes = new StringBuilder();
  private Allowance allowedBad;
  private boolean aRecordEach; // of the files; the bad ones are counted together, later
  private PackedWriter out;
  private String file;
  private long records; // of the current source
  private long bad;
  private String firstBad = "";
  private long badFiles;

  @Override
  protected void setup(Context context) {
    Settings settings = HadoopSettings.of(context.getConfiguration());
    allowedBad = settings.get(Keys.MAX_BAD_RECORDS);
    aRecordEach = settings.get(Keys.INGEST_FORMAT).equals("files");
  }

  @Override
  protected void map(LongWritable column, SourceCursor cursor, Context context) throws IOException {
    if (out == null) {
      Path folder = ((PathOutputCommitter) context.getOutputCommitter()).getWorkPath();
      String name = String.format(Locale.ROOT, "%s%010d", PREFIX, cursor.rangeOrdinal());
      out = new PackedWriter(context.getConfiguration(), new Path(folder, name));
    }
    RawRangeReader reader = (RawRangeReader) cursor.reader();
    if (!cursor.file().equals(file)) {
      endSource(context);
      file = cursor.file();
      out.startSource(file, cursor.name(), reader == null ? new byte[0] : reader.head());
      context.getCounter(IngestCounters.SOURCES_PACKED).increment(1);
    }
    SourceRecord record = cursor.sourceRecord();
    if (reader == null || record != reader.record()) {
      out.appendDamage(record);
    } else {
      out.append(reader);
    }
    int badRecords = record.bad();
    records += Math.max(1, badRecords);
    if (bad == 0 && badRecords > 0) {
      firstBad =
          record.isSkipped()
              ? BadRecords.shown(file, record.position(), record.skipReason(), record.detail())
              : BadRecords.malformed(
                  HadoopSettings.of(context.getConfiguration()),
                  file,
                  record.position(),
                  record.likelyCharset());
    }
    bad += badRecords;
    context.getCounter(IngestCounters.RECORDS_PACKED).increment(1);
    context.progress();
  }

  private void endSource(Context context) {
    if (!aRecordEach && bad > allowedBad.of(records)) {
      badFiles++;
      context.getCounter(IngestCounters.BAD_FILES).increment(1);
      if (badFiles <= MAX_NOTED) {
        notes.append(TsvEscapes.escape(file)).append('\t').append(bad).append('\t').append(records);
        notes.append('\t').append(firstBad).append('\n');
      }
    }
    records = 0;
    bad = 0;
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    endSource(context);
    if (out != null) {
      out.close();
    }
    if (notes.length() > 0) {
      TaskNotes.write(context, BAD_FILES, notes.toString());
    }
  }
}
