/** What programs in Java, Scala and Kotlin call. Everything here has a verb of the command line. */
package io.neardup.api;
