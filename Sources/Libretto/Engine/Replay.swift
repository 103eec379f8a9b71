extension Run {
  /// Brings a run to the state that a journal ends in.
  ///
  /// What was said before the last entry is passed over: it has been said. What comes after it is
  /// said again, since nobody noted that it was heard. Actions are not performed again; what
  /// they wrote is in the journal.
  /// - Parameters:
  ///   - journal: the journal of a run of the same flow.
  ///   - secrets: the secrets that the journal does not hold, by the name of their question:
  ///     `word`, `word#2`; those that an action wrote by its name and the key's: `check#2/word`.
  /// - Throws: ``Rejection`` where the journal does not fit the flow; the run then stands before
  ///   the entry that does not fit.
  public mutating func replay(
    _ journal: Journal, secrets: [String: Value] = [:]
  ) throws(Rejection) {
    try replay(inForce: journal.inForce, secrets: secrets)
    self.journal = journal
  }

  /// Brings a run to the state behind entries that are all in force.
  mutating func replay(
    inForce entries: [Journal.Entry], secrets: [String: Value]
  ) throws(Rejection) {
    for entry in entries { try replay(entry, try need(for: entry), secrets) }
  }

  /// Passes over what was said, and the time that passed, up to the need of an entry.
  mutating func need(for entry: Journal.Entry) throws(Rejection) -> Need {
    while true {
      if isParallel, let need = needs.first(where: { $0.isNeed(of: entry) }) { return need }
      guard let need = isParallel ? needs.first(where: \.isPassedOver) ?? nextNeed : nextNeed else {
        throw Rejection(message: "The journal goes on with “\(entry.name)” after the flow’s end.")
      }
      switch need.kind {
      case .say: try resolve(need, .shown)
      case .wait: try resolve(need, .elapsed)
      case .back: try resolve(need, .stayed)
      case .prompt, .notice, .action, .load:
        guard need.isNeed(of: entry) else {
          throw Rejection(
            message: "The journal goes on with “\(entry.name)”, the flow with “\(need.name)”.")
        }
        return need
      }
    }
  }

  /// Resolves the need of an entry as the entry tells.
  mutating func replay(
    _ entry: Journal.Entry, _ need: Need, _ secrets: [String: Value]
  ) throws(Rejection) {
    switch entry.event {
    case .began:
      guard need.kind == .action else {
        throw Rejection(
          message: "The journal begins “\(entry.name)”, which is no action in the flow.")
      }
      begin(need, at: entry.time)
    case .undone, .back: break
    case .timedOut:
      try resolve(need, .timedOut, as: entry)
    case .answered(.null) where need.kind == .notice:
      try resolve(need, .dismissed, as: entry)
    case .answered(let value):
      try resolve(need, .answer(value), as: entry)
    case .answeredSecretly:
      guard let secret = secrets[entry.name] else {
        throw Rejection(
          message: "The secret “\(entry.name)” is not in the journal; it has to be given again.")
      }
      try resolve(need, .answer(secret), as: entry)
    case .failed(let message):
      try resolve(need, .failed(message), as: entry)
    case .performed(let writes) where need.kind == .load:
      try resolve(need, .loaded(writes.first?.value), as: entry)
    case .performed(let writes):
      var written = answers
      for write in writes {
        guard write.isSecret else {
          written.write(write.value, write.key)
          continue
        }
        // A key's name alone may be the id of a question, which was given another secret.
        let name = "\(entry.name)/\(write.key)"
        guard let secret = secrets[name] else {
          throw Rejection(
            message: "The secret “\(name)”, which an action wrote, is not in the journal; "
              + "it has to be given again.")
        }
        written.write(secret, write.key)
      }
      try resolve(need, .performed(written), as: entry)
    }
  }

  private mutating func resolve(
    _ need: Need, _ resolution: Resolution, as entry: Journal.Entry
  ) throws(Rejection) {
    do throws(Rejection) {
      try resolve(need, resolution, at: entry.time)
    } catch {
      throw Rejection(message: "The journal’s “\(entry.name)” does not fit: \(error.message)")
    }
  }
}

extension Need {
  fileprivate func isNeed(of entry: Journal.Entry) -> Bool {
    performance == entry.performance && !isPassedOver && id == entry.id
  }

  /// Whether no entry of a journal tells of it.
  fileprivate var isPassedOver: Bool { kind == .say || kind == .wait || kind == .back }
}

extension Journal.Entry {
  /// The id with the number of the performance: `age`, then `age#2`.
  public var name: String { performance == 1 ? id : "\(id)#\(performance)" }
}
