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
 *   <li>(its own block, member, c), if it is the smaller column of a plausible pair, so that others
 *       may be compared with it;
 *   <li>(block, visitor, c) with its partners there, for each other block with columns i &lt; c
 *       that make a plausible pair with it. Partners in its own block go with the member.
 * </ul>
 *
 * <p>Plausible pairs are read beside the documents: both are sorted by column. Documents without
 * plausible pairs are not shuffled. Memory: {@link BlockTable}, {@link PartnersByBlock}.
 */
public final class ComparisonMapper
    extends Mapper<LongWritable, DocumentWritable, ComparisonKey, ComparedDocument> {

  private final ComparisonKey key = new ComparisonKey();
  private final ComparedDocument compared = new ComparedDocument();
  private final DocumentWritable idOnly = new DocumentWritable();
  private final PartnersByBlock partners = new PartnersByBlock();
  private ColumnLists plausible;
  private BlockTable blocks;
  private boolean exact;

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    plausible = new ColumnLists(conf, Verification.plausible(conf));
    blocks = new BlockTable(conf, Verification.blocks(conf));
    exact = Verification.exact(HadoopSettings.of(conf));
  }

  @Override
  protected void map(LongWritable column, DocumentWritable document, Context context)
      throws IOException, InterruptedException {
    long c = column.get();
    int ownBlock = blocks.block(c);
    boolean isMember = ownBlock != BlockTable.NONE;
    boolean hasPartners = plausible.seek(c);
    if (!isMember && !hasPartners) {
      return;
    }
    compared.set(exact ? document : withoutText(document));
    boolean more = hasPartners && plausible.nextEntry();
    boolean sent = false;
    while (more) {
      for (; more && !partners.isFull(); more = plausible.nextEntry()) {
        partners.add(blockOf(plausible.entry()), plausible.entry(), plausible.number());
      }
      sent |= sendPartners(c, sent ? BlockTable.NONE : ownBlock, context);
    }
    if (isMember && !sent) {
      send(key.setMember(ownBlock, c), context);
    }
  }

  /**
   * Sends the document to the blocks of the partners that were added.
   *
   * @param ownBlock where it is sent as a member
   * @return whether it was sent there
   */
  private boolean sendPartners(long c, int ownBlock, Context context)
      throws IOException, InterruptedException {
    boolean[] sent = {false};
    partners.drain(
        compared.partners(),
        (block, inBlock) -> {
          boolean own = ownBlock != BlockTable.NONE && block == ownBlock;
          send(own ? key.setMember(block, c) : key.setVisitor(block, c), context);
          sent[0] |= own;
        });
    return sent[0];
  }

  private int blockOf(long partner) throws IOException {
    int block = blocks.block(partner);
    if (block == BlockTable.NONE) {
      throw HeldDocuments.missing(partner);
    }
    return block;
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
    plausible.close();
    blocks.close();
  }
}
