@testable import Libretto
@testable import LibrettoCore

/// Collects every byte that leaves a run, and finds the forms of a secret in it.
final class SecretHunt: Sendable {
  let secret: String
  private let texts = Locked<[String]>([])
  private let memory = Locked("")

  init(_ secret: String) { self.secret = secret }

  func see(_ text: String) { texts.withLock { $0.append(text) } }

  /// What somebody who debugs sees of a value.
  func see(printed value: Any) {
    see("\(value)")
    see(String(reflecting: value))
    var dumped = ""
    dump(value, to: &dumped)
    see(dumped)
  }

  /// The texts that contain the secret, plain, as Swift quotes it, or as an error quoted it.
  func leaks(quoted: (name: String, quote: @Sendable (String) -> String)) -> [String] {
    let debugged = String(secret.debugDescription.dropFirst().dropLast())
    let forms = Set([secret, debugged, quoted.quote(secret)])
    return texts.withLock { $0 }.compactMap { text in
      // The word for what is hidden contains one of the secrets.
      let text = text.replacing("(secret)", with: "")
      guard let form = forms.first(where: { text.contains($0) }),
        let place = text.firstRange(of: form)
      else { return nil }
      return String(text[..<place.lowerBound].suffix(150))
        + String(text[place.lowerBound...].prefix(60))
    }
  }

  /// Keeps something that a closure has read, as a variable of the host would.
  func keep(_ text: String) { memory.withLock { $0 = text } }

  var kept: String { memory.withLock { $0 } }

  var count: Int { texts.withLock { $0.count } }

  /// Errors quote what they were given in many ways; no search finds them all.
  static let quotes: [(name: String, quote: @Sendable (String) -> String)] = [
    ("plain", { $0 }), ("debug", { $0.debugDescription }),
    (
      "json",
      {
        var writer = JSONWriter(pretty: false)
        writer.string($0)
        return writer.text
      }
    ),
    ("percent", { $0.utf8.map { "%" + String($0, radix: 16, uppercase: true) }.joined() }),
    ("hex", { $0.utf8.map { String($0, radix: 16) }.joined() }),
    ("reversed", { String($0.reversed()) }),
    ("spaced", { $0.map(String.init).joined(separator: " ") }),
    ("upper", { $0.uppercased() + "!" }),
  ]
}

/// An error that quotes what it was given.
struct Quoting: Error, CustomStringConvertible {
  let description: String
}

extension SecretHunt {
  /// Performs a flow in every way, and sees all that leaves it.
  func perform(_ flow: Flow, _ lines: [String], resumes: Bool) async throws {
    try await scripted(flow, lines)
    try await recorded(flow, lines, resumes: resumes)
    try await session(flow, lines)
    let piped = try await PipedConsole.perform(
      flow, input: lines.joined(separator: "\n") + "\n")
    see(piped.output)
    see(piped.error)
    see(result: piped.result, flow)
  }

  private func see(result: FlowResult, _ flow: Flow) {
    see(printed: result)
    see(result.transcript)
    see(result.outcome.description)
    see(ResultJSON.text(result.outcome, result.answers, flow))
    see(printed: result.journal)
  }

  private func scripted(_ flow: Flow, _ lines: [String]) async throws {
    let script = Scripted(
      lines.map { $0 == "back" ? .back : ScriptedAnswer(.string($0)) }, actions: .performed)
    see(printed: script)
    do {
      see(result: try await flow.run(with: script), flow)
    } catch let error as ScriptedError {
      see(printed: error)
    }
  }

  private func recorded(_ flow: Flow, _ lines: [String], resumes: Bool) async throws {
    let (rest, bytes) = (Locked(lines), Locked<[UInt8]>([]))
    let host = TestHost(
      answer: { [self] question in
        see(printed: question)
        guard let line = rest.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else {
          if question.isSecret { throw Quoting(description: secret) }
          return .endOfInput
        }
        return line == "back" ? .back : .text(line)
      }, passing: { _ in })
    let result = try await flow.run(
      with: host,
      recording: { lines in
        bytes.withLock { $0 += lines.bytes }
      })
    see(result: result, flow)
    see(host.shown.withLock { $0 }.joined(separator: "\n"))
    let journal = bytes.withLock { $0 }
    see(String(decoding: journal, as: UTF8.self))
    let saved = try SavedRun(lines: journal)
    see(printed: saved)
    // A resumed run doesn't know the secret, so it can't search for it.
    if !resumes { return }
    do {
      see(result: try await flow.resume(saved, with: host), flow)
    } catch {
      see(printed: error)
    }
  }

  private func session(_ flow: Flow, _ lines: [String]) async throws {
    var session = try Session(flow, clock: { 0 })
    var lines = lines[...]
    do {
      try await session.perform(sleep: { _ in })
      while let need = session.needs.first, let line = lines.popFirst() {
        do {
          if line == "back" {
            try session.goBack(from: need.name)
          } else {
            try await session.answer(need.name, with: .text(line))
          }
        } catch let error as Rejection {
          see(error.message)
        }
        see(session)
        try await session.perform(sleep: { _ in })
        see(session)
      }
    } catch {
      see(printed: error)
    }
  }

  private func see(_ session: Session) {
    see(session.json)
    see(printed: session.needs)
    see(String(decoding: session.token, as: UTF8.self))
    see(printed: session.answers)
    see(session.said.joined(separator: "\n"))
    see(printed: session.journal)
    if let outcome = session.outcome { see(outcome.description) }
  }
}
