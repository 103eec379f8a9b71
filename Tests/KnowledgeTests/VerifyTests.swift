import LibrettoCore
import LibrettoKnowledge
import Testing

@Suite("Properties") struct VerifyTests {
  private let flow = Flow("wipe") {
    Confirm("Sure?") {
      Do("wipe", writes: []) { _ in }
    } otherwise: {
      Alert("Really not?") {
        Button("Wipe") { Do("wipe", writes: []) { _ in }.id("late") }
        Button("Leave", role: .cancel)
      }
      .id("really-not")
    }
  }

  private func breach(@FlowProperties _ properties: () -> [any FlowProperty]) async throws -> String
  {
    do {
      try await flow.explore(today: "2026-11-23").verify(properties)
      return ""
    } catch let breach as Breach {
      return breach.description
    }
  }

  @Test("What holds on every way is proved")
  func holds() async throws {
    #expect(try await breach { Always(.ends) } == "")
    #expect(try await breach { Never("late", unless: .chosen("Wipe", in: "really-not")) } == "")
    #expect(try await breach { Always("sure", before: "wipe") } == "")
  }

  @Test("The shortest way that breaks a property is shown as a transcript")
  func breaks() async throws {
    #expect(
      try await breach { Never("wipe", unless: .chosen("Yes", in: "sure")) } == """
        “wipe” is performed without “Yes” in “sure” on some way:
        CONFIRM  Sure?
        PERSON   No
        ALERT    Really not?
                 [Wipe] [Leave]
        PERSON   Wipe
        ACTION   wipe
        END      finished

        """)
  }

  @Test("A name that no step has isn’t taken for a proof")
  func unknownName() async throws {
    #expect(
      try await breach { Never("wip") }
        == "whether “wip” is performed isn’t known: no step has the id or the name “wip”")
  }

  @Test("Swift’s own Never stays what it is")
  func swiftsNever() {
    func stops() -> Never { fatalError() }
    let type: Swift.Never.Type = Never.self
    #expect("\(type)" == "Never")
  }
}
