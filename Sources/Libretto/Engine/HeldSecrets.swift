/// The secrets that a run holds, by their sources; no line contains one.
struct HeldSecrets: Sendable {
  private var current: [Run.SecretName: Value] = [:]
  /// All secrets, also those that were replaced, because an error may still quote one.
  ///
  /// The copies that work was given share this set. So what work says is searched for the secrets of
  /// the moment at which it says it, not of the moment at which it began.
  private let all: Locked<Set<Value>>?

  /// No secrets, of a run that never holds one.
  init() { all = nil }

  init(_ secrets: [Run.SecretName: Value]) {
    current = secrets
    all = Locked(Set(secrets.values))
  }

  subscript(name: Run.SecretName) -> Value? {
    get { current[name] }
    set {
      current[name] = newValue
      if let newValue, let all { all.withLock { _ = $0.insert(newValue) } }
    }
  }

  /// All secrets, also those that were replaced.
  var values: [Value] { all?.withLock { Array($0) } ?? [] }
}
