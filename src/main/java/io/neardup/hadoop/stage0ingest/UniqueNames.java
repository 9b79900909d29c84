package io.neardup.hadoop.stage0ingest;

import io.neardup.hadoop.corpus.SourceName;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.RecordSort;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Gives each file of a list a unique name, so that all of them can be written to one folder. Files
 * whose names clash are named by their paths; if the names still clash, they get numbers. Names
 * clash if they are equal, or if one is the folder of another.
 *
 * <p>Memory: two times {@link InputSorter#BYTES_IN_MEMORY}, however many files there are.
 */
final class UniqueNames {

  /** Stands for a slash while names are sorted: a file comes just before what is in its folder. */
  private static final char FOLDER = '\1'; // no safe name has it

  private final Configuration conf;
  private final Path folder;
  private final Function<Path, String> nameByPath;

  /**
   * @param folder where lists are kept
   * @param nameByPath gives the second choice of a file's name
   */
  UniqueNames(Configuration conf, Path folder, Function<Path, String> nameByPath) {
    this.conf = conf;
    this.folder = folder;
    this.nameByPath = nameByPath;
  }

  /** Returns the list with the names, the list itself if there is no clash. */
  InputList apply(InputList list) throws IOException {
    InputList named = list;
    for (int round = 0; ; round++) { // ends: each round makes more different names
      InputList next = new InputList(conf, new Path(folder, "named-" + round + ".jsonl"));
      if (!rename(named, next, round == 0)) {
        return named;
      }
      named = next;
    }
  }

  /** Renames the files that clash; returns whether there was one. */
  private boolean rename(InputList from, InputList to, boolean byPath) throws IOException {
    try (RecordSort names = newSort();
        RecordSort clashes = newSort()) {
      addNames(from, names);
      Clashes found = new Clashes(clashes, byPath);
      names.drainTo((record, length) -> found.take(record));
      found.endOfName();
      if (found.count == 0) {
        return false;
      }
      try (InputList.Cursor in = from.read();
          InputList.Appender out = to.write()) {
        long[] next = {0};
        clashes.drainTo(
            (record, length) -> {
              ByteBuffer clash = ByteBuffer.wrap(record);
              for (long position = clash.getLong(); next[0] < position; next[0]++) {
                out.add(in.next());
              }
              InputFile file = in.next();
              next[0]++;
              out.add(
                  file.named(
                      byPath
                          ? nameByPath.apply(file.path())
                          : SourceName.numbered(file.name(), clash.getLong())));
            });
        for (InputFile file = in.next(); file != null; file = in.next()) {
          out.add(file);
        }
      }
      return true;
    }
  }

  private RecordSort newSort() {
    return new RecordSort(Disk.ofClient(conf), InputSorter.BYTES_IN_MEMORY);
  }

  private static void addNames(InputList list, RecordSort names) throws IOException {
    try (InputList.Cursor in = list.read()) {
      long position = 0;
      for (InputFile file = in.next(); file != null; file = in.next()) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        SortableText.write(out, file.name().replace('/', FOLDER));
        out.writeLong(position);
        names.add(bytes.toByteArray());
        position++;
      }
    }
  }

  /** Finds the clashes among sorted names: records of position and number. */
  private static final class Clashes {
    private final RecordSort clashes;
    private final boolean all;
    private long count;
    private String name;
    private long first; // position of the first file of the name
    private long files; // of the name, so far
    private boolean firstClashes;

    /**
     * @param all whether all files of a name clash, or one of them keeps it
     */
    Clashes(RecordSort clashes, boolean all) {
      this.clashes = clashes;
      this.all = all;
    }

    void take(byte[] record) throws IOException {
      String next = SortableText.read(record);
      long position = ByteBuffer.wrap(record).getLong(SortableText.length(record) + 2);
      if (next.equals(name)) {
        files++;
        add(position, files);
        firstClashes |= all;
        return;
      }
      firstClashes |= name != null && next.startsWith(name + FOLDER);
      endOfName();
      name = next;
      first = position;
      files = 1;
    }

    void endOfName() throws IOException {
      if (firstClashes) {
        add(first, 1);
      }
      firstClashes = false;
    }

    private void add(long position, long number) throws IOException {
      count++;
      clashes.add(ByteBuffer.allocate(2 * Long.BYTES).putLong(position).putLong(number).array());
    }
  }
}
