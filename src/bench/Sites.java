import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Writes pages of 50 sites: {@code java src/bench/Sites.java FOLDER TRUTH}. Each site has 200 pages
 * in FOLDER/siteN/pages.tsv, with a template of 4,000 characters around 300 to 800 of their own.
 * Each tenth page has the text of an earlier page of any site, with six characters changed; TRUTH
 * lists these pairs, {@code id<TAB>id of the copy}. The same bytes in each run.
 */
public final class Sites {

  private static final int SITES = 50;
  private static final int PAGES = 200;
  private static final String[] WORDS = new String[20_000];

  private Sites() {}

  /** Words of some characters in all; some are more frequent than the rest. */
  private static String text(Random random, int characters) {
    StringBuilder text = new StringBuilder();
    while (text.length() < characters) {
      double u = random.nextDouble();
      text.append(WORDS[(int) (u * u * u * WORDS.length)]).append(' ');
    }
    text.setLength(characters);
    return text.toString();
  }

  /** Writes the pages. */
  public static void main(String[] args) throws IOException {
    Random random = new Random(11);
    for (int i = 0; i < WORDS.length; i++) {
      StringBuilder word = new StringBuilder();
      for (int length = 2 + random.nextInt(9); length > 0; length--) {
        word.append((char) ('a' + random.nextInt(26)));
      }
      WORDS[i] = word.toString();
    }
    List<String> texts = new ArrayList<>();
    StringBuilder truth = new StringBuilder();
    for (int site = 0; site < SITES; site++) {
      String head = text(random, 2500);
      String foot = text(random, 1500);
      StringBuilder lines = new StringBuilder();
      for (int page = 0; page < PAGES; page++) {
        String text = text(random, 300 + random.nextInt(500));
        if (page % 10 == 9) {
          int original = random.nextInt(texts.size());
          text = texts.get(original);
          int at = random.nextInt(text.length() - 6);
          text = text.substring(0, at) + "edited" + text.substring(at + 6);
          truth.append(id(original)).append('\t').append(id(texts.size())).append('\n');
        }
        lines.append(id(texts.size())).append('\t').append(head).append(text).append(foot);
        lines.append('\n');
        texts.add(text);
      }
      Path folder = Files.createDirectories(Path.of(args[0], "site" + site));
      Files.writeString(folder.resolve("pages.tsv"), lines);
    }
    Files.writeString(Path.of(args[1]), truth);
  }

  private static String id(int page) {
    return "site" + page / PAGES + "-" + page % PAGES;
  }
}
