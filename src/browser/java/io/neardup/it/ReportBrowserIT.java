package io.neardup.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * The report in a browser: on wide and narrow screens, light and dark, on paper and by keyboard,
 * without an error and without a request. Needs {@code chromium} and {@code chromedriver} in the
 * PATH. Leaves the screenshots in {@code target/browser}.
 *
 * <p>{@code mvn verify -Pbrowser}; {@code -Dbrowser.reports=FILE,FILE} looks at other reports, too.
 */
@Tag("browser")
class ReportBrowserIT {

  private static final Path SCREENSHOTS = Commands.PROJECT.resolve("target/browser");
  private static final int WIDE = 1400;
  private static final int NARROW = 390;

  @TempDir private static Path folder;

  private static Path samples;
  private static Path hostile;
  private static ChromeDriver driver;

  @BeforeAll
  static void writeReports() throws Exception {
    samples = report("samples", Commands.PROJECT.resolve("hdfs-samples/pgdoc/input"));
    Path input = folder.resolve("hostile.jsonl");
    StringBuilder lines = new StringBuilder();
    String text =
        "</script><script>alert(1)</script> <img src=x onerror=alert(2)> & &amp; {{x}} ${y} ";
    for (int i = 0; i < 40; i++) {
      String id =
          i + " </title><b onclick='alert(3)'> \\u202eright\\u202c \\ud83d\\ude00 \\u05d0\\u05d1";
      lines.append("{\"id\":\"" + id + "\",\"text\":\"");
      lines.append(text.replace("\"", "\\\"").repeat(3)).append("word".repeat(30 * (i % 2)));
      lines.append(" family " + i / 4).append(" \\u0007 ".repeat(i % 3)).append("\"}\n");
    }
    Files.writeString(input, lines);
    hostile = report("hostile", input);
    driver = driver();
    Files.createDirectories(SCREENSHOTS);
  }

  private static Path report(String name, Path input) throws Exception {
    Path output = folder.resolve(name);
    Commands.embedded("512m", "pipeline", input.toString(), output.toString()).assertSucceeded();
    return output.resolve("report.html");
  }

  private static ChromeDriver driver() throws IOException {
    ChromeOptions options = new ChromeOptions();
    options.setBinary(inPath("chromium"));
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--user-data-dir=" + Files.createDirectory(folder.resolve("profile")));
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, java.util.logging.Level.ALL);
    logs.enable(LogType.PERFORMANCE, java.util.logging.Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    return new ChromeDriver(
        new ChromeDriverService.Builder()
            .usingDriverExecutable(inPath("chromedriver"))
            .usingAnyFreePort()
            .build(),
        options);
  }

  private static File inPath(String program) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .map(path -> new File(path, program))
        .filter(File::canExecute)
        .findFirst()
        .orElseThrow(() -> new AssertionError(program + " is not in the PATH"));
  }

  @AfterAll
  static void quit() {
    if (driver != null) {
      driver.quit();
    }
  }

  static Stream<Path> reports() {
    String more = System.getProperty("neardup.it.reports", "");
    return Stream.concat(
        Stream.of(samples, hostile),
        Arrays.stream(more.split(",")).filter(file -> !file.isBlank()).map(Path::of));
  }

  private static void show(Path report, int width, boolean dark) {
    driver.manage().logs().get(LogType.BROWSER); // forgets them
    driver.manage().logs().get(LogType.PERFORMANCE);
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", width == NARROW));
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    driver.get(report.toUri().toString());
  }

  private static Object script(String code) {
    return driver.executeScript(code);
  }

  /** Returns the lightness of the page's background and that of its text, 0 to 255. */
  private static List<Double> lightness() {
    return Stream.of("backgroundColor", "color")
        .map(what -> script("return getComputedStyle(document.body)." + what).toString())
        .map(
            color ->
                Arrays.stream(color.replaceAll("[^0-9,.]", "").split(","))
                    .limit(3)
                    .mapToDouble(Double::parseDouble)
                    .average()
                    .orElseThrow())
        .toList();
  }

  /** Returns the elements that reach beyond the screen, except inside those that scroll. */
  @SuppressWarnings("unchecked") // a list in JavaScript is a list of what it holds
  private static List<String> tooWide(int width) {
    return (List<String>)
        driver.executeScript(
            "return [...document.body.querySelectorAll('*')].filter(e => !e.closest('.scroll, .skip, svg')"
                + " && e.getBoundingClientRect().right > arguments[0] + 0.5).map(e => e.tagName + '.' +"
                + " e.className + ' ' + e.textContent.slice(0, 80))",
            width);
  }

  private static void screenshot(String name, int width) throws IOException {
    Object height = script("return Math.min(16000, document.documentElement.scrollHeight)");
    Object image =
        driver
            .executeCdpCommand(
                "Page.captureScreenshot",
                Map.of(
                    "captureBeyondViewport",
                    true,
                    "clip",
                    Map.of("x", 0, "y", 0, "width", width, "height", height, "scale", 1)))
            .get("data");
    Files.write(SCREENSHOTS.resolve(name + ".png"), Base64.getDecoder().decode(image.toString()));
  }

  private static String name(Path report) {
    return report.toAbsolutePath().getParent().getFileName().toString();
  }

  @ParameterizedTest
  @MethodSource("reports")
  void itIsReadableOnAllScreensWithoutErrorsOrRequests(Path report) throws IOException {
    for (int width : new int[] {WIDE, NARROW}) {
      for (boolean dark : new boolean[] {false, true}) {
        show(report, width, dark);
        String as = name(report) + "-" + width + (dark ? "-dark" : "-light");
        assertThat(lightness())
            .as(as)
            .satisfies(l -> assertThat(l.get(0) < l.get(1)).isEqualTo(dark));
        assertThat(tooWide(width)).as(as).isEmpty();
        screenshot(as, width);
        script("document.querySelectorAll('details').forEach(d => d.open = true)");
        assertThat(tooWide(width)).as("%s, opened", as).isEmpty();
        screenshot(as + "-opened", width);
        assertThat(driver.manage().logs().get(LogType.BROWSER).getAll()).as(as).isEmpty();
        assertThat(driver.manage().logs().get(LogType.PERFORMANCE).getAll())
            .filteredOn(entry -> entry.getMessage().contains("Network.requestWillBeSent\""))
            .as(as)
            .allMatch(
                entry ->
                    entry.getMessage().contains(report.toUri().getRawPath())
                        || entry.getMessage().contains("\"url\":\"data:"));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("reports")
  void itHasTheStructureThatScreenReadersNeed(Path report) {
    show(report, WIDE, false);
    assertThat(driver.findElements(By.tagName("h1"))).hasSize(1);
    assertThat(script("return document.documentElement.lang")).isEqualTo("en");
    assertThat(
            script(
                "let last = 1; return [...document.querySelectorAll('h1,h2,h3,h4')].every(h => {"
                    + "let n = +h.tagName[1], ok = n <= last + 1; last = n; return ok})"))
        .as("no level of headings is left out")
        .isEqualTo(true);
    assertThat(
            script(
                "return [...document.querySelectorAll('a[href^=\"#\"]')].every("
                    + "a => document.getElementById(a.hash.slice(1)))"))
        .as("links inside the page lead somewhere")
        .isEqualTo(true);
    assertThat(
            script(
                "return [...document.querySelectorAll('svg')].every(s => s.getAttribute('role') =="
                    + " 'img' && (s.querySelector('title') || s.getAttribute('aria-label') ||"
                    + " s.getAttribute('aria-labelledby')) || s.closest('[aria-hidden=true]'))"))
        .as("pictures have a text")
        .isEqualTo(true);
    assertThat(
            script(
                "return [...document.querySelectorAll('table')].every(t => t.caption &&"
                    + " t.querySelector('th[scope]'))"))
        .as("tables have a caption and heads")
        .isEqualTo(true);
    List<WebElement> repeated =
        driver.findElements(By.cssSelector("[id]")).stream()
            .filter(e -> driver.findElements(By.id(e.getDomAttribute("id"))).size() > 1)
            .toList();
    assertThat(repeated).as("ids are not repeated").isEmpty();
  }

  @Test
  void theKeyboardReachesEverything() {
    show(samples, WIDE, false);
    driver.switchTo().activeElement().sendKeys(Keys.TAB);
    WebElement skip = driver.switchTo().activeElement();
    assertThat(skip.getText()).isEqualTo("Skip to the report");
    assertThat(skip.isDisplayed()).isTrue();

    WebElement table = driver.findElement(By.cssSelector("table[data-sortable]"));
    WebElement head = table.findElement(By.cssSelector("thead th.n button"));
    head.sendKeys(Keys.ENTER);
    List<Integer> descending = numbers(table);
    assertThat(descending)
        .hasSizeGreaterThan(1)
        .isSortedAccordingTo((a, b) -> Integer.compare(b, a));
    head.sendKeys(Keys.SPACE);
    assertThat(numbers(table)).isSorted().hasSameSizeAs(descending);
    assertThat(table.findElement(By.cssSelector("thead th.n")).getDomAttribute("aria-sort"))
        .isEqualTo("ascending");

    WebElement pair = driver.findElement(By.cssSelector("details.pair:not([open])"));
    pair.findElement(By.tagName("summary")).sendKeys(Keys.ENTER);
    assertThat(pair.getDomAttribute("open")).isNotNull();
    assertThat(pair.findElement(By.cssSelector(".sides")).isDisplayed()).isTrue();
  }

  private static List<Integer> numbers(WebElement table) {
    return table.findElements(By.cssSelector("tbody td.n:nth-of-type(1)")).stream()
        .map(cell -> Integer.valueOf(cell.getDomAttribute("data-value")))
        .toList();
  }

  @Test
  void onPaperAllIsOpen() throws IOException {
    show(samples, WIDE, true);
    assertThat(driver.findElements(By.cssSelector("details:not([open])"))).isNotEmpty();
    String pdf = driver.executeCdpCommand("Page.printToPDF", Map.of()).get("data").toString();
    assertThat(driver.findElements(By.cssSelector("details:not([open])"))).isEmpty();
    byte[] bytes = Base64.getDecoder().decode(pdf);
    Files.write(SCREENSHOTS.resolve("samples.pdf"), bytes);
    assertThat(bytes).hasSizeGreaterThan(10_000);
  }

  @Test
  void hostileTextIsText() {
    show(hostile, WIDE, false);
    script("document.querySelectorAll('details').forEach(d => d.open = true)");
    assertThat(driver.findElements(By.cssSelector("main script, main img, b[onclick]"))).isEmpty();
    assertThat(driver.getTitle()).matches("Near-duplicates in hostile.jsonl, [0-9-]{10}");
    assertThat(driver.findElement(By.tagName("main")).getText())
        .contains("</title><b onclick='alert(3)'>", "⟨U+202E⟩", "␇");
    assertThat(driver.getScreenshotAs(OutputType.BYTES)).isNotEmpty();
  }
}
