package io.neardup.reference;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.text.DocumentShingler;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Documents that are awkward and alike: derived from one another by edits, exact copies, empty and
 * very short ones, in several scripts, with damaged UTF-8; between them lines that are no
 * documents. Follows from its seed alone.
 */
final class RandomCorpus {

  /** Documents that are copies of the first. */
  private static final int COPIES = 6;

  /** Documents that differ from the second by one edit each. */
  private static final int NEAR_COPIES = 12;

  private static final List<String> WORDS =
      List.of(
          ("a the of and to is The AND that for it sudzo Sudzo products people studies revealed"
                  + " today corporation good buy x na\u00EFve nai\u0308ve stra\u00DFe STRASSE"
                  + " \u039F\u0394\u039F\u03A3 \u03BF\u03B4\u03CC\u03C2 \u0130stanbul \uFB01ne"
                  + " \u5317\u4EAC \u6771\u4EAC \uD83D\uDE00 \uD83D\uDE00\uD83D\uDE01 \uD835\uDD38"
                  + " \u0915\u094D\u0937 \u1100\u1161\u11A8 e\u0301\u0327 e"
                  + "\u0301\u0316".repeat(20)
                  + "\uFF9E the, 1 22 333")
              .split(" ", -1));
  private static final List<String> SPACES =
      List.of(" ; ; ; ; ; ;  ;\t;\u00A0;\u3000;\u2028;\r;\u0085;\u000B; \u2003 ".split(";", -1));

  @SuppressWarnings("ArrayRecordComponent") // they are not compared
  private record Document(String id, byte[] text) {}

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Random random;
  private final List<Document> documents = new ArrayList<>();

  RandomCorpus(long seed, int size) {
    random = new Random(seed);
    while (documents.size() < size) {
      add(nextText(documents.size()));
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
      case 8 -> {
        byte[] other = documents.get(random.nextInt(number)).text;
        yield ByteBuffer.allocate(earlier.length + other.length).put(earlier).put(other).array();
      }
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
    return Stream.generate(() -> pick(WORDS) + pick(SPACES))
        .limit(words)
        .collect(Collectors.joining());
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

  /** Puts the documents into another order, so that copies are far apart. */
  void shuffle() {
    Collections.shuffle(documents, random);
  }

  /**
   * Writes some of the documents into files, and feeds them to a reference pipeline. In TSV there
   * are lines between them that are no documents; in JSON Lines some have a weight, their priority,
   * and a site, their source. Sets are interleaved; their elements are their words.
   *
   * @param format {@code tsv}, {@code jsonl} or {@code sets}
   * @param names of the files, without their ending
   * @param from the first document
   * @param to the document after the last one
   * @param reference null for none
   */
  void write(
      Path folder, String format, List<String> names, int from, int to, ReferencePipeline reference)
      throws IOException {
    Files.createDirectories(folder);
    for (int file = 0; file < names.size(); file++) {
      int first = from + (to - from) * file / names.size();
      int end = from + (to - from) * (file + 1) / names.size();
      String name = names.get(file) + (format.equals("jsonl") ? ".jsonl" : ".tsv");
      ByteArrayOutputStream lines = new ByteArrayOutputStream();
      switch (format) {
        case "tsv" -> writeTsv(lines, name, first, end, reference);
        case "jsonl" -> writeJson(lines, first, end, reference);
        default -> writeSets(lines, first, end, reference);
      }
      Files.write(folder.resolve(name), lines.toByteArray());
    }
  }

  private void writeTsv(
      ByteArrayOutputStream lines, String name, int from, int to, ReferencePipeline reference) {
    for (int number = from; number < to; number++) {
      Document document = documents.get(number);
      if (reference != null) {
        reference.add(document.id, document.text, name);
      }
      lines.writeBytes((document.id + "\t").getBytes(UTF_8));
      lines.writeBytes(document.text);
      lines.writeBytes(lineEnd(number == to - 1).getBytes(UTF_8));
    }
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

  private void writeJson(ByteArrayOutputStream lines, int from, int to, ReferencePipeline reference)
      throws IOException {
    for (Document document : documents.subList(from, to)) {
      Map<String, Object> record = new LinkedHashMap<>();
      int number = random.nextInt(3);
      Object[] weights = {null, "no number", "" + number, random.nextGaussian(), number - 1};
      // the first has both: an input of which no first record has one is refused
      Object weight = lines.size() == 0 ? "" + number : weights[random.nextInt(weights.length)];
      if (weight != null) {
        record.put("weight", weight);
      }
      Object[] sites = {null, "a\tsite\n\uD83D\uDE00", number, number, 3};
      Object site = lines.size() == 0 ? number : sites[random.nextInt(sites.length)];
      record.put("site", site);
      record.put("id", document.id);
      String text = new String(document.text, UTF_8);
      record.put("text", text);
      lines.writeBytes((JSON.writeValueAsString(record) + "\n").getBytes(UTF_8));
      if (reference != null) {
        boolean hasWeight = weight != null && !weight.equals("no number");
        reference.add(
            document.id,
            text.getBytes(UTF_8),
            site == null ? "-" : site.toString(),
            hasWeight ? Double.parseDouble(weight.toString()) : Double.NEGATIVE_INFINITY);
      }
    }
  }

  /** The sets are fed to the reference in the order of their first lines. */
  private void writeSets(
      ByteArrayOutputStream lines, int from, int to, ReferencePipeline reference) {
    Map<String, List<String>> sets = new LinkedHashMap<>();
    List<String> ids = new ArrayList<>();
    List<Deque<String>> queues = new ArrayList<>();
    for (int i = from; i < to; i++) {
      ids.add("set " + i);
      String text = new String(documents.get(i).text, UTF_8);
      queues.add(new ArrayDeque<>(List.of(text.split("[\\s\\p{Z}]+", -1))));
    }
    while (!queues.isEmpty()) {
      int which = random.nextInt(Math.min(5, queues.size()));
      String id = ids.get(which);
      String element = queues.get(which).remove();
      lines.writeBytes((id + "\t" + element + "\n").getBytes(UTF_8));
      sets.computeIfAbsent(id, i -> new ArrayList<>()).add(element);
      if (queues.get(which).isEmpty()) {
        queues.remove(which);
        ids.remove(which);
      }
    }
    if (reference != null) {
      sets.forEach((id, set) -> reference.add(id, String.join("\n", set).getBytes(UTF_8), "-"));
    }
  }
}
