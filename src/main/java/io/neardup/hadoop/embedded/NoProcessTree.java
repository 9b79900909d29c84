package io.neardup.hadoop.embedded;

import org.apache.hadoop.yarn.util.ResourceCalculatorProcessTree;

/**
 * A process tree that measures nothing, for tasks that are not processes. Hadoop's own class starts
 * three processes to find out how to measure.
 */
public final class NoProcessTree extends ResourceCalculatorProcessTree {

  /** For Hadoop, by reflection; the process of the task is not used. */
  public NoProcessTree(String root) {
    super(root);
  }

  @Override
  public void updateProcessTree() {}

  @Override
  public String getProcessTreeDump() {
    return "";
  }

  @Override
  public boolean checkPidPgrpidForMatch() {
    return true;
  }
}
