package io.neardup.hadoop.stage4verify;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.table.SignatureCursor;
import io.neardup.lsh.AgreementBound;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** What both verification jobs pass to their tasks, and the bound of the signature filter. */
public final class Verification {

  private static final String SIGNATURES = "neardup-internal.signatures";
  private static final String PLAUSIBLE = "neardup-internal.plausible";
  private static final String BLOCKS = "neardup-internal.verify-blocks";
  private static final String BLOCK_SIZE = "neardup-internal.verify-block-size";
  private static final String BYTES_IN_MEMORY = "neardup-internal.verify-bytes-in-memory";

  /** The fewest bytes of documents that a task of the comparison holds. */
  static final long MIN_BYTES = 16L << 20;

  private Verification() {}

  static void configure(Configuration conf, List<Path> signatures, Path plausible) {
    conf.setInt(SIGNATURES, signatures.size());
    for (int folder = 0; folder < signatures.size(); folder++) {
      conf.set(SIGNATURES + "." + folder, signatures.get(folder).toString());
    }
    conf.set(PLAUSIBLE, plausible.toString());
  }

  /** Opens the signatures of the corpus. */
  static SignatureCursor openSignatures(Configuration conf, int slots) throws IOException {
    List<Path> folders = new ArrayList<>();
    for (int folder = 0; folder < conf.getInt(SIGNATURES, 0); folder++) {
      folders.add(new Path(conf.getRaw(SIGNATURES + "." + folder)));
    }
    return new SignatureCursor(conf, folders, slots);
  }

  static Path plausible(Configuration conf) {
    return new Path(conf.get(PLAUSIBLE));
  }

  /**
   * Sets how many columns a block of the signature filter has. A block is named by its first
   * column. A reduce task holds the signatures of one block at a time; every other signature is
   * sent once to each block that has its candidates. The size changes no result.
   */
  static void setBlockSize(Configuration conf, int columns) {
    conf.setInt(BLOCK_SIZE, columns);
  }

  static int blockSize(Configuration conf) {
    return conf.getInt(BLOCK_SIZE, 1);
  }

  static void setBlocks(Configuration conf, Path table) {
    conf.set(BLOCKS, table.toString());
  }

  /** Returns the {@link BlockTable} of the comparison. */
  static Path blocks(Configuration conf) {
    return new Path(conf.get(BLOCKS));
  }

  static void setBytesInMemory(Configuration conf, long bytes) {
    conf.setLong(BYTES_IN_MEMORY, bytes);
  }

  /** Returns how many bytes of documents a task may hold. */
  static long bytesInMemory(Configuration conf) {
    return conf.getLong(BYTES_IN_MEMORY, MIN_BYTES);
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

  /** Returns the exception for a candidate that has no signature. */
  static IOException withoutSignature(long column) {
    return new IOException(
        "column "
            + column
            + " is a candidate but has no signature: signatures and candidate lists do not belong"
            + " together");
  }
}
