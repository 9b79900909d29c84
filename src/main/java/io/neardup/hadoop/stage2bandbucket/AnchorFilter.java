package io.neardup.hadoop.stage2bandbucket;

import io.neardup.config.Settings;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.corpus.CorpusInputFormat;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.job.JobSize;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.output.OwnedFolder;
import io.neardup.hadoop.output.PartFiles;
import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import io.neardup.hadoop.table.RawOutputFormat;
import io.neardup.hadoop.table.SignatureInputFormat;
import io.neardup.lsh.Anchors;
import io.neardup.lsh.HashFilter;
import io.neardup.minhash.SignatureColumn;
import io.neardup.text.DocumentShingler;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The jobs that gather in a {@link HashFilter} which anchors matter, so that documents show no
 * others: the own ones of all documents, as an anchor without owner makes no pair; if a new batch
 * is small enough, those of them that are in its documents. So the filter changes no result.
 *
 * <p>Memory: the filter, up to a {@value #PART_OF_HEAP}th of the heap; with that of a batch, twice
 * as much. If that is not enough, it lets more pass: with twenty anchors a word, a quarter.
 */
public final class AnchorFilter {

  // Read beside: the words of the filters, CHUNK after CHUNK.
  private static final String FILTER = "anchors";
  private static final String BATCH = "anchors-of-batch";
  private static final String BYTES = "neardup-internal.filter-bytes";
  private static final int CHUNK = 1 << 13;
  private static final int CHUNK_BYTES = CHUNK * Long.BYTES;
  private static final int PLACED = Short.BYTES + Long.BYTES;
  private static final int PART_OF_HEAP = 8;

  /** Of other anchors one in 180 passes, and the filter of many documents fits a cache. */
  private static final int ANCHORS_OF_WORD = 4;

  /** To read the documents once more is cheaper than to sort all windows of 1/{@value} of them. */
  private static final int SMALL = 64;

  private AnchorFilter() {}

  /** Returns a new batch if only anchors that are in it are worth gathering; null otherwise. */
  static Corpus smallBatch(Configuration conf, Corpus corpus, long firstNew) throws IOException {
    Corpus batch = firstNew > 0 ? corpus.lastBatch(conf) : corpus;
    boolean isSmall = isSmall((double) batch.bytes(), (double) corpus.bytes(), mostWords(conf));
    return isSmall ? batch : null;
  }

  /**
   * Runs the jobs.
   *
   * @param batch the {@link #smallBatch}, or null
   * @param signatures folders of those of all documents, which have the own anchors
   * @return what lets the tasks of a job {@link #read} the filter, and {@link #readOfBatch}
   */
  static Consumer<Configuration> gather(
      StageContext context, Corpus corpus, Corpus batch, List<Path> signatures, OwnedFolder output)
      throws IOException {
    Path filter = output.work(FILTER);
    Path filterOfBatch = output.work(BATCH);
    Consumer<Configuration> beside = conf -> {};
    double words = words((double) corpus.documents());
    if (batch != null) {
      beside = conf -> StageJob.setBeside(conf, BATCH, filterOfBatch);
      words = (double) batch.bytes() / ANCHORS_OF_WORD;
      long bytes = bytes(context, (double) batch.bytes());
      union(
          StageJob.of(context, "band-bucket, anchors of the batch", context.reducers(bytes))
              .set(batch::configure)
              .set(conf -> CorpusInput.fitSortBuffer(conf, bytes))
              .read(CorpusInputFormat.Texts.class)
              .map(Documents.class, LongWritable.class, BytesWritable.class),
          bytes,
          filterOfBatch);
    }
    long bytes = bytes(context, words);
    union(
        StageJob.of(context, "band-bucket, anchors that matter", context.reducers(bytes))
            .set(beside)
            .set(conf -> SignatureInputFormat.setSlots(conf, Anchors.SLOTS))
            .readParts(
                SignatureInputFormat.class,
                PartFiles.bytes(context.conf(), signatures),
                signatures.toArray(Path[]::new))
            .map(Signatures.class, LongWritable.class, BytesWritable.class),
        bytes,
        filter);
    return beside.andThen(conf -> StageJob.setBeside(conf, FILTER, filter));
  }

  private static void union(StageJob<LongWritable, BytesWritable> job, long bytes, Path output)
      throws IOException {
    job.set(conf -> conf.setLong(BYTES, bytes))
        .set(conf -> ColumnPartition.setColumns(conf, bytes / CHUNK_BYTES))
        .partition(FirstColumnPartitioner.class)
        .reduce(Union.class)
        .write(RawOutputFormat.class, NullWritable.class, BytesWritable.class, output)
        .run();
  }

  /** Returns the size of a filter of so many words, if there is room. */
  private static long bytes(StageContext context, double words) {
    double most = Math.min((double) mostWords(context.conf()), words);
    return ((long) (HashFilter.TABLE + most) / CHUNK + 1) * CHUNK_BYTES;
  }

  /** Returns how many words a filter of the own anchors of so many documents needs. */
  public static double words(double documents) {
    return documents * Anchors.ANCHORS / ANCHORS_OF_WORD;
  }

  /** Returns how many words the filter has at most. */
  public static long mostWords(Configuration conf) {
    return JobSize.reduceHeapBytes(conf) / PART_OF_HEAP / Long.BYTES;
  }

  /**
   * Returns whether it is worth while to gather the anchors that are in a new batch, and no others.
   *
   * @param batchBytes of its texts
   * @param allBytes with those of the documents before it
   */
  public static boolean isSmall(double batchBytes, double allBytes, long mostWords) {
    return batchBytes < Math.min(allBytes / SMALL, (double) mostWords);
  }

  /** Returns whether the filter has only anchors that are in a new batch. */
  static boolean isOfBatch(Configuration conf) {
    return StageJob.beside(conf, BATCH) != null;
  }

  /** Returns the filter. */
  static HashFilter read(Configuration conf) throws IOException {
    return read(conf, FILTER);
  }

  /** Returns that of all anchors and sets of a new batch; it lets all pass if there is none. */
  static HashFilter readOfBatch(Configuration conf) throws IOException {
    return isOfBatch(conf) ? read(conf, BATCH) : HashFilter.ofAll();
  }

  private static HashFilter read(Configuration conf, String name) throws IOException {
    List<FileStatus> parts = PartFiles.of(conf, StageJob.beside(conf, name));
    long bytes = parts.stream().mapToLong(FileStatus::getLen).sum();
    // Without documents there are no chunks.
    long[] words = new long[(int) Math.max(HashFilter.TABLE + 1, bytes / Long.BYTES)];
    byte[] chunk = new byte[CHUNK_BYTES];
    int at = 0;
    for (FileStatus part : parts) {
      try (FSDataInputStream in = part.getPath().getFileSystem(conf).open(part.getPath())) {
        for (long read = 0; read < part.getLen(); read += chunk.length) {
          in.readFully(chunk);
          ByteBuffer.wrap(chunk).asLongBuffer().get(words, at, CHUNK);
          at += CHUNK;
        }
      }
    }
    return new HashFilter(words);
  }

  /**
   * Documents → the filter of the anchors of all, in chunks: (number, its words other than 0, each
   * after its place in the chunk).
   */
  private abstract static class Gathering<V>
      extends Mapper<LongWritable, V, LongWritable, BytesWritable> {

    HashFilter filter;

    @Override
    protected void setup(Context context) throws IOException {
      filter =
          new HashFilter(
              new long[(int) (context.getConfiguration().getLong(BYTES, 0) / Long.BYTES)]);
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      LongWritable number = new LongWritable();
      ByteBuffer placed = ByteBuffer.allocate(CHUNK * PLACED);
      BytesWritable value = new BytesWritable();
      for (int from = 0; from < filter.words().length; from += CHUNK) {
        number.set(from / CHUNK);
        placed.clear();
        for (int place = 0; place < CHUNK; place++) {
          long word = filter.words()[from + place];
          if (word != 0) {
            placed.putShort((short) place).putLong(word);
          }
        }
        value.set(placed.array(), 0, placed.position());
        context.write(number, value);
      }
    }
  }

  /** (column, document), of a new batch. */
  public static final class Documents extends Gathering<DocumentWritable> {

    private DocumentShingler shingler;
    private Anchors anchors;

    @Override
    protected void setup(Context context) throws IOException {
      super.setup(context);
      Configuration conf = context.getConfiguration();
      Settings settings = HadoopSettings.of(conf);
      shingler = Shinglers.of(conf, settings);
      anchors = settings.anchors().newAnchors(Shinglers.isCorpusOfSets(conf));
    }

    @Override
    protected void map(LongWritable column, DocumentWritable document, Context context) {
      anchors.addTo(filter, document.elements(shingler));
    }
  }

  /** Signatures, which have the own anchors; of a small batch, those that it has, too. */
  public static final class Signatures extends Gathering<BytesWritable> {

    private HashFilter batch;

    @Override
    protected void setup(Context context) throws IOException {
      super.setup(context);
      batch = AnchorFilter.readOfBatch(context.getConfiguration());
    }

    @Override
    protected void map(LongWritable position, BytesWritable record, Context context) {
      Anchors.addTo(filter, record.getBytes(), SignatureColumn.SLOTS_OFFSET, batch);
    }
  }

  /** The words of a chunk, of all tasks → those of the union. */
  public static final class Union
      extends Reducer<LongWritable, BytesWritable, NullWritable, BytesWritable> {

    private final byte[] bytes = new byte[CHUNK_BYTES];
    private final BytesWritable union = new BytesWritable(bytes);

    @Override
    protected void reduce(LongWritable number, Iterable<BytesWritable> words, Context context)
        throws IOException, InterruptedException {
      Arrays.fill(bytes, (byte) 0);
      for (BytesWritable some : words) {
        ByteBuffer placed = ByteBuffer.wrap(some.getBytes(), 0, some.getLength());
        while (placed.hasRemaining()) {
          int at = placed.getShort() * Long.BYTES;
          BigEndian.putLong(bytes, at, BigEndian.getLong(bytes, at) | placed.getLong());
        }
      }
      context.write(NullWritable.get(), union);
    }
  }
}
