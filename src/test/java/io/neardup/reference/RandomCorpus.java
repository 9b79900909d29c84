package io.neardup.reference;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.text.DocumentShingler;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Documents that are awkward and alike: derived from one another by edits, exact copies, empty and
 * very short ones, in several scripts, with damaged UTF-8; between them lines that are no
 * documents. Follows from its seed alone.
 */
final class RandomCorpus {

  /** Documents that are copies of the first. */
  static final int COPIES = 6;

  /** Documents that differ from the second by one edit each. */
  static final int NEAR_COPIES = 12;

  private static final List<String> WORDS =
      List.of(
          "a",
          "the",
          "of",
          "and",
          "to",
          "is",
          "The",
          "AND",
          "that",
          "for",
          "it",
          "sudzo",
          "Sudzo",
          "products",
          "people",
          "studies",
          "revealed",
          "today",
          "corporation",
          "good",
          "buy",
          "x",
          "na\u00EFve",
          "nai\u0308ve",
          "stra\u00DFe",
          "STRASSE",
          "\u039F\u0394\u039F\u03A3",
          "\u03BF\u03B4\u03CC\u03C2",
          "\u0130stanbul",
          "\uFB01ne",
          "\u5317\u4EAC",
          "\u6771\u4EAC",
          "\uD83D\uDE00",
          "\uD83D\uDE00\uD83D\uDE01",
          "\uD835\uDD38",
          "\u0915\u094D\u0937",
          "\u1100\u1161\u11A8",
          "e\u0301\u0327",
          "e" + "\u0301\u0316".repeat(20) + "\uFF9E",
          "the,",
          "1",
          "22",
          "333");
  private static final List<String> SPACES =
      List.of(
          " ",
          " ",
          " ",
          " ",
          " ",
          " ",
          "  ",
          "\t",
          "\u00A0",
          "\u3000",
          "\u2028",
          "\r",
          "\u0085",
          "\u000B",
          " \u2003 ");

  private static final class Document {
    private final String id;
    private final byte[] text;

    Document(String id, byte[] text) {
      this.id = id;
      this.text = text;
    }
  }

  private final Random random;
  private final List<Document> documents = new ArrayList<>();

  RandomCorpus(long seed, int size) {
    random = new Random(seed);
    while (documents.size() < size) {
      byte[] text = nextText(documents.size());
      add(text);
    }
  }

  private byte[] nextText(int number) {
    if (number < 2) {
      return text(30 + random.nextInt(30)).getBytes(UTF_8);
    }
    if (number < 2 + COPIES - 1) {
      return documents.get(0).text;
    }
    if (number < 2 + COPIES - 1 + NEAR_COPIES) {
      return edit(documents.get(1).text, 1);
    }
    byte[] earlier = documents.get(random.nextInt(number)).text;
    return switch (random.nextInt(12)) {
      case 0 -> new byte[0];
      case 1 -> " \t\u00A0".getBytes(UTF_8);
      case 2 -> text(1 + random.nextInt(3)).getBytes(UTF_8);
      case 3, 4 -> text(random.nextInt(80)).getBytes(UTF_8);
      case 5, 6 -> earlier;
      case 7 -> damage(earlier);
      case 8 -> concatenate(earlier, documents.get(random.nextInt(number)).text);
      default -> edit(earlier, 1 + random.nextInt(8));
    };
  }

  private void add(byte[] text) {
    int number = documents.size();
    String id =
        switch (random.nextInt(6)) {
          case 0 -> "\u0434\u043E\u043A-" + number + "\uD83D\uDE00";
          case 1 -> "id with spaces " + number;
          case 2 -> "repeated";
          default -> "d" + number;
        };
    int length = text.length;
    while (length > 0 && text[length - 1] == '\r') { // it would belong to the end of the line
      length--;
    }
    documents.add(new Document(id, Arrays.copyOf(text, length)));
  }

  private String text(int words) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < words; i++) {
      text.append(pick(WORDS)).append(pick(SPACES));
    }
    return text.toString();
  }

  private byte[] edit(byte[] text, int edits) {
    List<String> characters =
        new ArrayList<>(
            new String(text, UTF_8).codePoints().mapToObj(Character::toString).toList());
    for (int i = 0; i < edits; i++) {
      int at = random.nextInt(characters.size() + 1);
      switch (random.nextInt(3)) {
        case 0 -> characters.add(at, pick(WORDS));
        case 1 -> characters.add(at, pick(SPACES));
        default -> {
          if (at < characters.size()) {
            characters.set(at, "");
          }
        }
      }
    }
    return String.join("", characters).getBytes(UTF_8);
  }

  private byte[] damage(byte[] text) {
    byte[] damaged = text.clone();
    for (int i = 0; i < 3 && damaged.length > 0; i++) {
      byte b = (byte) (0x80 + random.nextInt(0x80));
      damaged[random.nextInt(damaged.length)] = b;
    }
    return damaged;
  }

  private static byte[] concatenate(byte[] a, byte[] b) {
    byte[] both = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }

  private String pick(List<String> from) {
    return from.get(random.nextInt(from.size()));
  }

  /** Writes the shingles of the first half of the document that has near copies, as a stop list. */
  void writeStopList(Path list, DocumentShingler shingler) throws IOException {
    byte[] text = documents.get(1).text;
    StringBuilder lines = new StringBuilder();
    for (long hash : shingler.elements(text, 0, text.length / 2).toLongArray()) {
      lines.append(String.format("%016x\t9%n", hash));
    }
    Files.writeString(list, lines);
  }

  /**
   * Writes the documents into TSV files of a folder, with lines that are none in between, and feeds
   * them to a reference pipeline: their source is their file.
   *
   * @param prefixes what the names of preferred files begin with, the best first
   */
  void writeTsv(Path folder, ReferencePipeline reference, List<String> prefixes)
      throws IOException {
    Files.createDirectories(folder);
    int files = 1 + random.nextInt(3);
    int next = 0;
    for (int file = 0; file < files; file++) {
      String name = "part-" + file + ".tsv";
      double priority =
          prefixes.stream()
              .filter(name::startsWith)
              .mapToDouble(prefix -> -prefixes.indexOf(prefix))
              .findFirst()
              .orElse(Double.NEGATIVE_INFINITY);
      int end = file == files - 1 ? documents.size() : documents.size() * (file + 1) / files;
      ByteArrayOutputStream lines = new ByteArrayOutputStream();
      for (; next < end; next++) {
        Document document = documents.get(next);
        reference.add(document.id, document.text, name, priority);
        lines.writeBytes(document.id.getBytes(UTF_8));
        lines.write('\t');
        lines.writeBytes(document.text);
        boolean last = next == end - 1;
        lines.writeBytes(lineEnd(last).getBytes(UTF_8));
      }
      Files.write(folder.resolve(name), lines.toByteArray());
    }
    Files.write(folder.resolve("part-9-empty.tsv"), new byte[0]);
  }

  /**
   * Writes the documents into JSON Lines of a folder, some with a weight and a site, and feeds them
   * to a reference pipeline: their source is the site and their priority the weight.
   */
  void writeJson(Path folder, ReferencePipeline reference) throws IOException {
    Files.createDirectories(folder);
    ObjectMapper json = new ObjectMapper();
    StringBuilder lines = new StringBuilder();
    for (Document document : documents) {
      Map<String, Object> record = new LinkedHashMap<>();
      String text = new String(document.text, UTF_8);
      String source = "-";
      double priority = Double.NEGATIVE_INFINITY;
      switch (random.nextInt(5)) {
        case 0 -> record.put("weight", "no number");
        case 1 -> {
          priority = random.nextInt(3);
          record.put("weight", String.valueOf((int) priority));
        }
        case 2 -> {
          priority = random.nextGaussian();
          record.put("weight", priority);
        }
        case 3 -> {
          priority = random.nextInt(3) - 1;
          record.put("weight", (int) priority);
        }
        default -> {}
      }
      switch (random.nextInt(4)) {
        case 0 -> record.put("site", null);
        case 1 -> {
          record.put("site", "a\tsite\n\uD83D\uDE00");
          source = "a\tsite\n\uD83D\uDE00";
        }
        default -> {
          int site = random.nextInt(5);
          record.put("site", site);
          source = String.valueOf(site);
        }
      }
      record.put("id", document.id);
      record.put("text", text);
      lines.append(json.writeValueAsString(record)).append('\n');
      reference.add(document.id, text.getBytes(UTF_8), source, priority);
    }
    Files.writeString(folder.resolve("pages.jsonl"), lines);
  }

  /** Puts the documents into another order, so that copies are far apart. */
  void shuffle() {
    Collections.shuffle(documents, random);
  }

  /**
   * Writes some of the documents into a file.
   *
   * @param format {@code tsv}, {@code jsonl}, with weights and sites, or {@code sets}
   * @param from the first document
   * @param to the document after the last one
   */
  void write(Path file, String format, int from, int to) throws IOException {
    write(file, format, from, to, null);
  }

  /**
   * Writes some of the documents into a file, and feeds them to a reference pipeline: the source is
   * the site, the priority the weight.
   *
   * @param reference null for none
   */
  void write(Path file, String format, int from, int to, ReferencePipeline reference)
      throws IOException {
    ObjectMapper json = new ObjectMapper();
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    for (int number = from; number < to; number++) {
      Document document = documents.get(number);
      String text = new String(document.text, UTF_8);
      String id = document.id;
      byte[] content = document.text;
      int weight = 0;
      String source = "-";
      switch (format) {
        case "tsv" -> {
          lines.writeBytes((document.id + "\t").getBytes(UTF_8));
          lines.writeBytes(document.text);
          lines.writeBytes(lineEnd(number == to - 1).getBytes(UTF_8));
        }
        case "jsonl" -> {
          Map<String, Object> record = new LinkedHashMap<>();
          record.put("id", document.id);
          record.put("text", text);
          weight = random.nextInt(3);
          record.put("weight", weight);
          content = text.getBytes(UTF_8);
          int site = random.nextInt(5);
          record.put("site", site);
          source = String.valueOf(site);
          lines.writeBytes((json.writeValueAsString(record) + "\n").getBytes(UTF_8));
        }
        default -> {
          String[] words = text.split("[\\s\\p{Z}]+", -1);
          for (String word : words) {
            lines.writeBytes(("set " + number + "\t" + word + "\n").getBytes(UTF_8));
          }
          id = "set " + number;
          content = String.join("\n", words).getBytes(UTF_8);
        }
      }
      if (reference != null) {
        reference.add(id, content, source, weight);
      }
    }
    Files.write(file, lines.toByteArray());
  }

  private String lineEnd(boolean last) {
    return switch (random.nextInt(8)) {
      case 0 -> "\r\n";
      case 1 -> "\n\n";
      case 2 -> "\na line without a tab\n";
      case 3 -> "\n\tno id\n";
      case 4 -> last ? "" : "\n";
      default -> "\n";
    };
  }

  /**
   * Writes each document as a set, {@code id<TAB>element} lines in which the sets are interleaved;
   * its elements are its words, in the order of their lines. Feeds the same sets to a reference, in
   * the order of their first lines.
   */
  void writeSets(Path file, ReferencePipeline reference) throws IOException {
    Map<String, List<String>> sets = new LinkedHashMap<>();
    List<List<String>> queues = new ArrayList<>();
    for (int i = 0; i < documents.size(); i++) {
      String[] words = new String(documents.get(i).text, UTF_8).split("[\\s\\p{Z}]+", -1);
      List<String> queue = new ArrayList<>();
      for (String word : words) {
        queue.add("set " + i + "\t" + word);
      }
      queues.add(queue);
    }
    try (OutputStream out = Files.newOutputStream(file)) {
      while (!queues.isEmpty()) {
        int which = random.nextInt(Math.min(5, queues.size()));
        String line = queues.get(which).remove(0);
        if (queues.get(which).isEmpty()) {
          queues.remove(which);
        }
        out.write((line + "\n").getBytes(UTF_8));
        String[] parts = line.split("\t", -1);
        sets.computeIfAbsent(parts[0], id -> new ArrayList<>()).add(parts[1]);
      }
    }
    sets.forEach((id, set) -> reference.add(id, String.join("\n", set).getBytes(UTF_8)));
  }
}
