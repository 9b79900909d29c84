/** The command line: the driver and one class per verb. */
package io.neardup.cli;
