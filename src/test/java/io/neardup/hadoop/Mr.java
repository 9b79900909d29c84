package io.neardup.hadoop;

import java.util.HexFormat;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mrunit.TestDriver;
import org.apache.hadoop.mrunit.mapreduce.MapDriver;
import org.apache.hadoop.mrunit.mapreduce.MapReduceDriver;
import org.apache.hadoop.mrunit.mapreduce.ReduceDriver;
import org.apache.hadoop.mrunit.types.KeyValueReuseList;
import org.apache.hadoop.mrunit.types.Pair;

/** What the MRUnit tests share. */
public final class Mr {

  /** Copied, as Hadoop's default files take long to read. */
  private static final Configuration DEFAULTS = new Configuration();

  private Mr() {}

  /** Returns a configuration of {@code key=value} entries. */
  public static Configuration conf(String... entries) {
    Configuration conf = new Configuration(DEFAULTS);
    for (String entry : entries) {
      int equals = entry.indexOf('=');
      conf.set(entry.substring(0, equals), entry.substring(equals + 1));
    }
    return conf;
  }

  /** Returns a driver of a mapper. */
  public static <A, B, K, V> MapDriver<A, B, K, V> map(
      Mapper<A, B, K, V> mapper, Configuration conf) {
    MapDriver<A, B, K, V> driver = MapDriver.newMapDriver(mapper);
    configure(driver, conf);
    return driver;
  }

  /** Returns a driver of a reducer. */
  public static <K, V, C, D> ReduceDriver<K, V, C, D> reduce(
      Reducer<K, V, C, D> reducer, Configuration conf) {
    ReduceDriver<K, V, C, D> driver = ReduceDriver.newReduceDriver(reducer);
    configure(driver, conf);
    return driver;
  }

  /** Returns a driver of a mapper and a reducer. */
  public static <A, B, K, V, C, D> MapReduceDriver<A, B, K, V, C, D> chain(
      Mapper<A, B, K, V> mapper, Reducer<K, V, C, D> reducer, Configuration conf) {
    MapReduceDriver<A, B, K, V, C, D> driver = MapReduceDriver.newMapReduceDriver(mapper, reducer);
    configure(driver, conf);
    return driver;
  }

  /** Gives a driver the entries of a configuration. */
  public static void configure(TestDriver<?, ?, ?> driver, Configuration conf) {
    conf.forEach(entry -> driver.getConfiguration().set(entry.getKey(), entry.getValue()));
  }

  /** Returns a comparator as MRUnit wants it. */
  @SuppressWarnings("unchecked") // WritableComparator implements the raw type
  public static <K> RawComparator<K> comparator(WritableComparator comparator) {
    return comparator;
  }

  /** Returns one group of a reducer's input, whose key moves on with the values, as in a job. */
  public static <K extends Writable, V extends Writable> KeyValueReuseList<K, V> group(
      Configuration conf, List<Pair<K, V>> records) {
    Pair<K, V> first = records.get(0);
    KeyValueReuseList<K, V> group =
        new KeyValueReuseList<>(
            WritableUtils.clone(first.getFirst(), conf),
            WritableUtils.clone(first.getSecond(), conf),
            conf);
    group.addAll(records);
    return group;
  }

  /** Returns the values of an output, in order. */
  public static List<String> values(List<? extends Pair<?, Text>> output) {
    return output.stream().map(pair -> pair.getSecond().toString()).toList();
  }

  /** Returns the records of an output in hex, in order. */
  public static List<String> hex(List<? extends Pair<?, BytesWritable>> output) {
    return output.stream()
        .map(pair -> HexFormat.of().formatHex(pair.getSecond().copyBytes()))
        .toList();
  }

  /** Returns the value of a counter. */
  public static long count(Counters counters, Enum<?> counter) {
    return counters.findCounter(counter).getValue();
  }
}
