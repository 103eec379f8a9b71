import Testing

@testable import Libretto
@testable import LibrettoCore

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

  @Test("in line mode, the scale stands beside the question")
  func lines() async throws {
    let flow = Flow("f") {
      Rate("How was it?", scale: -1...12, into: Self.stars).default(3)
    }
    let run = try await PipedConsole.perform(flow, input: "?\n13\n12\n")
    #expect(
      run.error == """
        How was it? (-1 to 12; Enter for 3): 
        Give -1 to 12.
        Type a whole number.
        Press Enter to answer 3.
        How was it? (-1 to 12; Enter for 3): 
        Give -1 to 12.
        How was it? (-1 to 12; Enter for 3): 

        """)
    #expect(run.result[Self.stars] == 12)
    #expect(
      Help.text(program: "rating", flow).contains(
        "Questions, for --answer ID=VALUE:\n  stars               How was it? (-1 to 12)\n\n"))
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
