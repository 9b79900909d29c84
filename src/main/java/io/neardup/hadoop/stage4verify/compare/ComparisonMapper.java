package io.neardup.hadoop.stage4verify.compare;

import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.table.ColumnLists;
import io.neardup.hadoop.table.GroupedKey;
import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectRBTreeMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Sends each document to the blocks where it is compared: document of column c →
 *
 * <ul>
 *   <li>(its own block, {@link #MEMBER}, c), if it is the smaller column of a plausible pair, so
 *       that others may be compared with it;
 *   <li>(block, {@link #VISITOR}, c) with its partners there, for each other block with columns i
 *       &lt; c that make a plausible pair with it. Partners in its own block go with the member.
 * </ul>
 *
 * <p>Plausible pairs are read beside the documents: both are sorted by column. Documents without
 * plausible pairs are not shuffled. Memory: {@link BlockTable}, and {@value #MAX_PARTNERS}
 * partners; a document with more is sent again with the others.
 */
public final class ComparisonMapper
    extends Mapper<LongWritable, DocumentWritable, GroupedKey, ComparedDocument> {

  /** The tag of a document with which others may be compared. Members come first. */
  public static final int MEMBER = 0;

  /** The tag of a document that is only compared with members of the block. */
  public static final int VISITOR = 1;

  /** How many partners are sent at once. */
  public static final int MAX_PARTNERS = 1 << 16;

  private final GroupedKey key = new GroupedKey();
  private final ComparedDocument compared = new ComparedDocument();
  private final DocumentWritable idOnly = new DocumentWritable();
  private final Int2ObjectRBTreeMap<LongArrayList> partners = new Int2ObjectRBTreeMap<>();
  private ColumnLists plausible;
  private BlockTable blocks;
  private boolean exact;

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    plausible = new ColumnLists(conf, StageJob.beside(conf, Verification.PLAUSIBLE));
    blocks = new BlockTable(conf, StageJob.beside(conf, Verification.BLOCKS));
    exact = Verification.exact(HadoopSettings.of(conf));
  }

  @Override
  protected void map(LongWritable column, DocumentWritable document, Context context)
      throws IOException, InterruptedException {
    long c = column.get();
    int memberOf = blocks.block(c);
    boolean more = plausible.seek(c) && plausible.nextEntry();
    while (more || memberOf != BlockTable.NONE) {
      partners.clear();
      if (memberOf != BlockTable.NONE) {
        partners.put(memberOf, new LongArrayList());
      }
      for (int p = 0; more && p < MAX_PARTNERS; p++) {
        partners
            .computeIfAbsent(blockOf(plausible.entry()), block -> new LongArrayList())
            .add(ComparedDocument.partner(plausible.entry(), plausible.number()));
        more = plausible.nextEntry();
      }
      for (Int2ObjectMap.Entry<LongArrayList> there : partners.int2ObjectEntrySet()) {
        int block = there.getIntKey();
        compared.set(exact ? document : withoutText(document), there.getValue());
        context.write(key.set(block, block == memberOf ? MEMBER : VISITOR, c), compared);
        context.getCounter(VerifyCounters.DOCUMENTS_SHUFFLED).increment(1);
      }
      memberOf = BlockTable.NONE; // it is sent as a member once
    }
  }

  private int blockOf(long partner) throws IOException {
    int block = blocks.block(partner);
    if (block == BlockTable.NONE) {
      throw BlockComparison.missing(partner);
    }
    return block;
  }

  private DocumentWritable withoutText(DocumentWritable document) {
    idOnly.set(document.idBytes(), document.idLength(), document.textBytes(), 0, 0);
    return idOnly;
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    plausible.close();
    blocks.close();
  }
}
