/// Serves a run with an interactive interpreter, from its start to its end: the one place where
/// needs meet I/O.
struct Driver<Host: InteractiveInterpreter>: Sendable {
  /// How many answers in a row one question refuses before the run fails.
  ///
  /// Without it, an endless stream of nonsense would be asked for ever.
  static var refusals: Int { 1000 }

  /// How long something loads before that is shown, so that fast work does not flicker.
  static var patience: Duration { .milliseconds(25) }

  let host: Host
  /// The bounds of a run, where they are not the flow's own.
  var limits: Limits?
  /// How long the whole run may take; nil for as long as it wants.
  var timeout: Duration?
  /// Is told each entry of the journal before the flow goes on.
  var record: (@Sendable (Journal.Entry) throws -> Void)?

  init(_ host: Host) {
    self.host = host
  }

  func perform(_ flow: Flow) async throws -> FlowResult {
    if host.performsActions { try flow.validateClosures() }
    let stage = Stage(host, flow, try Run(flow, limits: limits), timeout, record)
    return try await stage.perform()
  }

  /// Goes on with a saved run.
  /// - Parameters:
  ///   - flow: the flow as it is now.
  ///   - saved: the saved run.
  ///   - begun: what becomes of an action that was begun and not ended.
  ///   - tell: is told what could not be taken over, before anything is asked.
  ///   - starting: is called before the first entry is recorded.
  func resume(
    _ flow: Flow, _ saved: SavedRun, begun: BegunPolicy,
    tell: (ResumeRemark) throws -> Void, starting: () throws -> Void = {}
  ) async throws -> FlowResult {
    try flow.validate()
    if host.performsActions { try flow.validateClosures() }
    let secrets = try await self.secrets(of: saved, flow)
    let (run, remarks) = try Run.resuming(
      flow, saved, secrets: secrets, limits: limits, at: host.now)
    for remark in remarks { try tell(remark) }
    try starting()
    let stage = Stage(
      host, flow, run, timeout, record,
      resumed: Resumed(saved, begun, remarks))
    return try await stage.perform()
  }

  /// Asks for the secrets again, which no journal holds, before anything else.
  private func secrets(of saved: SavedRun, _ flow: Flow) async throws -> [String: Value] {
    var secrets: [String: Value] = [:]
    let run = try Run(flow, limits: limits)
    for name in saved.secretNames {
      guard var question = run.question(named: name) else { continue }
      question.note = "The secret “\(name)” is asked for again: a saved run does not hold it."
      for _ in 0..<Self.refusals {
        let reply = try await host.ask(question)
        do throws(Rejection) {
          let value: Value
          switch reply {
          case .text(let text): value = try question.read(text)
          case .value(let answer): value = answer
          case .back: throw Rejection(message: "There is nothing to go back to.")
          case .cancelled, .timedOut: return secrets
          case .endOfInput:
            throw Rejection(message: "")
          }
          try run.check(secret: name, value)
          secrets[name] = value
        } catch {
          if case .endOfInput = reply {
            throw Failure(
              .endOfInput, "the input ended at the secret “\(name)”, which is asked for again",
              step: name)
          }
          question.problem = error.message
          continue
        }
        break
      }
    }
    return secrets
  }
}
