package io.neardup.gate;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The figures in a tree of records: its numbers. A figure's name is the path to it, the names of
 * record components separated by dots. A map whose keys are an enum counts as a record of the
 * enum's constants. Texts, lists and other maps are no figures.
 */
final class FigureTree {

  private FigureTree() {}

  /** Returns the names of the figures of a class of records, in the order of its components. */
  static List<String> names(Class<? extends Record> type) {
    List<String> names = new ArrayList<>();
    addNames("", type, names);
    return names;
  }

  private static void addNames(String path, Type type, List<String> names) {
    if (type instanceof Class<?> c && c.isRecord()) {
      for (RecordComponent component : c.getRecordComponents()) {
        addNames(below(path, component.getName()), component.getGenericType(), names);
      }
    } else if (type instanceof Class<?> c && isNumber(c)) {
      names.add(path);
    } else if (type instanceof ParameterizedType map
        && map.getRawType() == Map.class
        && map.getActualTypeArguments()[0] instanceof Class<?> key
        && key.isEnum()) {
      for (Object constant : key.getEnumConstants()) {
        addNames(below(path, ((Enum<?>) constant).name()), map.getActualTypeArguments()[1], names);
      }
    }
  }

  private static String below(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  private static boolean isNumber(Class<?> type) {
    return Number.class.isAssignableFrom(type)
        || type == int.class
        || type == long.class
        || type == double.class;
  }

  /** Returns the value of a figure; null if it, or a record on its path, is null. */
  static Number value(Record tree, String name) {
    Object value = tree;
    for (String word : name.split("\\.", -1)) {
      value = child(value, word);
    }
    // JSON has no other doubles than finite ones.
    return value instanceof Double d && !Double.isFinite(d) ? null : (Number) value;
  }

  private static Object child(Object parent, String name) {
    if (parent instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .filter(entry -> ((Enum<?>) entry.getKey()).name().equals(name))
          .map(Map.Entry::getValue)
          .findFirst()
          .orElse(null);
    }
    if (parent == null) {
      return null;
    }
    RecordComponent component =
        Arrays.stream(parent.getClass().getRecordComponents())
            .filter(c -> c.getName().equals(name))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no figure " + name));
    try {
      return component.getAccessor().invoke(parent);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("the accessors of records of figures are public", e);
    }
  }
}
