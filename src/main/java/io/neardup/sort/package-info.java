/** Sorting of hashes in memory. Must not depend on any other package of the project. */
package io.neardup.sort;
