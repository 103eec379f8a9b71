import Testing

@testable import LibrettoCore

/// Work that gets hold of a secret that was given after the work began.
struct LateSecretTests {
  static let pin = Key<String>("pin")

  private struct Loud: Error, CustomStringConvertible { let description: String }

  /// Work that waits for the secret that another operation is asked for, and quotes it.
  private static func flow(
    _ secret: AsyncStream<String>, _ hand: @escaping @Sendable (String) -> Void
  )
    -> Flow
  {
    Flow("late") {
      Operations {
        Operation("a") {
          Do("slow") { work in
            for await stolen in secret {
              work.log("log \(stolen)")
              work.progress("label \(stolen)")
              throw Loud(description: "boom \(stolen)")
            }
          } failure: { error in
            Say("Failed: \(error)")
          }
        }
        Operation("b") {
          Ask("PIN?", into: pin).secret()
          Do("steal") { work in hand(work[pin] ?? "") }
        }
      }
      Say("End.")
    }
  }

  @Test("its error, its lines and its labels are searched for it")
  func hidden() async throws {
    let (secrets, hand) = AsyncStream<String>.makeStream()
    let flow = Self.flow(secrets) { hand.yield($0) }
    let host = TestHost(answer: { _ in .text("LATECANARY7") })
    let written = Locked<[UInt8]>([])
    let result = try await flow.run(
      with: host, recording: { lines in written.withLock { $0 += lines.bytes } })
    #expect(result.outcome == .finished)
    let shown = host.shown.withLock { $0 }
    #expect(shown.contains("Failed: boom (secret)"))
    let journal = String(decoding: written.withLock { $0 }, as: UTF8.self)
    #expect(journal.contains("\"error\":\"boom (secret)\""))
    for text in shown + [journal, result.transcript] {
      #expect(!text.contains("LATECANARY7"), "\(text)")
    }
  }

  @Test("work that began before there was a secret hides each one that is given since")
  func words() throws {
    let flow = Flow("late") {
      Operations {
        Operation("a") { Do("slow") { _ in } }
        Operation("b") {
          Repeat(times: 2) { Ask("PIN?", into: Self.pin).secret() }
          Ask("End?", into: Key<String>("end"))
        }
      }
    }
    var run = try Run(flow)
    let work = run.work(for: try #require(run.needs.first { $0.kind == .action }))
    let quoted = "one-canary, two-canary, three-canary"
    #expect(work.answers.hidingSecrets(in: quoted) == quoted)
    for (secret, hidden) in [
      ("one-canary", "(secret), two-canary, three-canary"),
      ("two-canary", "(secret), (secret), three-canary"),
    ] {
      let question = try #require(run.needs.first { $0.kind == .prompt })
      try run.resolve(question, with: .answer(.typed(.string(secret))))
      #expect(work.answers.hidingSecrets(in: quoted) == hidden)
    }
    work.log(quoted)
    #expect(work.takeLines() == [Sentence("(secret), (secret), three-canary")])
    work.progress(quoted)
    #expect(work.shownProgress?.label == "(secret), (secret), three-canary")
  }

  @Test("a dump of work shows its answers without secrets, and no internals")
  func dumped() throws {
    var run = try Run(
      Flow("f") {
        Ask("PIN?", into: Self.pin).secret()
        Ask("Name?", into: Key<String>("name"))
        Do("greet") { _ in }
      })
    try run.give("canary", "Bob")
    let work = run.work(for: try #require(run.nextNeed))
    var text = ""
    dump(work, to: &text)
    #expect(text == "- greet [name: “Bob”, pin: (secret)] #0\n")
  }
}
