package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.io.ColumnLists;
import io.neardup.hadoop.io.ColumnPairKey;
import io.neardup.hadoop.io.DocumentWritable;
import io.neardup.hadoop.io.HadoopSettings;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Document c → ((c, 0), document) if c has a candidate list, and ((i, c), document) for each i with
 * which it makes a plausible pair. Candidate lists and plausible pairs are read beside the
 * documents, all being sorted by column; documents that occur in neither are not shuffled.
 *
 * <p>No pair is (i, 0) because i &lt; c, so the document of i comes first in its group.
 */
public final class ComparisonMapper
    extends Mapper<LongWritable, DocumentWritable, ColumnPairKey, ComparedDocument> {

  private final ColumnPairKey key = new ColumnPairKey();
  private final ComparedDocument compared = new ComparedDocument();
  private final DocumentWritable idOnly = new DocumentWritable();
  private ColumnLists candidates;
  private ColumnLists plausible;
  private boolean exact;

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    candidates = new ColumnLists(conf, Verification.candidates(conf));
    plausible = new ColumnLists(conf, Verification.plausible(conf));
    exact = Verification.exact(HadoopSettings.of(conf));
  }

  @Override
  protected void map(LongWritable column, DocumentWritable document, Context context)
      throws IOException, InterruptedException {
    long c = column.get();
    DocumentWritable sent = exact ? document : withoutText(document);
    if (candidates.seek(c)) {
      send(c, 0, 0, sent, context);
    }
    if (plausible.seek(c)) {
      while (plausible.nextEntry()) {
        send(plausible.entry(), c, plausible.number(), sent, context);
      }
    }
  }

  private DocumentWritable withoutText(DocumentWritable document) {
    idOnly.set(document.idBytes(), document.idLength(), document.textBytes(), 0, 0);
    return idOnly;
  }

  private void send(long i, long c, int agreement, DocumentWritable document, Context context)
      throws IOException, InterruptedException {
    compared.set(agreement, document);
    context.write(key.set(i, c), compared);
    context.getCounter(VerifyCounters.DOCUMENTS_SHUFFLED).increment(1);
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    candidates.close();
    plausible.close();
  }
}
