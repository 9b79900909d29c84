/** CSV with a header that names the columns. Records are copied byte for byte. */
package io.neardup.hadoop.format.csv;
