package io.neardup.hadoop.output;

import com.dynatrace.hash4j.hashing.Hashing;
import io.neardup.config.Quantity;
import io.neardup.config.UsageException;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.util.StringUtils;
import org.apache.hadoop.util.functional.ConsumerRaisingIOE;

/**
 * The list of the files of a complete output, {@code _files.tsv}: one line {@code
 * name<TAB>length<TAB>checksum} per file, sorted by name, or only its name. The checksum, {@code
 * algorithm:hex}, is the one that the file system stores; HDFS has one and returns it without
 * reading the file. Where there is none, only the length is compared.
 */
public final class FileList {

  /** The name of the list's file. */
  static final String NAME = "_files.tsv";

  /** In place of the checksum of a file for which the file system stores none. */
  public static final String NO_CHECKSUM = "-";

  private FileList() {}

  /** A file as it was written. */
  private record Entry(long length, String checksum) {

    /** Returns whether a checksum differs; checksums of other algorithms cannot be compared. */
    boolean differs(String other) {
      int algorithm = checksum.indexOf(':') + 1;
      return other.startsWith(checksum.substring(0, algorithm)) && !other.equals(checksum);
    }
  }

  /** Writes the list of the files in a folder, except marks, locks and temporary files. */
  static void write(FileSystem fs, Path folder) throws IOException {
    Map<String, LocatedFileStatus> files = files(fs, folder);
    try (Writer out = Utf8Lines.write(fs.getConf(), new Path(folder, NAME))) {
      for (Map.Entry<String, LocatedFileStatus> file : files.entrySet()) {
        String checksum = checksum(fs, file.getValue().getPath());
        out.write(file.getKey() + "\t" + file.getValue().getLen() + "\t" + checksum + "\n");
      }
    }
  }

  /** Writes a list of names only, in no order, of files that may be very many. */
  static void writeNames(FileSystem fs, Path folder) throws IOException {
    try (Writer out = Utf8Lines.write(fs.getConf(), new Path(folder, NAME))) {
      forNames(fs, folder, name -> out.write(name + "\n"));
    }
  }

  /** Does something with the name of each file that a list has, one by one. */
  private static void forNames(FileSystem fs, Path folder, ConsumerRaisingIOE<String> action)
      throws IOException {
    for (FileStatus child : fs.listStatus(folder, FileList::isListed)) {
      String name = child.getPath().getName();
      if (child.isFile()) {
        action.accept(name);
      } else if (fs instanceof LocalFileSystem local) { // which lists a whole folder at once
        java.nio.file.Path root = local.pathToFile(folder).toPath();
        Files.walkFileTree(
            root.resolve(name),
            new SimpleFileVisitor<>() {
              @Override
              public FileVisitResult visitFile(
                  java.nio.file.Path file, BasicFileAttributes attributes) throws IOException {
                if (!ChecksumFileSystem.isChecksumFile(new Path(file.toUri()))) {
                  action.accept(root.relativize(file).toString());
                }
                return FileVisitResult.CONTINUE;
              }
            });
      } else {
        int prefix = child.getPath().toUri().getPath().length() - name.length();
        RemoteIterator<LocatedFileStatus> files = fs.listFiles(child.getPath(), true);
        while (files.hasNext()) {
          action.accept(files.next().getPath().toUri().getPath().substring(prefix));
        }
      }
    }
  }

  /** Returns whether a list names a child of its folder, if that is a file. */
  private static boolean isListed(Path child) {
    return !isMark(child.getName()) && OutputContents.isContent(child);
  }

  static boolean isMark(String name) {
    return name.equals(NAME)
        || name.equals(StageFolder.METADATA)
        || name.equals(StageFolder.SUCCESS);
  }

  /**
   * Checks that a folder has no file that its list does not name; UsageException naming the first
   * other file.
   */
  static void requireNoOther(FileSystem fs, Path folder) throws IOException {
    boolean hasList = fs.exists(new Path(folder, NAME));
    if (!hasList && S3aCommitter.isOf(fs, folder)) {
      OutputContents.requireOfResult(OutputContents.of(fs, folder));
      return;
    }
    LongSet listed = new LongOpenHashSet(); // hashes: there may be very many
    if (hasList) {
      Utf8Lines.forEach(
          fs.getConf(), new Path(folder, NAME), line -> listed.add(hash(line.split("\t", 2)[0])));
    }
    forNames(
        fs,
        folder,
        name -> {
          if (!listed.contains(hash(name))) {
            OutputContents.require(false, new Path(folder, new Path(null, null, name)));
          }
        });
  }

  private static long hash(String name) {
    return Hashing.xxh3_64().hashCharsToLong(name);
  }

  /**
   * Checks that the files of a folder are those of its list; UsageException naming the first file
   * that is missing, changed or unexpected.
   */
  static void require(FileSystem fs, Path folder) throws IOException {
    Map<String, Entry> listed = read(fs, folder);
    Map<String, LocatedFileStatus> found = files(fs, folder);
    for (Map.Entry<String, Entry> file : listed.entrySet()) {
      LocatedFileStatus status = found.get(file.getKey());
      Path path = new Path(folder, file.getKey());
      long length = file.getValue().length();
      if (status == null) {
        throw changed(folder, path + " is missing");
      }
      if (status.getLen() != length) {
        throw changed(
            folder, path + " has " + Quantity.of(status.getLen(), "byte") + ", not " + length);
      }
      if (file.getValue().differs(checksum(fs, path))) {
        throw changed(folder, path + " has another checksum");
      }
    }
    for (String name : found.keySet()) {
      // Jobs ignore hidden files.
      if (!listed.containsKey(name) && !name.startsWith("_") && !name.startsWith(".")) {
        throw changed(folder, new Path(folder, name) + " does not belong there");
      }
    }
  }

  private static UsageException changed(Path folder, String how) {
    return new UsageException(
        how + ": " + folder + " has changed since it was written; delete it and make it again");
  }

  private static Map<String, Entry> read(FileSystem fs, Path folder) throws IOException {
    Path list = new Path(folder, NAME);
    Map<String, Entry> entries = new TreeMap<>();
    try (BufferedReader in = Utf8Lines.read(fs.getConf(), list)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String[] fields = line.split("\t", -1);
        if (fields.length != 3 || !fields[1].matches("\\d{1,18}")) {
          throw changed(folder, list + " is damaged");
        }
        entries.put(fields[0], new Entry(Long.parseLong(fields[1]), fields[2]));
      }
    } catch (FileNotFoundException e) {
      throw changed(folder, list + " is missing");
    }
    return entries;
  }

  /** Returns the files of a folder by their names in it: as many as there are tasks, or twice. */
  private static Map<String, LocatedFileStatus> files(FileSystem fs, Path folder)
      throws IOException {
    Map<String, LocatedFileStatus> files = new TreeMap<>();
    // By its string: a path made from a URI keeps a slash at its end.
    int prefix = new Path(folder.toString()).toUri().getPath().length() + 1;
    RemoteIterator<LocatedFileStatus> all = fs.listFiles(folder, true);
    while (all.hasNext()) {
      LocatedFileStatus file = all.next();
      String name = file.getPath().toUri().getPath().substring(prefix);
      if (isListed(new Path(StringUtils.split(name, '/')[0]))) {
        files.put(name, file);
      }
    }
    return files;
  }

  /** Returns the checksum that the file system stores, or {@link #NO_CHECKSUM}. */
  public static String checksum(FileSystem fs, Path file) throws IOException {
    FileChecksum checksum = fs.getFileChecksum(file);
    return checksum == null
        ? NO_CHECKSUM
        : checksum.getAlgorithmName() + ":" + StringUtils.byteToHexString(checksum.getBytes());
  }
}
