extension Hints {
  /// The hint for an operator or a function that formulas of answers don't have in this form.
  static func formula(_ message: String, _ first: String, _ last: String) -> String? {
    switch message {
    case _ where first == "+" && message.contains("'Key<["):
      return "a list is changed in a Do: Do(\"…\") { work in work[key, default: []].append(…) }"
    case _ where first == "+" && message.hasSuffix("conform to 'RangeReplaceableCollection'"):
      return "put texts together in a text: \"Dear \\(name)\""
    case _ where message.hasPrefix("initializer 'init(_:)' requires that 'Key<"):
      return "an answer has the type of its key: write the key alone"
    case _
    where message.contains("operator function '&'") || message.contains("operator function '|'"):
      return "conditions are joined with && and ||"
    case _
    where message.hasPrefix("referencing operator function '~='") && message.contains("'Key<"),
      _ where message.hasPrefix("instance method 'contains' requires that 'Key<"):
      return "compare the answer with each value, or twice: age >= 3 && age <= 5"
    case _ where message.hasPrefix("operator function '&&' requires the types"),
      _ where message.hasPrefix("operator function '||' requires the types"):
      return "a condition compares the answer, as in age > 3, or tests age.isSet"
    case _ where message.contains("'Key<Bool>'") && message.contains("'StringProtocol'"):
      return "yes or no is a condition by itself: When(ok), or When(!ok)"
    case _
    where message.hasPrefix("binary operator '<' cannot be applied to operands of type 'Bool'"),
      _ where message.hasPrefix("binary operator '<=' cannot be applied to operands of type 'Bool'"):
      return "compare twice: age > 3 && age < 5"
    case _ where message.hasPrefix("operator function '") && isFormula(last):
      return "put the answer on the left, as in count > 3"
    case _ where message.hasPrefix("unary operator '-'") && isFormula(last),
      _ where message.hasPrefix("referencing operator function '-' on 'FloatingPoint'"):
      return "write 0 - key"
    case _ where message.hasPrefix("global function 'abs") && isFormula(last):
      return "write max(key, 0 - key)"
    case "cannot convert value of type 'Key<Int>' to expected argument type 'Key<Double>'",
      "cannot convert value of type 'Formula<Int>' to expected argument type 'Formula<Double>'":
      return "this key keeps a whole number; for fractions, make it a Key<Double>"
    default: return nil
    }
  }

  private static func isFormula(_ type: String) -> Bool {
    type.hasPrefix("Key<") || type.hasPrefix("Formula<")
  }
}
