import static org.apache.spark.sql.functions.col;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.spark.ml.feature.MinHashLSH;
import org.apache.spark.ml.feature.MinHashLSHModel;
import org.apache.spark.ml.linalg.VectorUDT;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The pairs that Spark MLlib's MinHashLSH finds: {@code java -cp … MinHashRival.java CHARACTERS
 * THRESHOLD TABLES FILE PAIRS}. Reads lines {@code id<TAB>text}, writes lines {@code
 * idA<TAB>idB<TAB>similarity} into the folder PAIRS.
 */
public final class MinHashRival {

  private static final int DIMENSIONS = 1 << 30;

  private MinHashRival() {}

  /** Runs it. */
  public static void main(String[] args) throws IOException {
    int length = Integer.parseInt(args[0]);
    double threshold = Double.parseDouble(args[1]);
    SparkSession spark =
        SparkSession.builder()
            .master("local[*]")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "8")
            .getOrCreate();
    StructType schema =
        new StructType(
            new StructField[] {
              new StructField("id", DataTypes.StringType, false, Metadata.empty()),
              new StructField("features", new VectorUDT(), false, Metadata.empty())
            });
    // Made here: Spark does not find the classes of a program that is run from its source.
    List<Row> rows;
    try (Stream<String> lines = Files.lines(Path.of(args[3]))) {
      rows = lines.parallel().map(line -> row(line, length)).toList();
    }
    Dataset<Row> documents = spark.createDataFrame(rows, schema).repartition(8).cache();
    MinHashLSHModel model =
        new MinHashLSH()
            .setNumHashTables(Integer.parseInt(args[2]))
            .setSeed(1)
            .setInputCol("features")
            .setOutputCol("hashes")
            .fit(documents);
    model
        .approxSimilarityJoin(documents, documents, 1 - threshold + 1e-9, "distance")
        .filter(col("datasetA.id").lt(col("datasetB.id")))
        .selectExpr("concat_ws('\t', datasetA.id, datasetB.id, format_number(1 - distance, 6))")
        .write()
        .text(args[4]);
    spark.stop();
  }

  /** Returns the id of a document and the vector that has a one for each of its shingles. */
  private static Row row(String line, int length) {
    int tab = line.indexOf('\t');
    int[] text = line.substring(tab + 1).strip().replaceAll("\\s+", " ").codePoints().toArray();
    TreeSet<Integer> shingles = new TreeSet<>();
    for (int s = 0; s < Math.max(1, text.length - length + 1); s++) {
      int hash = 0x811C9DC5;
      for (int i = s; i < Math.min(text.length, s + length); i++) {
        hash = (hash ^ text[i]) * 0x01000193;
        hash ^= hash >>> 15;
      }
      shingles.add((hash * 0x9E3779B9) >>> 2);
    }
    int[] indices = shingles.stream().mapToInt(i -> i).toArray();
    double[] ones = new double[indices.length];
    Arrays.fill(ones, 1);
    return RowFactory.create(
        line.substring(0, tab), Vectors.sparse(DIMENSIONS, indices, ones));
  }
}
