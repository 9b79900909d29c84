package io.neardup.gate;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** How a figure is compared with a number. */
enum Operator {
  LESS("<", true, false, false),
  AT_MOST("<=", true, true, false),
  GREATER(">", false, false, true),
  AT_LEAST(">=", false, true, true),
  EQUAL("=", false, true, false),
  NOT_EQUAL("!=", true, false, true);

  private final String sign;
  private final boolean ifLess;
  private final boolean ifEqual;
  private final boolean ifGreater;

  Operator(String sign, boolean ifLess, boolean ifEqual, boolean ifGreater) {
    this.sign = sign;
    this.ifLess = ifLess;
    this.ifEqual = ifEqual;
    this.ifGreater = ifGreater;
  }

  /** Returns the operator with a sign; empty if there is none. */
  static Optional<Operator> of(String sign) {
    return Arrays.stream(values()).filter(operator -> operator.sign.equals(sign)).findFirst();
  }

  /** Returns the signs of all operators, separated by spaces. */
  static String signs() {
    return Arrays.stream(values()).map(operator -> operator.sign).collect(Collectors.joining(" "));
  }

  /** Returns whether {@code value OPERATOR limit} holds; 1.0 and 1 are equal. */
  boolean holds(BigDecimal value, BigDecimal limit) {
    int order = value.compareTo(limit);
    return order < 0 ? ifLess : order > 0 ? ifGreater : ifEqual;
  }
}
