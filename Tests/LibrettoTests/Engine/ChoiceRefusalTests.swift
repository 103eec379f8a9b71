import Testing

@testable import LibrettoCore

/// What a refusal says of options that aren't offered.
struct ChoiceRefusalTests {
  static let level = Key<String>("level"), levels = Key<[String]>("levels")
  static let isRoot = Key<Bool>("isRoot")

  static let given: [Given] = [
    .choice("nothing"), .choices(["low"]), .typed("low"), .yes(true), .choices(["nothing"]),
  ]

  @Test("it lists only what can be chosen, whatever the shape of the answer", arguments: given)
  func offered(_ given: Given) throws {
    let flow = Flow("f") {
      Choose("Level?", into: Self.level) {
        Option("Low")
        Option("High")
        Option("Root").when(Self.isRoot.isSet)
        Option("Gone").when(Self.isRoot.isSet, because: "sold out")
      }
    }
    let message = try #require(try Self.refusal(of: given, flow))
    #expect(message.hasSuffix(" is not one of the answers: “low”, “high”."), "\(message)")
  }

  @Test("it lists only what can be chosen of several")
  func several() throws {
    let flow = Flow("f") {
      ChooseMany("Levels?", into: Self.levels) {
        Option("Low")
        Option("Root").when(Self.isRoot.isSet)
      }
    }
    #expect(
      try Self.refusal(of: .choices(["nothing"]), flow)
        == "“nothing” is not one of the answers: “low”.")
    #expect(
      try Self.refusal(of: .choices(["root"]), flow) == "“root” is not one of the answers: “low”.")
  }

  private static func refusal(of given: Given, _ flow: Flow) throws -> String? {
    var run = try Run(flow)
    let need = try #require(run.nextNeed)
    do throws(Rejection) {
      try run.resolve(need, with: .answer(given))
      return nil
    } catch {
      return error.message
    }
  }
}
