package io.neardup.hadoop.table;

import io.neardup.similarity.Measure;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * A pair of columns as a columns file has it: {@code
 * i<TAB>j<TAB>similarity<TAB>intersection<TAB>size of i<TAB>size of j}, i &lt; j. The similarity
 * has six decimals; the last three fields are empty, and 0 here, unless verification is exact. As a
 * value of a job it is its numbers without the columns, which the key has.
 */
public final class ColumnPair implements Writable {

  private static final int MILLION = 1_000_000;

  private final NumberParser numbers = new NumberParser("a pair of columns");
  private long smaller;
  private long larger;
  private int similarity;
  private int intersection;
  private int sizeOfSmaller;
  private int sizeOfLarger;

  /**
   * Reads a line, or a line {@code column<TAB>column} of a forest, whose columns come in any order
   * and whose similarity is 0; IOException if the line is not of this format or the columns are
   * equal.
   */
  public void parse(Text line) throws IOException {
    numbers.start(line);
    long first = numbers.numberField();
    long second = numbers.number();
    setColumns(Math.min(first, second), Math.max(first, second));
    setNumbers(0, 0, 0, 0);
    if (numbers.accept('\t')) {
      readNumbers();
    }
    numbers.expectEnd();
  }

  /** Reads a line, whose smaller column has been read, from an offset on. */
  void parse(long column, Text line, int offset) throws IOException {
    numbers.start(line, offset);
    setColumns(column, numbers.numberField());
    readNumbers();
    numbers.expectEnd();
  }

  /** Reads the numbers of a value of {@link PairsOutputFormat}; returns where the line begins. */
  public int parseNumbers(Text value) throws IOException {
    numbers.start(value);
    readNumbers();
    numbers.expect('\t');
    return numbers.position();
  }

  private void setColumns(long newSmaller, long newLarger) throws IOException {
    if (newSmaller >= newLarger) {
      throw numbers.broken();
    }
    smaller = newSmaller;
    larger = newLarger;
  }

  private void readNumbers() throws IOException {
    int millionths = numbers.millionths();
    numbers.expect('\t');
    if (numbers.accept('\t')) { // verified by signature
      numbers.expect('\t');
      setNumbers(millionths, 0, 0, 0);
    } else {
      int both = (int) numbers.numberField();
      int size = (int) numbers.numberField();
      setNumbers(millionths, both, size, (int) numbers.number());
    }
    if (similarity > MILLION) {
      throw numbers.broken();
    }
  }

  private void setNumbers(int newSimilarity, int both, int ofSmaller, int ofLarger) {
    similarity = newSimilarity;
    intersection = both;
    sizeOfSmaller = ofSmaller;
    sizeOfLarger = ofLarger;
  }

  public long smaller() {
    return smaller;
  }

  public long larger() {
    return larger;
  }

  /** Returns the similarity in millionths. */
  public int similarity() {
    return similarity;
  }

  /** Returns the similarity as {@link Measure#exact} has it. */
  public long exact(Measure measure) {
    return measure.exact(similarity, intersection, sizeOfSmaller, sizeOfLarger);
  }

  /** Returns how many shingles both have. */
  public int intersection() {
    return intersection;
  }

  /** Returns how many shingles the smaller column has. */
  public int sizeOfSmaller() {
    return sizeOfSmaller;
  }

  /** Returns how many shingles the larger column has. */
  public int sizeOfLarger() {
    return sizeOfLarger;
  }

  /** Returns how many shingles one of the two columns has. */
  public int sizeOf(long column, long other) {
    return column < other ? sizeOfSmaller : sizeOfLarger;
  }

  /** Appends the line, without line break. */
  public void appendTo(LineBuilder line) {
    line.append(smaller).append('\t').append(larger).append('\t').appendMillionths(similarity);
    appendSizes(line, intersection, sizeOfSmaller, sizeOfLarger);
  }

  /** Appends the last three fields of a line, empty if the sizes are 0. */
  public static void appendSizes(
      LineBuilder line, int intersection, int sizeOfSmaller, int sizeOfLarger) {
    if (sizeOfSmaller == 0) {
      line.append("\t\t\t");
      return;
    }
    line.append('\t').append(intersection);
    line.append('\t').append(sizeOfSmaller);
    line.append('\t').append(sizeOfLarger);
  }

  @Override
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeVInt(out, similarity);
    WritableUtils.writeVInt(out, intersection);
    WritableUtils.writeVInt(out, sizeOfSmaller);
    WritableUtils.writeVInt(out, sizeOfLarger);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    similarity = WritableUtils.readVInt(in);
    intersection = WritableUtils.readVInt(in);
    sizeOfSmaller = WritableUtils.readVInt(in);
    sizeOfLarger = WritableUtils.readVInt(in);
  }
}
