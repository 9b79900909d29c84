/** Tests of the built job jar as its users meet it: on clusters, in small heaps, by its scripts. */
package io.neardup.it;
