extension Session {
  /// The session as bytes, which any process that has the flow continues.
  ///
  /// It holds the answers that are in force, by stable ids, and no secret: only that one was given.
  /// It is not signed. Keep it where a person can’t change it, or sign it: whoever writes a token
  /// writes answers, and what actions are said to have done.
  public var token: [UInt8] {
    var token = SessionToken(started: started)
    token.entries = entriesInForce
    token.kept = run.kept
    if let missing {
      token.entries += missing.rest
      token.kept = missing.kept
    }
    do throws(InvalidFlow) {
      return token.bytes(run.program, fingerprint: try flow.fingerprintNumber)
    } catch {
      // A session is made of a valid flow only.
      return []
    }
  }

  /// Without a step back all entries are in force; to find that out by their names costs more than
  /// all the rest of a token.
  private var entriesInForce: [Journal.Entry] {
    let hasBack = run.journal.entries.contains { entry in
      switch entry.event {
      case .back, .undone: true
      default: false
      }
    }
    return hasBack ? run.journal.inForce : run.journal.entries
  }

  /// The token as text, in letters that may stand in an address.
  public var tokenText: String { Base64URL.encode(token) }

  /// Continues a session.
  ///
  /// What was said since the last resolution is said again. A secret that was given is not in the
  /// token: it is asked again, before anything else, unless it is given here.
  /// - Parameters:
  ///   - flow: the flow that the session performs.
  ///   - token: the session’s ``token``.
  ///   - secrets: secrets that the host has kept elsewhere, by the names of their needs.
  ///   - clock: the time in milliseconds since 1970; the system’s unless told.
  /// - Throws: ``TokenError`` where the token is damaged or of another flow, ``InvalidFlow`` where
  ///   something is wrong with the flow.
  public init(
    _ flow: Flow, token: [UInt8], secrets: [String: Value] = [:],
    clock: (@Sendable () -> Int)? = nil
  ) throws {
    let fingerprint = try flow.fingerprintNumber
    let token = try SessionToken(token, flow.program, fingerprint: fingerprint)
    self.init(
      flow, try Run(flow), started: token.started,
      clock: clock ?? { SystemClock.milliseconds })
    if !secrets.isEmpty { run.secrets = secrets }
    do throws(Rejection) {
      try replay(token.entries[...], token.kept)
    } catch {
      throw TokenError(.contents, error.message)
    }
  }

  /// Continues a session.
  /// - Parameters:
  ///   - flow: the flow that the session performs.
  ///   - token: the session’s ``tokenText``.
  ///   - secrets: secrets that the host has kept elsewhere, by the names of their needs.
  ///   - clock: the time in milliseconds since 1970; the system’s unless told.
  /// - Throws: ``TokenError`` where the token is damaged or of another flow, ``InvalidFlow`` where
  ///   something is wrong with the flow.
  public init(
    _ flow: Flow, token: String, secrets: [String: Value] = [:],
    clock: (@Sendable () -> Int)? = nil
  ) throws {
    guard let bytes = Base64URL.decode(token) else { throw TokenError.damaged }
    try self.init(flow, token: bytes, secrets: secrets, clock: clock)
  }
}
