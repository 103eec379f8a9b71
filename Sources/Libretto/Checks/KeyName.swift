/// The name of a key has only letters, digits, “-”, “_” and “.”.
///
///     Key<String>("first name")  // Key<String>("first-name")
enum KeyName: KeyRule {
  static let code = "key-name"

  static func problem(of use: KeyUse, first: KeyUse?) -> Diagnostic? {
    let name = use.key.name
    guard first == nil else { return nil }
    let isName =
      !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
    if isName { return nil }
    return problem(
      "“\(name)” can't be a key: use letters, digits, “-”, “_” and “.”", at: use.place)
  }
}
