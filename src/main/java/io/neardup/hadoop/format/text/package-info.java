/** Plain text: lines of id and text, one document per line, one document per file. */
package io.neardup.hadoop.format.text;
