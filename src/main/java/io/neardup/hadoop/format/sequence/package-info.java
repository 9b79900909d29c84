/** SequenceFiles: ids and texts of users, and the sets that ingest has grouped. */
package io.neardup.hadoop.format.sequence;
