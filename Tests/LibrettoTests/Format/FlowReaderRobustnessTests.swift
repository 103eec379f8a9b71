import Testing

@testable import LibrettoCore
@testable import LibrettoTerminal

/// No text, however hostile, crashes the reader, hangs it, or makes it grow without bound.
struct FlowReaderRobustnessTests {
  static func document(_ steps: String, keys: String = "") -> String {
    #"{"libretto":1,"flow":"f","keys":{\#(keys)},"steps":[\#(steps)]}"#
  }

  /// Some bytes of everything: the exports of a flow of every node.
  static func bytes() throws -> [UInt8] { try JSONExporter().bytes(EveryNode.flow) }

  @Test("every prefix is refused")
  func prefixes() throws {
    let bytes = try Self.bytes()
    for count in stride(from: 0, to: bytes.count, by: 7) {
      #expect(throws: InvalidFlow.self) { try Flow(json: Array(bytes[..<count])) }
    }
  }

  @Test("with any byte changed it is refused, or a flow that comes back equal")
  func flips() throws {
    var bytes = try Self.bytes()
    for index in stride(from: 0, to: bytes.count, by: 5) {
      let before = bytes[index]
      bytes[index] = before ^ [0x01, 0x20, 0x80][index % 3]
      if let flow = try? Flow(json: bytes) {
        #expect(try Flow(json: JSONExporter().bytes(flow)) == flow)
      }
      bytes[index] = before
    }
  }

  static func nested(_ depth: Int, _ open: String, _ inner: String, _ close: String) -> String {
    String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
  }

  static let deep: [(open: String, inner: String, close: String)] = [
    (#"{"type":"when","condition":{"all":[]},"then":["#, "", "]}"),
    (#"{"type":"when","condition":{"not":"#, #"{"all":[]}"#, #"},"then":[]}"#),
    (#"{"type":"store","into":"a","value":["#, "", "]}"),
    ("[", "", "]"),
  ]

  @Test("a hundred thousand levels are refused", arguments: deep)
  func depth(_ part: (open: String, inner: String, close: String)) {
    let text = Self.document(Self.nested(100_000, part.open, part.inner, part.close))
    #expect(throws: InvalidFlow.self) { try Flow(json: text) }
  }

  @Test("129 nested steps, conditions, values and types are refused with their paths")
  func limits() {
    func last(_ text: String) -> String? {
      do throws(InvalidFlow) { _ = try Flow(json: text) } catch {
        return error.problems.last?.message
      }
      return nil
    }
    func steps(_ depth: Int) -> String {
      Self.document(
        Self.nested(
          depth - 1, #"{"type":"flow","id":"a","name":"a","steps":["#, #"{"type":"finish"}"#, "]}"))
    }
    #expect(last(steps(129)) == "steps are nested more than 128 deep here")
    func condition(_ depth: Int) -> String {
      Self.document(
        #"{"type":"when","then":[],"condition":"#
          + Self.nested(depth - 1, #"{"not":"#, #"{"all":[]}"#, "}") + "}")
    }
    #expect(last(condition(128)) == nil)
    #expect(last(condition(129)) == "conditions are nested more than 128 deep")
    // Each level must cost as much as the one in it: with four times that, this would never end.
    func store(_ inner: String) -> String {
      let value = Self.nested(100, #"{"min":["#, inner, "]}")
      return Self.document(
        #"{"type":"store","into":"a","value":\#(value)}"#, keys: #""a":"integer""#)
    }
    #expect(last(store("1")) == nil)
    #expect(last(store(#"{"/":[1,0]}"#)) == "1 / 0 divides by zero")
    let value = Self.nested(129, "[", "", "]")
    #expect(
      last(
        Self.document(#"{"type":"store","into":"a","value":\#(value)}"#, keys: #""a":"string""#))?
        .hasPrefix("expected a value, found an array that holds an object, or more than 128 arrays")
        == true)
    let type = Self.nested(129, #"{"list":"#, #""string""#, "}")
    #expect(
      last(Self.document("", keys: #""a":\#(type)"#))
        == "types are nested more than 128 deep")
  }

  @Test("on a thread of 512 KiB the deepest flows are read, compared and written")
  func smallStack() throws {
    let alerts = Flow("f") { DepthTests.narrow(128) }
    let condition = ConditionTests.nested(128)
    let when = Flow("f") {
      anything
      When(condition) { DepthTests.narrow(127) }
    }
    let texts = [
      try JSONExporter().bytes(alerts),
      try JSONExporter().bytes(when),
      Array(Self.document(Self.nested(5000, "[", "", "]")).utf8),
      Array(Self.document(Self.nested(500, #"{"a":["#, "", "]}")).utf8),
    ]
    let seen = Locked<[Int]>([])
    let thread = try SystemThread {
      let results = texts.map { text in
        guard let flow = try? Flow(json: text), let same = try? Flow(json: text) else { return 0 }
        guard flow == same, (try? Run(flow)) != nil else { return 1 }
        return (try? JSONExporter().bytes(flow).count) ?? 2
      }
      seen.withLock { $0 = results }
    }
    thread.join()
    #expect(seen.withLock { $0 } == [texts[0].count, texts[1].count, 0, 0])
  }

  @Test(
    "hostile patterns are bounded together",
    arguments: [#"a{5000}"#, #"((a*)*)*b"#, #"(a|a){99}"#])
  func patterns(_ pattern: String) {
    let rules = (0..<100).map { #"{"rule":"matches","pattern":"\#(pattern)\#($0)"}"# }
    let asks = (0..<100).map {
      #"{"type":"ask","id":"q\#($0)","title":"?","into":"a","rules":[\#(rules.joined(separator: ","))]}"#
    }
    let text = Self.document(asks.joined(separator: ","), keys: #""a":"string""#)
    do throws(InvalidFlow) {
      _ = try Flow(json: text)
    } catch {
      #expect(error.problems.allSatisfy { $0.message.contains("patternStates") })
    }
  }

  @Test("problems of many operations are found in time")
  func operations() {
    func text(_ after: (Int) -> String) -> String {
      let list = (0..<3000).map {
        #"{"type":"operation","id":"o\#($0)","name":"o\#($0)","after":["\#(after($0))"],"#
          + #""steps":[{"type":"store","into":"a","value":1},{"type":"cancelOperation","id":"c\#($0)","name":"x\#($0)"}]}"#
      }
      return Self.document(
        #"{"type":"operations","operations":[\#(list.joined(separator: ","))]}"#,
        keys: #""a":"integer""#)
    }
    for text in [text { "n\($0)" }, text { "o\(max($0, 1) - 1)" }] {
      #expect(throws: InvalidFlow.self) { try Flow(json: text) }
    }
  }

  @Test("numbers out of range, wrong UTF-8 and other ends are refused with their line")
  func characters() {
    let number = String(repeating: "9", count: 400)
    let texts = [
      Self.document(#"{"type":"wait","id":"w","milliseconds":\#(number)}"#),
      Self.document(#"{"type":"store","into":"a","value":1e999}"#),
      Self.document(#"{"type":"say","text":"\ud800"}"#), Self.document("") + "x",
      "\u{FEFF}" + Self.document(""), Self.document("") + "\u{0}",
    ]
    for text in texts {
      #expect {
        try Flow(json: text)
      } throws: { error in
        (error as? InvalidFlow)?.problems.first?.message.hasPrefix("line 1, column ") == true
      }
    }
    let bytes = Array(Self.document(#"{"type":"say","text":"x"}"#).utf8)
    for wrong in [[0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xFF], [0xF5, 0x80, 0x80, 0x80]] as [[UInt8]] {
      guard let index = bytes.lastIndex(of: UInt8(ascii: "x")) else { continue }
      var copy = bytes
      copy.replaceSubrange(index...index, with: wrong)
      #expect(throws: InvalidFlow.self) { try Flow(json: copy) }
    }
  }
}
