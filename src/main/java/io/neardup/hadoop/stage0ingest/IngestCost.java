package io.neardup.hadoop.stage0ingest;

import io.neardup.config.Keys;
import io.neardup.config.Stage;
import io.neardup.hadoop.cost.CorpusLoad;
import io.neardup.hadoop.cost.ShuffledRecord;
import io.neardup.hadoop.cost.StageCost;
import io.neardup.hadoop.job.StageContext;

/** What stage 0 costs. It shuffles one record per document: the id and the document's position. */
public final class IngestCost {

  /**
   * Core time to read a byte of text, check its id and write it, where sources are not compressed.
   */
  private static final double NANOS_PER_BYTE = 12;

  private IngestCost() {}

  /** Returns the cost of an ingest. */
  public static StageCost of(StageContext context, CorpusLoad load) {
    double key = Integer.BYTES + IngestReducer.ID_OFFSET + load.perDocument(load.idBytes());
    double place =
        1 + 1 + ShuffledRecord.digits(load.textBytes() / load.files()); // range, tab, byte
    return new StageCost(
        Stage.INGEST,
        load.documents(),
        load.documents() * ShuffledRecord.bytes(key, ShuffledRecord.length((long) place) + place),
        IngestStage.reducers(context, (long) load.textBytes()),
        context.settings().get(Keys.MAX_DOCUMENT_BYTES),
        load.textBytes() * NANOS_PER_BYTE / 1e9);
  }
}
