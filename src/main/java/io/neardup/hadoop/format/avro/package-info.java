/** Avro object container files. Records are copied as they are encoded. */
package io.neardup.hadoop.format.avro;
