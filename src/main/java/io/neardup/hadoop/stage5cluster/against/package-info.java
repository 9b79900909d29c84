/**
 * Decides which documents of an input are kept where another collection stays as it is: pairs with
 * documents of the collection remove documents of the input, pairs of two documents of the input
 * are treated as in any other corpus.
 *
 * <p>{@link io.neardup.hadoop.stage5cluster.against.AgainstStage} is stage 5 for this case. It must
 * not depend on how a collection is stored.
 */
package io.neardup.hadoop.stage5cluster.against;
