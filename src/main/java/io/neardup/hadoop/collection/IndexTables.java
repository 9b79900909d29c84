package io.neardup.hadoop.collection;

import io.neardup.config.Keys;
import io.neardup.hadoop.job.HadoopSettings;
import java.util.EnumSet;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;

/**
 * The tables of an index that a job is about. What its keys call a band are the bands of the first
 * table, then, if there are two, that of twins.
 */
final class IndexTables {

  private static final String TABLES = "neardup-internal.tables-of-index";

  private final Set<IndexTable> tables;
  private final int bands; // of a signature

  /**
   * @param bands of a signature
   */
  IndexTables(Set<IndexTable> tables, int bands) {
    this.tables = tables;
    this.bands = bands;
  }

  /** Returns those of a job. */
  static IndexTables of(Configuration conf) {
    Set<IndexTable> tables = EnumSet.noneOf(IndexTable.class);
    for (String name : conf.getStrings(TABLES)) {
      tables.add(IndexTable.valueOf(name));
    }
    return new IndexTables(tables, HadoopSettings.of(conf).getInt(Keys.BANDS));
  }

  /** Sets those of a job. */
  static void set(Configuration conf, Set<IndexTable> tables) {
    conf.setStrings(TABLES, tables.stream().map(IndexTable::name).toArray(String[]::new));
  }

  /** Returns how many bands the keys have. */
  int size() {
    return tables.stream().mapToInt(this::size).sum();
  }

  /** Returns how many bands of the keys belong to a table; 0 if the job is not about it. */
  int size(IndexTable table) {
    if (!tables.contains(table)) {
      return 0;
    }
    return table == IndexTable.TWINS ? 1 : bands;
  }

  /** Returns the first band of the keys that belongs to a table. */
  int first(IndexTable table) {
    return table == IndexTable.TWINS ? size(IndexTable.BANDS) : 0;
  }

  /** Returns the table that a band of the keys belongs to. */
  IndexTable table(int band) {
    return band < size(IndexTable.BANDS) ? IndexTable.BANDS : IndexTable.TWINS;
  }
}
