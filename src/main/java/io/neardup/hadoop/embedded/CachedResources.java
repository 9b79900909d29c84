package io.neardup.hadoop.embedded;

import java.net.URL;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds Hadoop's files of settings once. Hadoop reads them several times for each job, and looks in
 * all libraries for those that are not there. The defaults of YARN, which has no part in a job
 * inside this process, are not found: they are half of all.
 */
final class CachedResources extends ClassLoader {

  private static final String OF_YARN = "yarn-default.xml";

  private final Map<String, Optional<URL>> found = new ConcurrentHashMap<>();

  CachedResources(ClassLoader parent) {
    super(parent);
  }

  @Override
  public URL getResource(String name) {
    if (name.equals(OF_YARN)) {
      return null;
    }
    if (!name.endsWith("-default.xml") && !name.endsWith("-site.xml")) {
      return super.getResource(name);
    }
    return found
        .computeIfAbsent(name, file -> Optional.ofNullable(super.getResource(file)))
        .orElse(null);
  }
}
