/** Records of web crawls: WARC and WET files, with the text of their HTML pages. */
package io.neardup.hadoop.format.warc;
