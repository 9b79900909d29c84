package io.neardup.hadoop.stage0ingest;

import com.dynatrace.hash4j.hashing.Hashing;
import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.hadoop.corpus.CatalogEntry;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.corpus.CorpusPart;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.DocumentsHash;
import io.neardup.hadoop.corpus.SourceInputFormat;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.output.Utf8Lines;
import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.text.Utf8Buffer;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;

/**
 * The two jobs that group lines {@code set<TAB>element} into one document per set, in the order of
 * the sets' first lines. The key of a line is a hash of its set's id (8 bytes), the length of the
 * id (5 bytes) and the id, which are its group, and the place of the line: the position of its
 * range in the plan (5 bytes) and its position in the file (8 bytes).
 */
final class SetJobs {

  private static final int COLUMN_BYTES = GroupedKey.COLUMN_BYTES;
  private static final int ID_OFFSET = Long.BYTES + COLUMN_BYTES;
  private static final int PLACE_BYTES = COLUMN_BYTES + Long.BYTES;
  private static final long AFTER_RANGES = 1_000_000_000_000L;
  private static final String PREFIX = "neardup-internal.prefix";

  private SetJobs() {}

  /**
   * Writes the parts and lists of a batch into a folder.
   *
   * @param lines a batch whose manifest is the plan
   * @param plan of the lines
   * @param prefix the prefix of the names of the batch's files
   * @param grouped the folder for the output of the first job; it must not exist
   * @return the number of parts, each with one range
   */
  static int run(
      StageContext context,
      Corpus.Batch lines,
      CorpusManifest plan,
      String prefix,
      Path grouped,
      Path output)
      throws IOException {
    long bytes = plan.bytes();
    int reducers = context.reducers(bytes);
    StageJob.of(context, "ingest, grouping of sets", reducers)
        .set(conf -> CorpusInput.configure(conf, List.of(lines), bytes))
        .set(conf -> ColumnPartition.setColumns(conf, ColumnPartition.MAX_COLUMNS))
        .read(SourceInputFormat.class)
        .map(MemberMapper.class, GroupedKey.class, BytesWritable.class)
        .partition(FirstColumnPartitioner.class)
        .group(GroupedKey.Group.class)
        .reduce(GroupReducer.class)
        .write(SequenceFileOutputFormat.class, GroupedKey.class, DocumentWritable.class, grouped)
        .run();
    StageJob.of(context, "ingest, order of sets", reducers)
        .readRecords(grouped)
        .shuffle(GroupedKey.class, DocumentWritable.class)
        .set(conf -> ColumnPartition.setColumns(conf, plan.ranges()))
        .set(conf -> conf.set(PREFIX, prefix))
        .partition(FirstColumnPartitioner.class)
        .reduceToFiles(OrderReducer.class, output)
        .run();
    return reducers;
  }

  static void setKey(GroupedKey key, byte[] id, int length, long range, long position) {
    key.start(ID_OFFSET + length + PLACE_BYTES);
    key.number(Hashing.xxh3_64().hashBytesToLong(id, 0, length)).column(length).bytes(id, length);
    key.endGroup().column(range).number(position);
  }

  /** Ranges of lines {@code set-id<TAB>element} → (set id and place, element) for each. */
  public static final class MemberMapper extends RangeMapper<GroupedKey, BytesWritable> {
    private final GroupedKey key = new GroupedKey();
    private final BytesWritable value = new BytesWritable();

    @Override
    void document(
        SourceRecord line,
        boolean malformed,
        Mapper<LongWritable, CorpusRange, GroupedKey, BytesWritable>.Context context)
        throws IOException, InterruptedException {
      context.getCounter(IngestCounters.SET_MEMBERS).increment(1);
      setKey(key, line.idBytes(), line.idLength(), ordinal, line.position());
      value.set(line.textBytes(), line.textOffset(), line.textLength());
      context.write(key, value);
    }
  }

  /**
   * The elements of a set, in input order → one document with one element per line, at the place of
   * the first line of the set. A set over {@code neardup.document.max-bytes} is set aside.
   */
  public static class GroupReducer
      extends Reducer<GroupedKey, BytesWritable, GroupedKey, DocumentWritable> {
    private final GroupedKey place = new GroupedKey();
    private final DocumentWritable document = new DocumentWritable();
    private final SourceRecord tooLong = new SourceRecord();
    private final Utf8Buffer elements = new Utf8Buffer();
    private PartOutput output;
    private long maxBytes;

    @Override
    protected void setup(Context context) throws IOException {
      maxBytes = HadoopSettings.of(context.getConfiguration()).get(Keys.MAX_DOCUMENT_BYTES);
      // Its list follows those of the map tasks, whose numbers are positions of ranges.
      output =
          new PartOutput(context, AFTER_RANGES + context.getTaskAttemptID().getTaskID().getId());
    }

    @Override
    protected void reduce(GroupedKey key, Iterable<BytesWritable> members, Context context)
        throws IOException, InterruptedException {
      byte[] id = key.group(ID_OFFSET);
      byte[] first = key.from(ID_OFFSET + id.length); // place
      place.start(PLACE_BYTES).bytes(first);
      elements.clear();
      long bytes = -1; // of the elements and the line breaks between them
      for (BytesWritable element : members) {
        bytes += 1 + element.getLength();
        if (bytes <= maxBytes) {
          if (bytes > element.getLength()) { // not the first
            elements.append((byte) '\n');
          }
          elements.append(element.getBytes(), 0, element.getLength());
        }
      }
      if (bytes > maxBytes) {
        String file = file(place.leadingColumn(), context.getConfiguration());
        tooLong.start(BigEndian.get(first, COLUMN_BYTES, Long.BYTES));
        tooLong.skip(
            SkipReason.LONG_DOCUMENT,
            "set " + new String(id, StandardCharsets.UTF_8) + ", " + Quantity.of(bytes, "byte"));
        output.skip(file, tooLong);
      } else {
        document.set(id, id.length, elements.bytes(), 0, elements.length());
        context.write(place, document);
      }
    }

    /** Returns the file of a range. Slow, but rarely called. */
    private static String file(long ordinal, Configuration conf) throws IOException {
      Path plan = CorpusInput.batches(conf).get(0).manifest();
      try (BufferedReader in = Utf8Lines.read(conf, plan)) {
        return CorpusManifest.parse(in.lines().skip(ordinal).findFirst().orElseThrow()).file();
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException {
      output.close();
    }
  }

  /** Writes the sets in the order of their first lines, as a part of the corpus with one range. */
  public static class OrderReducer
      extends Reducer<GroupedKey, DocumentWritable, NullWritable, NullWritable> {
    private final DocumentsHash hash = new DocumentsHash(false);
    private final CatalogEntry entry = new CatalogEntry();
    private PartOutput output;
    private String name; // of the file for copies of the sets
    private long number;

    @Override
    protected void setup(Context context) throws IOException {
      number = context.getTaskAttemptID().getTaskID().getId();
      name =
          context.getConfiguration().get(PREFIX, "")
              + FileOutputFormat.getUniqueFile(context, "documents", "");
      output = new PartOutput(context, number);
      output.beginPart();
    }

    @Override
    protected void reduce(GroupedKey place, Iterable<DocumentWritable> placed, Context context)
        throws IOException, InterruptedException {
      for (DocumentWritable document : placed) {
        entry.setOrigin(name, name, hash.documents(), new String[0]);
        entry.setId(document.idBytes(), document.idLength());
        output.append(entry, document);
        hash.add(document);
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException {
      Configuration conf = context.getConfiguration();
      Path texts = output.closePart();
      FileStatus file = texts.getFileSystem(conf).getFileStatus(texts);
      Path folder = FileOutputFormat.getOutputPath(context);
      Path part = CorpusPart.file(new Path(folder.getName()), CorpusPart.TEXTS, number);
      CorpusRange range = CorpusRange.of(CorpusPart.data(part).toString(), name, file);
      long sets = hash.documents();
      output.endRange(number, range.counted(0, sets, 0, 0, hash.toString()), sets, 0);
      output.close();
    }
  }
}
