import Testing

@testable import Libretto

struct RateTests {
  static let stars = Key<Int>("stars")

  static let flow = Flow("f") { Rate("How was it?", scale: 1...5, into: stars).default(3) }

  @Test("to JSON and back")
  func json() throws {
    let json = try JSONExporter().perform(Self.flow)
    #expect(
      json == #"{"libretto":1,"flow":"f","keys":{"stars":"integer"},"steps":["#
        + #"{"type":"rate","id":"stars","title":"How was it?","into":"stars","default":3,"#
        + #""rules":[{"rule":"range","minimum":1,"maximum":5}]}]}"#)
    #expect(try Flow(json: json) == Self.flow)
  }

  @Test("a number outside the scale is refused, and the scale is available as data")
  func answers() async throws {
    let result = try await Self.flow.run(with: Scripted([.refused(6), .refused("four"), 4]))
    #expect(result[Self.stars] == 4)
    #expect(
      result.transcript == """
        RATE     How was it?
        PERSON   6
        REFUSED  Give 1 to 5.
        PERSON   four
        REFUSED  “four” is not a whole number.
        PERSON   4
        END      finished

        """)
    let session = try Session(Self.flow)
    let state = session.json
    #expect(state.contains(#""prompt":"rate","title":"How was it?","type":"integer""#))
    #expect(state.contains(#""least":1,"most":5"#))
  }

  @Test("on a form")
  func form() async throws {
    let flow = Flow("f") {
      Form("Feedback") { Rate("How was it?", scale: 0...10, into: Self.stars) }
    }
    let result = try await flow.run(with: Scripted([7]))
    #expect(result[Self.stars] == 7)
  }

  @Test("a scale has 2 to 100 numbers, and ends", arguments: [1...1, 0...100, Int.min...Int.max])
  func scale(scale: ClosedRange<Int>) {
    let line = #line + 1
    let flow = Flow("f") { Rate("How was it?", scale: scale, into: Self.stars) }
    refuses(flow, line, (0, "a Rate needs a scale of 2 to 100 whole numbers, such as 1...5"))
  }

  @Test("JSON without a scale, or with a key of another type, is refused")
  func wrongJSON() {
    let text =
      #"{"libretto":1,"flow":"f","keys":{"s":"string"},"steps":["#
      + #"{"type":"rate","id":"s","title":"S?","into":"s"}]}"#
    let error = #expect(throws: (any Error).self) { try Flow(json: text).validate() }
    #expect("\(String(describing: error))".contains("a Rate needs a scale of 2 to 100"))
    #expect("\(String(describing: error))".contains("a Rate keeps a whole number"))
  }
}
