/** SequenceFiles: those of users, of ids and texts, and the sets that the ingest has grouped. */
package io.neardup.hadoop.format.sequence;
