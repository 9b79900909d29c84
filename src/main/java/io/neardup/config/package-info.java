/**
 * The declaration of every {@code neardup.*} key, once: name, type, default, range, help, and which
 * results it decides. Help texts, the reference page, validation and the fingerprints in {@code
 * _neardup.json} all come from it.
 *
 * <p>Must not depend on Hadoop.
 */
package io.neardup.config;
