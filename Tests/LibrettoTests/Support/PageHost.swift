@testable import LibrettoCore

/// A page interpreter for tests: fills in pages, and answers other questions, by closures.
struct PageHost: PageInterpreter {
  var host = TestHost()
  var takesPages = true
  /// The replies to pages, one for each time that one is put.
  var filling: @Sendable (FormPage, PageContext) async throws -> PageReply = { _, _ in .endOfInput }
  /// The pages that were put.
  let pages = Locked<[FormPage]>([])

  var now: Timestamp { 0 }

  func show(_ text: String) { host.show(text) }
  func ask(_ question: Question) async throws -> Reply { try await host.ask(question) }
  func sleep(for duration: Duration) async throws { try await host.sleep(for: duration) }

  func fill(_ page: FormPage, using filling: PageContext) async throws -> PageReply {
    pages.withLock { $0.append(page) }
    return try await self.filling(page, filling)
  }

  /// Gives these replies, one after the other, then the end of the input.
  static func replying(_ replies: PageReply..., answering answers: [Reply] = []) -> PageHost {
    let (replies, answers) = (Locked(replies), Locked(answers))
    return PageHost(
      host: TestHost(answer: { _ in answers.withLock { $0.isEmpty ? .endOfInput : $0.removeFirst() }
      }),
      filling: { _, _ in replies.withLock { $0.isEmpty ? .endOfInput : $0.removeFirst() } })
  }
}
