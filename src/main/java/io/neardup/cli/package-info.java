/** The command line: the driver and one class a verb. */
package io.neardup.cli;
