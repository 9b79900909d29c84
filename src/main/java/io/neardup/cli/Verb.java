package io.neardup.cli;

import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configured;

/** A verb that reads or writes files: {@code call} returns its exit status. */
abstract class Verb extends Configured implements Callable<Integer> {}
