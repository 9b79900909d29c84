package io.neardup.hadoop.table;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.hadoop.job.TaskNotes;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.util.functional.FunctionRaisingIOE;

/**
 * The first few elements of a job, in order: each task leaves its own as a note, and the client
 * reads them all. An order without equal elements makes them independent of the number of tasks.
 *
 * @param <T> the type of the elements
 */
public final class TopNotes<T> extends Top<T> {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String name;
  private final FunctionRaisingIOE<T, String> format;
  private final FunctionRaisingIOE<String, T> parser;

  /**
   * Starts with no elements.
   *
   * @param name of the note
   * @param most the maximum number of elements to keep
   * @param order the order in which the elements to keep come first
   * @param format makes the line of an element, without its line break
   * @param parser the inverse of the format
   */
  public TopNotes(
      String name,
      int most,
      Comparator<? super T> order,
      FunctionRaisingIOE<T, String> format,
      FunctionRaisingIOE<String, T> parser) {
    super(most, order);
    this.name = name;
    this.format = format;
    this.parser = parser;
  }

  /** Starts with no elements of a class, which Jackson writes and reads as lines of JSON. */
  public TopNotes(String name, int most, Comparator<? super T> order, Class<T> type) {
    this(name, most, order, JSON::writeValueAsString, line -> JSON.readValue(line, type));
  }

  public String name() {
    return name;
  }

  /** Returns the elements as lines, in order, each with a line break. */
  public String lines() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (T element : list()) {
      lines.append(format.apply(element)).append('\n');
    }
    return lines.toString();
  }

  /** Leaves the elements as a note of the task, if there are any. */
  public void write(TaskInputOutputContext<?, ?, ?, ?> context) throws IOException {
    if (!list().isEmpty()) {
      TaskNotes.write(context, name, lines());
    }
  }

  /** Adds the elements that the tasks of a job left, and returns all, in order. */
  public List<T> read(Configuration conf, Path output) throws IOException {
    return read(conf, output, element -> true);
  }

  /** Adds those elements that the tasks of a job left which pass a filter, and returns all. */
  public List<T> read(Configuration conf, Path output, Predicate<T> filter) throws IOException {
    for (String line : TaskNotes.read(conf, output, name)) {
      T element = parser.apply(line);
      if (filter.test(element)) {
        add(element);
      }
    }
    return list();
  }
}
