package io.neardup.cli;

import io.neardup.api.Neardup;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configured;

/** A verb that reads or writes files: {@code call} returns its exit status. */
abstract class Verb extends Configured implements Callable<Integer> {

  /** Returns what does the work, with progress on standard error. */
  final Neardup neardup() throws IOException {
    return new Neardup(getConf(), System.err::println);
  }
}
