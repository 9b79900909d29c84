/** How whole files are compressed. Does not depend on any format. */
package io.neardup.hadoop.format.compression;
