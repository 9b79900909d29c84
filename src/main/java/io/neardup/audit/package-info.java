/**
 * How recall is measured without outside truth: the documents of a sample, the search for all their
 * near-duplicates, and what the sample says about all documents.
 *
 * <p>Part of the core: it must not depend on Hadoop.
 */
package io.neardup.audit;
