package io.neardup.it;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;

/**
 * Adobe's S3Mock in a process of its own, with the bucket {@code bucket}, behind a proxy that can
 * cut connections and answer 503. S3 judges a conditional write and writes in one step, S3Mock in
 * two; so the proxy can let one request pass at a time.
 */
final class S3Server {

  private static final String PROPERTY = "-Dcom.adobe.testing.s3mock.";
  private static final String BUSY =
      "HTTP/1.1 503 Slow Down\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
  private static final int CHUNK = 1 << 13;
  private static final Pattern REQUEST = Pattern.compile("([A-Z]+) \\S+ HTTP/1.1\r");

  private final Path folder;
  private final int port = freePort();
  private final ServerSocket proxy = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
  private Process server;

  /** Of so many exchanges on a connection one is disturbed; 0 if none is. */
  volatile int oneOf;

  /** Whether one request passes at a time. */
  volatile boolean oneByOne;

  private final Semaphore turn = new Semaphore(1);

  final AtomicInteger disturbed = new AtomicInteger();

  /**
   * How many requests there were, by method; {@code LIST} is a GET of a listing, {@code COPY} a PUT
   * of what the store has.
   */
  final Map<String, Integer> requests = new ConcurrentSkipListMap<>();

  /** Starts the server, with its files in a folder. */
  S3Server(Path folder) throws Exception {
    this.folder = folder;
    start();
    Thread accepting = new Thread(this::accept, "proxy");
    accepting.setDaemon(true);
    accepting.start();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private void start() throws Exception {
    server =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                PROPERTY + "store.initialBuckets=bucket",
                PROPERTY + "store.root=" + folder,
                PROPERTY + "store.retainFilesOnExit=true",
                PROPERTY + "httpPort=" + port,
                "-Dserver.port=" + freePort(), // of HTTPS
                "-jar",
                System.getProperty("neardup.it.s3"))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolveSibling(folder.getFileName() + ".log").toFile())
            .start();
    while (!answers()) {
      if (!server.isAlive()) {
        throw new IOException("S3Mock ended with " + server.exitValue());
      }
      Thread.sleep(100);
    }
  }

  private boolean answers() throws IOException {
    URI bucket = URI.create("http://localhost:" + port + "/bucket");
    HttpURLConnection connection = (HttpURLConnection) bucket.toURL().openConnection();
    try {
      return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
    } catch (IOException e) {
      return false; // not yet
    }
  }

  /** Kills the server, and starts it again with the files that it has. */
  void restart() throws Exception {
    kill();
    start();
  }

  /** Lets S3A use the server. */
  void configure(Configuration conf) {
    conf.set("fs.s3a.endpoint", "http://localhost:" + proxy.getLocalPort());
    conf.set("fs.s3a.endpoint.region", "us-east-1");
    conf.set("fs.s3a.connection.expect.continue", "false"); // a request has one answer
    conf.set("fs.s3a.path.style.access", "true");
    conf.set("fs.s3a.access.key", "key");
    conf.set("fs.s3a.secret.key", "secret");
  }

  private void accept() {
    while (!proxy.isClosed()) {
      try {
        Socket client = proxy.accept();
        new Thread(() -> serve(client)).start();
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void serve(Socket client) {
    try (client;
        Socket behind = new Socket(InetAddress.getLoopbackAddress(), port)) {
      AtomicBoolean passing = new AtomicBoolean();
      Thread answering = new Thread(() -> copy(behind, client, false, passing));
      answering.start();
      copy(client, behind, true, passing);
      answering.join();
      endTurn(passing);
    } catch (IOException | InterruptedException e) {
      return; // as a connection that is cut
    }
  }

  private void endTurn(AtomicBoolean passing) {
    if (passing.getAndSet(false)) {
      turn.release();
    }
  }

  private void count(byte[] chunk, int length) {
    String text = new String(chunk, 0, length, StandardCharsets.ISO_8859_1);
    Matcher request = REQUEST.matcher(text);
    if (request.lookingAt()) {
      String method = request.group().contains("list-type=") ? "LIST" : request.group(1);
      if (text.contains("\nx-amz-copy-source: ")) {
        method = "COPY";
      }
      requests.merge(method, 1, Integer::sum);
    }
  }

  private void copy(Socket from, Socket to, boolean requesting, AtomicBoolean passing) {
    byte[] chunk = new byte[CHUNK];
    try {
      InputStream in = from.getInputStream();
      for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
        int most = oneOf;
        if (most > 0 && ThreadLocalRandom.current().nextInt(most) == 0) {
          disturbed.incrementAndGet();
          if (requesting && ThreadLocalRandom.current().nextBoolean()) {
            OutputStream answer = from.getOutputStream();
            answer.write(BUSY.getBytes(StandardCharsets.US_ASCII));
            answer.flush();
          }
          break;
        }
        if (requesting) {
          count(chunk, read);
        }
        if (requesting && oneByOne && !passing.get()) {
          turn.acquireUninterruptibly();
          passing.set(true);
        }
        to.getOutputStream().write(chunk, 0, read);
        if (!requesting) {
          endTurn(passing);
        }
      }
    } catch (IOException e) {
      // the other side has cut it
    } finally {
      close(from);
      close(to);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      return; // it is closed
    }
  }

  /** Ends the proxy and the server. */
  void stop() throws Exception {
    proxy.close();
    kill();
  }

  private void kill() throws InterruptedException {
    server.destroyForcibly().waitFor();
  }
}
