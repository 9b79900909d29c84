/** Plain text: lines of id and text, a document a line, a document a file. */
package io.neardup.hadoop.format.text;
