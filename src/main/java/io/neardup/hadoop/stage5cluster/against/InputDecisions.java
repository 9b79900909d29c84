package io.neardup.hadoop.stage5cluster.against;

import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.PartFiles;
import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.ColumnLines;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.hadoop.table.RecordSort;
import io.neardup.similarity.Measure;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Decides without direct linking for which document of the collection each document of an input is
 * removed:
 *
 * <ul>
 *   <li>a document with a partner, for its partner
 *   <li>any other document of a component that has a document with a partner, for the best partner
 *       in the component: that of the most similar pair, of equally similar ones the one with the
 *       smallest column
 * </ul>
 *
 * <p>The last rule is for components of the pairs of the input.
 *
 * <p>Memory: {@value #BYTES_IN_MEMORY} bytes, the rest on the local disk.
 */
final class InputDecisions {

  private static final int BYTES_IN_MEMORY = 48 << 20;
  private static final long NONE = -1;

  // A record is that of a partner: component, PARTNER, ONE - exact similarity, partner,
  // or that of a member: component, MEMBER, column, its partner or NONE.
  private static final long PARTNER = 0;
  private static final long MEMBER = 1;

  private final StageContext context;
  private final Configuration conf;
  private final boolean firstKept;
  private final LineBuilder line = new LineBuilder();
  private long component = NONE; // of the last record
  private long best; // partner in it

  /**
   * @param firstKept whether the first document of each component without a partner is kept and
   *     decided on here; otherwise nothing is decided for these components
   */
  InputDecisions(StageContext context, boolean firstKept) {
    this.context = context;
    this.conf = context.conf();
    this.firstKept = firstKept;
  }

  /**
   * Decides on the documents of components.
   *
   * @param partners {@link InputPairs#partners}
   * @param components lines {@code column<TAB>smallest …}, by column, of the pairs of the input
   * @param kept a file to be written, of lines {@code column<TAB>kept column} in any order
   */
  void decide(Path partners, Path components, Path kept) throws IOException {
    try (RecordSort members = new RecordSort(Disk.ofClient(conf), BYTES_IN_MEMORY);
        OutputStream out = PartFiles.create(conf, kept)) {
      join(partners, components, members, out);
      members.drainTo((record, length) -> take(record, out));
    }
  }

  /** Brings members and partners together. Decides on those that are in no pair of the input. */
  private void join(Path partners, Path components, RecordSort members, OutputStream out)
      throws IOException {
    try (ColumnLines member = new ColumnLines(conf, components);
        ColumnLines partner = new ColumnLines(conf, partners)) {
      boolean isMember = member.next();
      while (partner.next()) {
        long column = partner.column();
        long kept = partner.readNumber();
        for (; isMember && member.column() < column; isMember = member.next()) {
          members.add(BigEndian.record(member.readNumber(), MEMBER, member.column(), NONE));
        }
        if (!isMember || member.column() != column) {
          write(column, kept, out);
          continue;
        }
        long distance = Measure.EXACT_ONE - partner.readFurtherNumber();
        long ofComponent = member.readNumber();
        members.add(BigEndian.record(ofComponent, PARTNER, distance, kept));
        members.add(BigEndian.record(ofComponent, MEMBER, column, kept));
        isMember = member.next();
      }
      for (; isMember; isMember = member.next()) {
        members.add(BigEndian.record(member.readNumber(), MEMBER, member.column(), NONE));
      }
    }
  }

  /** Takes the records in order: the partners of a component, the best first, then its members. */
  private void take(byte[] record, OutputStream out) throws IOException {
    long next = BigEndian.number(record, 0);
    if (next != component) {
      component = next;
      best = NONE;
    }
    long partner = BigEndian.number(record, 3);
    if (BigEndian.number(record, 1) == PARTNER) {
      best = best == NONE ? partner : best;
      return;
    }
    long column = BigEndian.number(record, 2);
    if (partner != NONE) {
      write(column, partner, out);
    } else if (best != NONE) {
      context.add(AgainstCounters.LINKED_TO_COLLECTION, 1);
      write(column, best, out);
    } else if (firstKept && column != component) {
      write(column, component, out);
    }
  }

  private void write(long column, long kept, OutputStream out) throws IOException {
    line.clear().append(column).append('\t').append(kept).writeTo(out);
  }
}
