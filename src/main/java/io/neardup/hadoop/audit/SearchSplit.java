package io.neardup.hadoop.audit;

import io.neardup.hadoop.corpus.CorpusSplit;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;

/**
 * What a map task of an audit reads: either a part of the corpus, to be compared with a block of
 * sampled documents, or a file of results.
 */
public final class SearchSplit extends InputSplit implements Writable {

  private CorpusSplit documents = new CorpusSplit();
  private int block;
  private String file = ""; // of results; empty for documents
  private long length;
  private String[] hosts = new String[0];

  /** For deserialization. */
  public SearchSplit() {}

  static SearchSplit of(CorpusSplit documents, int block) {
    SearchSplit split = new SearchSplit();
    split.documents = documents;
    split.block = block;
    split.length = documents.getLength();
    split.hosts = documents.getLocations();
    return split;
  }

  static SearchSplit of(String file, long length) {
    SearchSplit split = new SearchSplit();
    split.file = file;
    split.length = length;
    return split;
  }

  /** Returns whether the task reads documents, not a file of results. */
  boolean isOfDocuments() {
    return file.isEmpty();
  }

  CorpusSplit documents() {
    return documents;
  }

  /** Returns the block of sampled documents with which documents are compared. */
  int block() {
    return block;
  }

  /** Returns the path of the file of results. */
  String file() {
    return file;
  }

  @Override
  public long getLength() {
    return length;
  }

  @Override
  public String[] getLocations() {
    return hosts.clone();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    documents.write(out);
    out.writeInt(block);
    Text.writeString(out, file);
    out.writeLong(length);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    documents.readFields(in);
    block = in.readInt();
    file = Text.readString(in);
    length = in.readLong();
    hosts = new String[0]; // only the scheduler needs them
  }
}
