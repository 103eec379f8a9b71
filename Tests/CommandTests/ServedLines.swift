import TestSupport
import Testing

@testable import Libretto
@testable import LibrettoCore

/// Holds every line that the tests send to `flow serve`, and every one that it writes, to the schema.
enum ServedLines {
  private static func problem(_ line: String, _ direction: String) -> String? {
    guard let validator else { return "no schema" }
    return (try? JSONReader.read(line)).map { validator.problem($0, direction) } ?? "no JSON"
  }

  private static let validator: SchemaValidator? = {
    let package = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    guard
      let file = try? Subprocess.run("/bin/cat", [package + "/Guides/serve.schema.json"]),
      case .object(let root)? = try? JSONReader.read(file.standardOutput)
    else { return nil }
    return SchemaValidator(root: root)
  }()

  /// A line that is written fits.
  static func written(_ line: String) {
    let problem = problem(line, "out")
    #expect(problem == nil, "\(line)")
  }

  /// A line that is sent fits if, and only if, it is read as one of the protocol.
  static func sent(_ line: String, isOfMany: Bool) {
    guard line.utf8.count <= 1 << 20 else { return }
    let message = ServeMessage(line, isOfMany: isOfMany)
    let isRead = if case .success = message.content { true } else { false }
    let problem = problem(line, "in")
    #expect(isRead == (problem == nil), "\(line.prefix(1_000)): \(problem ?? "fits")")
  }
}

@Suite("The schema of served lines")
struct ServedLinesTests {
  @Test("What a program performs itself, and what doesn't fit")
  func lines() {
    for line in [
      #"{"performed":"d","writes":{"k":1,"gone":null},"reads":["k"]}"#, #"{"loaded":"l"}"#,
      #"{"loaded":"l","value":["x",[2.5]]}"#, #"{"failed":"d","error":"no"}"#, #"{"failed":"d"}"#,
      #"{"undone":"d"}"#, #"{"dismissed":"n"}"#, #"{"timedOut":"a"}"#, #"{"elapsed":"w"}"#,
      #"{"answer":"a","value":{}}"#, #"{"answer":"a","choice":["x","y"]}"#,
      #"{"answer":"a","choice":1}"#,
      #"{"submit":"f","answers":{"a":1,"b":{"text":"x"},"c":{"choice":["y"]}},"button":"ok"}"#,
      #"{"submit":"f","answers":{"a":{"text":"x","value":1}}}"#, #"{"cancel":false}"#,
      #"{"back":1}"#,
      #"{"answer":"a","value":1,"note":2}"#, #"{"elapsed":"w","value":1}"#,
      #"{"performed":"d","reads":"k"}"#, #"[]"#, #"{"answer":"a","text":"x","request":1.5}"#,
    ] { ServedLines.sent(line, isOfMany: false) }
  }
}
