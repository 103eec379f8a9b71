import LibrettoCore

/// Checks JSON against a JSON Schema of draft 2020-12, with those of its keywords that the schema
/// of flows and that of served lines use; one that it does not know is an error, so that none is passed over.
package struct SchemaValidator: Sendable {
  private let root: JSONObject

  package init(root: JSONObject) { self.root = root }

  /// Why a value is not what the schema says; nil where it is.
  /// - Parameter name: the name of one of its definitions; nil for the schema itself.
  package func problem(_ value: JSONValue, _ name: String? = nil) -> String? {
    let schema = name.map { ["$ref": JSONValue.string("#/$defs/" + $0)] } ?? root
    return problem(value, .object(schema), "$")
  }

  private func problem(_ value: JSONValue, _ schema: JSONValue, _ path: String) -> String? {
    guard case .object(let schema) = schema else { return "\(path): no schema" }
    for keyword in schema {
      if let problem = problem(value, keyword.name, keyword.value, schema, path) { return problem }
    }
    return nil
  }

  private func problem(
    _ value: JSONValue, _ keyword: String, _ wanted: JSONValue, _ schema: JSONObject,
    _ path: String
  ) -> String? {
    switch (keyword, wanted, value) {
    case ("$schema", _, _), ("$id", _, _), ("title", _, _), ("description", _, _), ("$defs", _, _):
      return nil
    case ("$ref", .string(let name), _):
      guard name.hasPrefix("#/$defs/"), case .object(let definitions)? = root["$defs"],
        let inner = definitions[String(name.dropFirst(8))]
      else { return "\(path): there is no \(name)" }
      return problem(value, inner, path)
    case ("type", .string(let type), _):
      return Self.isType(value, type) ? nil : "\(path): not of type \(type)"
    case ("type", .array(let types), _):
      return types.contains { type in
        if case .string(let type) = type { Self.isType(value, type) } else { false }
      } ? nil : "\(path): of none of the types"
    case ("const", _, _): return value == wanted ? nil : "\(path): not \(wanted)"
    case ("enum", .array(let values), _):
      return values.contains(value) ? nil : "\(path): none of the values"
    case ("oneOf", .array(let schemas), _):
      let problems = schemas.map { problem(value, $0, path) }
      let count = problems.filter { $0 == nil }.count
      // Of several alternatives the one that came furthest tells most.
      let furthest = problems.compactMap { $0 }.max { $0.count < $1.count } ?? ""
      return count == 1 ? nil : "\(path): \(count) alternatives fit; \(furthest)"
    case ("required", .array(let names), .object(let object)):
      for case .string(let name) in names where object[name] == nil { return "\(path): no \(name)" }
      return nil
    case ("properties", .object(let properties), .object(let object)):
      for member in object {
        guard let inner = properties[member.name] else { continue }
        if let problem = problem(member.value, inner, path + "." + member.name) { return problem }
      }
      return nil
    case ("additionalProperties", _, .object(let object)):
      return additional(object, wanted, schema, path)
    case ("items", _, .array(let elements)):
      for (index, element) in elements.enumerated() {
        if let problem = problem(element, wanted, path + "[\(index)]") { return problem }
      }
      return nil
    case ("minItems", .integer(let least), .array(let elements)):
      return elements.count >= least ? nil : "\(path): too few"
    case ("maxItems", .integer(let most), .array(let elements)):
      return elements.count <= most ? nil : "\(path): too many"
    case ("minLength", .integer(let least), .string(let text)):
      return text.unicodeScalars.count >= least ? nil : "\(path): too short"
    case ("maxLength", .integer(let most), .string(let text)):
      return text.unicodeScalars.count <= most ? nil : "\(path): too long"
    case ("pattern", .string(let pattern), .string(let text)):
      guard let regex = try? Regex(pattern) else { return "\(path): no pattern" }
      return text.firstMatch(of: regex) == nil ? "\(path): not as the pattern has it" : nil
    case ("minimum", .integer(let least), .integer(let number)):
      return number >= least ? nil : "\(path): too small"
    case ("maximum", .integer(let most), .integer(let number)):
      return number <= most ? nil : "\(path): too large"
    case ("required", .array, _), ("properties", .object, _), ("additionalProperties", _, _),
      ("items", _, _), ("minItems", .integer, _), ("maxItems", .integer, _),
      ("minLength", .integer, _), ("maxLength", .integer, _),
      ("pattern", .string, _),
      ("minimum", .integer, _), ("maximum", .integer, _):
      // Said of another type than the value has.
      return nil
    default: return "\(path): the keyword \(keyword) is not known"
    }
  }

  private func additional(
    _ object: JSONObject, _ wanted: JSONValue, _ schema: JSONObject, _ path: String
  ) -> String? {
    for member in object {
      if case .object(let properties)? = schema["properties"], properties.contains(member.name) {
        continue
      }
      if wanted == .bool(false) { return "\(path): no place for \(member.name)" }
      if let problem = problem(member.value, wanted, path + "." + member.name) { return problem }
    }
    return nil
  }

  private static func isType(_ value: JSONValue, _ type: String) -> Bool {
    switch (type, value) {
    case ("null", .null), ("boolean", .bool), ("integer", .integer), ("number", .integer),
      ("number", .number), ("string", .string), ("array", .array), ("object", .object):
      true
    default: false
    }
  }
}
