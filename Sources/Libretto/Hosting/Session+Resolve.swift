extension Session {
  /// Resolves a need, and goes on to the next.
  ///
  /// The host’s own checks of an answer are not performed: ``answer(_:_:)`` does that.
  /// - Parameters:
  ///   - name: the name of one of the ``needs``.
  ///   - resolution: what became of it.
  /// - Throws: ``Rejection`` where it does not fit; the session then stands where it stood.
  public mutating func resolve(
    _ name: String, _ resolution: SessionResolution
  ) throws(Rejection) {
    if let missing { return try give(missing, name, resolution) }
    let time = clock()
    expire(at: time)
    let need = try open(name)
    try run.resolve(need, try self.resolution(resolution, need), at: time)
    said = []
    arrive(at: time)
    settle()
  }

  /// The need of this name.
  func open(_ name: String) throws(Rejection) -> Need {
    if let need = run.nextNeed, need.sessionName == name { return need }
    let needs = run.needs
    if let need = needs.first(where: { $0.sessionName == name }) { return need }
    guard !needs.isEmpty else {
      throw Rejection(message: "The session has ended; “\(name.shortened)” is needed no more.")
    }
    throw Rejection(
      message: "“\(name.shortened)” is not what the session waits for; that is "
        + needs.prefix(20).map { "“\($0.sessionName)”" }.joined(separator: ", ") + ".")
  }

  /// The answer that a resolution gives to a question; nil where it gives none.
  func read(_ resolution: SessionResolution, _ need: Need) throws(Rejection) -> Value? {
    switch resolution {
    case .answer(let value): return value
    case .text(let text): return try run.question(for: need)?.read(text)
    case .value(let value): return try run.question(for: need)?.read(value)
    default: return nil
    }
  }

  private func resolution(
    _ resolution: SessionResolution, _ need: Need
  ) throws(Rejection) -> Resolution {
    switch resolution {
    case .text, .value, .answer:
      guard need.kind == .prompt, let value = try read(resolution, need) else {
        throw Rejection(message: "The step “\(need.sessionName)” is no question.")
      }
      return .answer(value)
    case .performed(let writes):
      var answers = run.answers
      for name in writes.keys.sorted() { answers.write(writes[name] ?? nil, name) }
      return .performed(answers.onlyWrites)
    case .dismissed: return .dismissed
    case .loaded(let value): return .loaded(value)
    case .failed(let message): return .failed(message)
    case .timedOut: return .timedOut
    case .elapsed: return .elapsed
    case .stayed: return .stayed
    }
  }

  /// Takes a secret that was given before, and goes on with what came after it.
  private mutating func give(
    _ missing: Missing, _ name: String, _ resolution: SessionResolution
  ) throws(Rejection) {
    guard name == missing.name else {
      throw Rejection(
        message:
          "The secret “\(missing.name)” is not in the token; it has to be given again, first.")
    }
    var next = self
    let value: Value
    switch resolution {
    case .text(let text) where missing.need.kind != .prompt: value = .string(text)
    case .value(let given) where missing.need.kind != .prompt: value = given
    default:
      guard let given = try read(resolution, missing.need) else {
        throw Rejection(message: "The step “\(name)” is not resolved like this.")
      }
      value = given
    }
    try run.check(missing.need, value)
    next.run.secrets[name] = value
    next.said = []
    try next.replay(missing.rest, missing.kept)
    self = next
  }

  // MARK: Replaying

  /// Brings the session to where entries of a token end, or to the first secret that is not known.
  mutating func replay(
    _ entries: ArraySlice<Journal.Entry>, _ kept: Kept?
  ) throws(Rejection) {
    missing = nil
    if run.program.keys.secrets.isEmpty && run.program.operations.isEmpty {
      try run.replay(inForce: Array(entries), secrets: [:])
      since = entries.last?.time ?? started
    } else {
      var rest = entries
      if opened.isEmpty { arrive(at: since) }
      while let entry = rest.first {
        let need = try run.need(for: entry)
        if let name = unknownSecret(of: entry) {
          missing = Missing(name: name, need: need, rest: rest, kept: kept)
          return
        }
        try run.replay(entry, need, run.secrets)
        arrive(at: entry.time)
        rest.removeFirst()
      }
    }
    if let kept {
      run.kept = kept
      run.takeKept(at: since)
    }
    settle()
    expire(at: clock())
  }

  private func unknownSecret(of entry: Journal.Entry) -> String? {
    switch entry.event {
    case .answeredSecretly: return run.secrets[entry.name] == nil ? entry.name : nil
    case .performed(let writes):
      return writes.lazy.filter(\.isSecret).map { "\(entry.name)/\($0.key)" }
        .first { run.secrets[$0] == nil }
    default: return nil
    }
  }
}
