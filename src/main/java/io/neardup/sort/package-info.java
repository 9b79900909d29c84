/** Sorting of what has been hashed, in memory. */
package io.neardup.sort;
