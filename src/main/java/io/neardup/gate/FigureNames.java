package io.neardup.gate;

import io.neardup.config.SimilarNames;
import java.lang.invoke.MethodType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The names of the figures that the conditions of a verb may use. Immutable.
 *
 * <p>The figures in a tree of records are its numbers. A figure's name is the path to it, the names
 * of record components separated by dots. A map whose keys are an enum counts as a record of the
 * enum's constants. Texts, lists and other maps are no figures.
 */
public final class FigureNames {

  private final Set<String> names;
  private final Map<String, String> verbs; // of figures that only other verbs have

  private FigureNames(Set<String> names, Map<String, String> verbs) {
    this.names = names;
    this.verbs = verbs;
  }

  /**
   * Returns the names of the figures in trees of records, in the order of the records;
   * IllegalArgumentException if two of the classes have a figure of the same name.
   */
  public static FigureNames of(List<Class<? extends Record>> types) {
    Set<String> names = new LinkedHashSet<>();
    for (Class<? extends Record> type : types) {
      for (String name : names(type)) {
        if (!names.add(name)) {
          throw new IllegalArgumentException(name + " names two figures");
        }
      }
    }
    return new FigureNames(names, Map.of());
  }

  /**
   * Returns these names, and as names to be refused those of figures that another verb has: the
   * message names the verb.
   */
  public FigureNames besides(String verb, Class<? extends Record> type) {
    Map<String, String> others = new LinkedHashMap<>(verbs);
    names(type).forEach(name -> others.put(name, verb));
    return new FigureNames(names, others);
  }

  private static List<String> names(Class<? extends Record> type) {
    List<String> names = new ArrayList<>();
    addNames("", type, names);
    return names;
  }

  private static void addNames(String path, Type type, List<String> names) {
    if (type instanceof Class<?> c && c.isRecord()) {
      for (RecordComponent component : c.getRecordComponents()) {
        addNames(path + "." + component.getName(), component.getGenericType(), names);
      }
    } else if (type instanceof Class<?> c && isNumber(c)) {
      names.add(path.substring(1));
    } else if (type instanceof ParameterizedType map
        && map.getRawType() == Map.class
        && map.getActualTypeArguments()[0] instanceof Class<?> key
        && key.isEnum()) {
      for (Object constant : key.getEnumConstants()) {
        addNames(path + "." + ((Enum<?>) constant).name(), map.getActualTypeArguments()[1], names);
      }
    }
  }

  private static boolean isNumber(Class<?> type) {
    return Number.class.isAssignableFrom(MethodType.methodType(type).wrap().returnType());
  }

  /** Returns the names. */
  public Set<String> all() {
    return Collections.unmodifiableSet(names);
  }

  /** Refuses a condition whose figure does not exist; UsageException with the most similar name. */
  void require(Condition condition) {
    String name = condition.figure();
    if (!names.contains(name)) {
      throw Condition.refused(
          condition.text(),
          verbs.containsKey(name)
              ? name + " is a figure of the verb " + verbs.get(name)
              : "there is no figure "
                  + name
                  + SimilarNames.of(name, names)
                      .map(similar -> "; did you mean " + similar + "?")
                      .orElse("; the page on figures lists all figures"));
    }
  }
}
