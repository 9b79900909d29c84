package io.neardup.cli;

import java.nio.file.Path;
import java.util.concurrent.Future;

/**
 * Runs the verbs whose start should be quick, one after the other, so that Java can make an archive
 * of the classes that they load. Ends when the process that started it does.
 */
final class Rehearsal {

  private Rehearsal() {}

  /**
   * Runs the pipeline over a folder of documents, and adds two of its files to a collection.
   *
   * @param args the folder, the names of the two files, and a new folder for all that is written
   */
  public static void main(String[] args) throws Exception {
    ProcessHandle.current()
        .parent()
        .ifPresent(
            launcher -> {
              Future<Void> unused = launcher.onExit().thenRun(() -> System.exit(1));
            });
    Path input = Path.of(args[0]);
    Path output = Path.of(args[3]);
    String results = output.resolve("results").toString();
    String collection = output.resolve("collection").toString();
    run("pipeline", input.toString(), results);
    run("add", input.resolve(args[1]).toString(), collection);
    run("add", input.resolve(args[2]).toString(), collection);
    System.exit(0);
  }

  private static void run(String... command) throws Exception {
    int status = Neardup.run(command);
    if (status != 0) {
      System.exit(status);
    }
  }
}
