package io.neardup.hadoop.stage0ingest;

import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.corpus.SourceName;
import io.neardup.hadoop.format.CorpusRange;
import java.io.IOException;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Gives each file of a list a unique name, so that all of them can be written to one folder. Files
 * whose names clash are named by their paths; if the names still clash, they get numbers. Names
 * clash if they are equal, or if one is the folder of another.
 *
 * <p>Memory: two times {@link FileSort#BYTES_IN_MEMORY}, however many files there are.
 */
final class UniqueNames {

  /** Stands for a slash while names are sorted: a file comes just before what is in its folder. */
  private static final char FOLDER = '\1'; // no safe name has it

  private final Function<CorpusRange, String> nameByPath; // null once it has been used
  private final FileSort renamed; // by path, as in the list
  private CorpusRange held; // a file whose name may clash with the next
  private long number; // of the held file, among those of its name
  private boolean anyClash;

  private UniqueNames(Function<CorpusRange, String> nameByPath, FileSort renamed) {
    this.nameByPath = nameByPath;
    this.renamed = renamed;
  }

  /**
   * Returns the list with the names, the list itself if there is no clash.
   *
   * @param list of files in the order of their paths
   * @param nameByPath gives the second choice of a file's name
   */
  static InputList apply(
      Configuration conf, InputList list, Function<CorpusRange, String> nameByPath)
      throws IOException {
    InputList named = list;
    Function<CorpusRange, String> secondChoice = nameByPath;
    for (int round = 0; ; round++) { // ends: each round makes more different names
      try (FileSort byName = new FileSort(conf);
          FileSort byPath = new FileSort(conf)) {
        try (CorpusManifest.Cursor in = named.read(conf)) {
          for (CorpusRange file = in.next(); file != null; file = in.next()) {
            byName.add(file.name().replace('/', FOLDER), file);
          }
        }
        UniqueNames names = new UniqueNames(secondChoice, byPath);
        byName.drainTo(names::take);
        names.passOnHeld(false);
        if (!names.anyClash) {
          return named;
        }
        Path path = new Path(list.path().getParent(), "named-" + round + ".jsonl");
        try (InputList.Appender out = new InputList.Appender(conf, path)) {
          byPath.drainTo(out::add);
          named = out.finish();
        }
        secondChoice = null;
      }
    }
  }

  private void take(CorpusRange file) throws IOException {
    boolean same = held != null && held.name().equals(file.name());
    boolean below = held != null && file.name().startsWith(held.name() + "/");
    passOnHeld(below || (same && nameByPath != null)); // one of them may keep a last name
    number = same ? number + 1 : 1;
    held = file;
  }

  private void passOnHeld(boolean clashesWithNext) throws IOException {
    if (held == null) {
      return;
    }
    String name = held.name();
    if (number > 1 || clashesWithNext) {
      anyClash = true;
      name = nameByPath == null ? SourceName.numbered(name, number) : nameByPath.apply(held);
    }
    renamed.add(held.file(), InputList.file(held.file(), name, held.length(), held.modified()));
  }
}
