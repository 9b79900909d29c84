package io.neardup.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.neardup.api.Neardup;
import io.neardup.hadoop.pipeline.Pipeline;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tables of an export in Spark SQL and DuckDB, with the queries of the page. */
class TablesTest {

  private static final String TEXT = "This is a text of some length, which others have as well: ";

  @Test
  void queriesCountTheCopiesOfKeptDocuments(@TempDir Path folder) throws Exception {
    Path pages = folder.resolve("pages.tsv");
    List<String> lines = new ArrayList<>();
    for (String id : List.of("a1", "a2", "a3", "a4")) {
      lines.add(id + "\t" + TEXT + "the first");
    }
    for (String id : List.of("b1", "b2")) {
      lines.add(id + "\t" + "Nothing of the others is here, but a fox jumps over a dog.");
    }
    lines.add("c1\tA text that is there once.");
    Files.write(pages, lines);
    Neardup neardup = new Neardup(new Configuration());
    var results = path(folder.resolve("results"));
    var run = neardup.pipeline(List.of(path(pages)), results, Pipeline.Existing.REFUSE);
    assertEquals(3, run.figures().documents().kept());
    neardup.tables(results, "parquet", path(folder.resolve("tables")), false);

    String query =
        "SELECT kept_id, count(*) AS copies FROM %s GROUP BY kept_id ORDER BY copies DESC LIMIT 10";
    List<String> expected = List.of("a1 3", "b1 1");
    try (SparkSession spark =
        SparkSession.builder().master("local[1]").config("spark.ui.enabled", "false").getOrCreate()) {
      String table = "parquet.`" + folder.resolve("tables/removals") + "`";
      List<String> rows = new ArrayList<>();
      for (Row row : spark.sql(String.format(query, table)).collectAsList()) {
        rows.add(row.getString(0) + " " + row.getLong(1));
      }
      assertEquals(expected, rows);
    }
    String files = "read_parquet('" + folder.resolve("tables/removals/*.parquet") + "')";
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        ResultSet rows = duck.createStatement().executeQuery(String.format(query, files))) {
      List<String> found = new ArrayList<>();
      while (rows.next()) {
        found.add(rows.getString(1) + " " + rows.getLong(2));
      }
      assertEquals(expected, found);
    }
  }

  private static org.apache.hadoop.fs.Path path(Path local) {
    return new org.apache.hadoop.fs.Path(local.toUri());
  }
}
