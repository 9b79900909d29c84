package io.neardup.hadoop.embedded;

import org.apache.hadoop.yarn.util.ResourceCalculatorProcessTree;

/**
 * Measures nothing of the processes of a task, where a task is none. Hadoop's own class starts
 * three processes to learn how to measure.
 */
public final class NoProcessTree extends ResourceCalculatorProcessTree {

  /**
   * For Hadoop, by reflection.
   *
   * @param root the process of the task; not used
   */
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
