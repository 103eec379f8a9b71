import Testing

@testable import LibrettoCore

struct RichPageTests {
  private final class Held: Sendable {}

  @Test("a page that was accepted holds neither the run nor the flow")
  func released() async throws {
    weak var held: Held?
    let terminal = try HandTerminal()
    do {
      let object = Held()
      held = object
      let flow = Flow("f") {
        Form("Page") { Ask("Name?", into: Key<String>("name")) }
        Do("keep") { _ = object }
      }
      async let result = terminal.perform(flow)
      try await terminal.at("Name?", type: "Bob\r\r")
      #expect(try await result.outcome == .finished(nil))
    }
    #expect(held == nil)
  }
}
