package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.table.ColumnLists;
import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.ColumnPartition;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Document c → itself, under (its block, c), if c has a candidate list; and under (block, D + c)
 * with its partners there, for each block that has columns i &lt; c with which it makes plausible
 * pairs. The partners in its own block go with the first of these, if there is one. A block is
 * named by its first column; D is the number of columns, so that the documents of a block come
 * before those that are compared with them. Candidate lists and plausible pairs are read beside the
 * documents, all being sorted by column; documents that occur in neither are not shuffled.
 */
public final class ComparisonMapper
    extends Mapper<LongWritable, DocumentWritable, ColumnPairKey, ComparedDocument> {

  private final ColumnPairKey key = new ColumnPairKey();
  private final ComparedDocument compared = new ComparedDocument();
  private final DocumentWritable idOnly = new DocumentWritable();
  private ColumnLists candidates;
  private ColumnLists plausible;
  private DocumentBlocks blocks;
  private long columns;
  private boolean exact;

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    candidates = new ColumnLists(conf, Verification.candidates(conf));
    plausible = new ColumnLists(conf, Verification.plausible(conf));
    blocks = DocumentBlocks.of(conf);
    columns = ColumnPartition.columns(conf);
    exact = Verification.exact(HadoopSettings.of(conf));
  }

  @Override
  protected void map(LongWritable column, DocumentWritable document, Context context)
      throws IOException, InterruptedException {
    long c = column.get();
    long own = blocks.first(c);
    boolean listed = candidates.seek(c);
    compared.set(exact ? document : withoutText(document));
    long last = plausible.seek(c) ? sendToPartners(c, context) : own;
    if (!compared.partners().isEmpty() && !(listed && last == own)) {
      send(last, columns + c, context);
      compared.partners().clear();
    }
    if (listed) {
      send(own, c, context);
    }
  }

  private DocumentWritable withoutText(DocumentWritable document) {
    idOnly.set(document.idBytes(), document.idLength(), document.textBytes(), 0, 0);
    return idOnly;
  }

  /** Sends the document to all blocks of its partners but the last one, which is returned. */
  private long sendToPartners(long c, Context context) throws IOException, InterruptedException {
    PartnerList partners = compared.partners();
    long block = -1;
    while (plausible.nextEntry()) {
      long i = plausible.entry();
      if (blocks.first(i) != block && !partners.isEmpty()) {
        send(block, columns + c, context);
        partners.clear();
      }
      block = blocks.first(i);
      partners.add((int) (i - block), plausible.number());
    }
    return block;
  }

  private void send(long block, long place, Context context)
      throws IOException, InterruptedException {
    context.write(key.set(block, place), compared);
    context.getCounter(VerifyCounters.DOCUMENTS_SHUFFLED).increment(1);
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    candidates.close();
    plausible.close();
  }
}
