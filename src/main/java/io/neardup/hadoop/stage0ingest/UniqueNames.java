package io.neardup.hadoop.stage0ingest;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;

/**
 * Gives each file a unique name, so that all of them can be written to one folder. Names clash if
 * they are equal, or if one is the folder of another. Of files whose names clash, the first keeps
 * its name; the top folders of the others, or the files themselves, get numbers.
 *
 * <p>Memory: hashes, 16 bytes for each file and folder. Two names with the same hash count as
 * equal.
 */
final class UniqueNames {

  private static final Hasher64 HASHER = Hashing.xxh3_64();

  private final LongSet files = new LongOpenHashSet();
  private final LongSet folders = new LongOpenHashSet();

  /** Returns the name of the next file: the given one, or one with a number. */
  String add(String name) {
    String unique = name;
    for (int number = 2; clashes(unique); number++) {
      unique = numbered(name, number);
    }
    files.add(hash(unique, unique.length()));
    for (int end = unique.lastIndexOf('/'); end > 0; end = unique.lastIndexOf('/', end - 1)) {
      folders.add(hash(unique, end));
    }
    return unique;
  }

  private boolean clashes(String name) {
    boolean clashes = folders.contains(hash(name, name.length()));
    for (int end = name.length(); end > 0 && !clashes; end = name.lastIndexOf('/', end - 1)) {
      clashes = files.contains(hash(name, end));
    }
    return clashes;
  }

  private static long hash(String name, int end) {
    return HASHER.hashCharsToLong(name.substring(0, end));
  }

  /** Numbers the top folder or the file: {@code a.tsv.gz} becomes {@code a-2.tsv.gz}. */
  private static String numbered(String name, int number) {
    return name.replaceFirst("(?<=.)(?=[./]|$)", "-" + number);
  }
}
