package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.table.ColumnLists;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Sends each document of a given pair to its blocks: document of column c → (block, member, c), or
 * (block, visitor, c) with its partners there. The blocks of a document, as {@link PairBlocks}
 * wrote them, are read beside the documents: both are sorted by column. Other documents are not
 * shuffled. Memory: {@value #MAX_PARTNERS} partners.
 */
public final class SimilarityMapper
    extends Mapper<LongWritable, DocumentWritable, ComparisonKey, ComparedDocument> {

  private static final String BLOCKS = "neardup-internal.blocks-of-pairs";

  /** The most partners that are sent with a document; for others it is sent again. */
  private static final int MAX_PARTNERS = 1 << 16;

  private final ComparisonKey key = new ComparisonKey();
  private final ComparedDocument compared = new ComparedDocument();
  private ColumnLists blocks;

  /** Tells the mapper where the blocks of each column are. */
  static void setBlocks(Configuration conf, Path blocks) {
    conf.set(BLOCKS, blocks.toString());
  }

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    blocks = new ColumnLists(conf, new Path(conf.get(BLOCKS)));
  }

  @Override
  protected void map(LongWritable column, DocumentWritable document, Context context)
      throws IOException, InterruptedException {
    long c = column.get();
    boolean more = blocks.seek(c) && blocks.nextEntry();
    while (more) {
      compared.set(document);
      int block = blocks.number();
      boolean member = false;
      while (more && blocks.number() == block && compared.partners().size() < MAX_PARTNERS) {
        if (blocks.entry() == c) {
          member = true;
        } else {
          compared.partners().add(blocks.entry(), 0);
        }
        more = blocks.nextEntry();
      }
      context.write(member ? key.setMember(block, c) : key.setVisitor(block, c), compared);
      context.getCounter(VerifyCounters.DOCUMENTS_SHUFFLED).increment(1);
    }
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    blocks.close();
  }
}
