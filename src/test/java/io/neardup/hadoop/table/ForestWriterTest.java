package io.neardup.hadoop.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.graph.Graphs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForestWriterTest {

  private static List<long[]> edges(List<long[]> pairs, int inMemory) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ForestWriter forest = new ForestWriter(out, inMemory);
    for (long[] pair : pairs) {
      forest.add(pair[0], pair[1]);
    }
    forest.close();
    List<long[]> edges =
        out.toString(StandardCharsets.UTF_8)
            .lines()
            .map(line -> line.split("\t", -1))
            .map(columns -> new long[] {Long.parseLong(columns[0]), Long.parseLong(columns[1])})
            .toList();
    assertThat(edges).hasSize((int) forest.edges()).allMatch(edge -> edge[0] < edge[1]);
    return edges;
  }

  @Test
  void aComponentHasAnEdgeAColumnHoweverManyPairsItHas() throws IOException {
    assertThat(edges(Graphs.clique(100), ForestWriter.IN_MEMORY)).hasSize(99);
    assertThat(edges(Graphs.reversed(Graphs.path(500)), ForestWriter.IN_MEMORY)).hasSize(499);
    assertThat(edges(List.of(), ForestWriter.IN_MEMORY)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 10, 57, 1000})
  void theComponentsAreTheSameHoweverFewColumnsFit(int inMemory) throws IOException {
    for (int seed = 1; seed <= 20; seed++) {
      List<long[]> pairs = Graphs.random(new Random(seed), 200, 150);
      assertThat(Graphs.components(edges(pairs, inMemory))).isEqualTo(Graphs.components(pairs));
    }
  }
}
