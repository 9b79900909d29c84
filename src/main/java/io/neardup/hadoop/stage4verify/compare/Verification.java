package io.neardup.hadoop.stage4verify.compare;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.table.SignatureCursor;
import io.neardup.lsh.AgreementBound;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** What both verification jobs pass to their tasks, and the bound of the signature filter. */
public final class Verification {

  /** Read beside: the plausible pairs, the output of the signature filter. */
  public static final String PLAUSIBLE = "plausible";

  /** Read beside: the {@link BlockTable} of the comparison. */
  public static final String BLOCKS = "blocks";

  /**
   * How many columns a block of the signature filter has. A block is named by its first column. A
   * reduce task holds the signatures of one block at a time; every other signature is sent once to
   * each block that has its candidates. The size changes no result.
   */
  public static final String BLOCK_SIZE = "neardup-internal.verify-block-size";

  /** How many bytes of documents a task of the comparison may hold. */
  public static final String BYTES_IN_MEMORY = "neardup-internal.verify-bytes-in-memory";

  /** Whether the passage of each pair by containment is found. */
  public static final String PASSAGES = "neardup-internal.verify-passages";

  /** The fewest bytes of documents that a task of the comparison holds. */
  public static final long MIN_BYTES = 16L << 20;

  private static final String SIGNATURES = "signatures-";

  private Verification() {}

  /** Lets the tasks of a job read the signatures of the corpus. */
  public static void readSignatures(StageJob<?, ?> job, List<Path> folders) throws IOException {
    for (int folder = 0; folder < folders.size(); folder++) {
      job.readBeside(SIGNATURES + folder, folders.get(folder));
    }
  }

  public static SignatureCursor openSignatures(Configuration conf, int slots) throws IOException {
    List<Path> folders =
        IntStream.iterate(0, folder -> folder + 1)
            .mapToObj(folder -> StageJob.beside(conf, SIGNATURES + folder))
            .takeWhile(Objects::nonNull)
            .toList();
    return new SignatureCursor(conf, folders, slots);
  }

  static boolean exact(Settings settings) {
    return settings.get(Keys.VERIFY_MODE).equals("exact");
  }

  /** Returns in how many of n slots a pair must agree to pass the signature filter. */
  public static int minimumAgreement(Settings settings, int slots) {
    if (settings.isOfContainment()) {
      return 0; // a small document agrees with a large one in few slots or none
    }
    double t = settings.get(Keys.THRESHOLD);
    if (exact(settings)) {
      return AgreementBound.minimumAgreement(slots, t, settings.get(Keys.MAX_MISS_RATE));
    }
    int agreement = 0;
    while (agreement < slots && (double) agreement / slots < t) {
      agreement++;
    }
    return agreement;
  }

  public static IOException withoutSignature(long column) {
    return new IOException(
        "column "
            + column
            + " is a candidate but has no signature: signatures and candidate lists do not belong"
            + " together");
  }
}
