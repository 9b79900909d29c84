/** JSON Lines: an object a line, to which fields can be added. */
package io.neardup.hadoop.format.json;
