package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.table.ColumnLists;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Sends each document to the blocks where it is compared: document of column c →
 *
 * <ul>
 *   <li>(own block, member, c), if c has a candidate list, so that others may be compared with it;
 *   <li>(block, visitor, c) with its partners there, for each other block with columns i &lt; c
 *       that make a plausible pair with it. Partners in its own block go with the member, if it is
 *       sent as one.
 * </ul>
 *
 * <p>Candidate lists and plausible pairs are read beside the documents: all are sorted by column.
 * Documents in neither are not shuffled.
 */
public final class ComparisonMapper
    extends Mapper<LongWritable, DocumentWritable, ComparisonKey, ComparedDocument> {

  private final ComparisonKey key = new ComparisonKey();
  private final ComparedDocument compared = new ComparedDocument();
  private final DocumentWritable idOnly = new DocumentWritable();
  private ColumnLists candidates;
  private ColumnLists plausible;
  private DocumentBlocks blocks;
  private boolean exact;

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    candidates = new ColumnLists(conf, Verification.candidates(conf));
    plausible = new ColumnLists(conf, Verification.plausible(conf));
    blocks = DocumentBlocks.of(conf);
    exact = Verification.exact(HadoopSettings.of(conf));
  }

  @Override
  protected void map(LongWritable column, DocumentWritable document, Context context)
      throws IOException, InterruptedException {
    long c = column.get();
    long ownBlock = blocks.first(c);
    boolean member = candidates.seek(c);
    compared.set(exact ? document : withoutText(document));
    if (plausible.seek(c)) {
      PartnerList partners = compared.partners();
      long block = -1;
      while (plausible.nextEntry()) {
        long i = plausible.entry();
        if (blocks.first(i) != block && !partners.isEmpty()) {
          send(key.setVisitor(block, c), context);
          partners.clear();
        }
        block = blocks.first(i);
        partners.add((int) (i - block), plausible.number());
      }
      if (!member || block != ownBlock) {
        send(key.setVisitor(block, c), context);
        partners.clear();
      }
    }
    if (member) {
      send(key.setMember(ownBlock, c), context);
    }
  }

  private DocumentWritable withoutText(DocumentWritable document) {
    idOnly.set(document.idBytes(), document.idLength(), document.textBytes(), 0, 0);
    return idOnly;
  }

  private void send(ComparisonKey to, Context context) throws IOException, InterruptedException {
    context.write(to, compared);
    context.getCounter(VerifyCounters.DOCUMENTS_SHUFFLED).increment(1);
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    candidates.close();
    plausible.close();
  }
}
