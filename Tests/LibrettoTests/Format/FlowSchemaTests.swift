import Testing

@testable import LibrettoCore
@testable import LibrettoTerminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the exporter writes is what the published schema describes.
struct FlowSchemaTests {
  /// The package's folder, four above this file.
  static let package = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()

  static func validator() throws -> SchemaValidator {
    let json = try JSONReader.read(try Files.read(package + "/Guides/flow.schema.json"))
    guard case .object(let root) = json else {
      throw JSONError(path: "", line: 0, column: 0, message: "")
    }
    return SchemaValidator(root: root)
  }

  @Test("a flow of every node, and generated ones")
  func corpus() throws {
    let validator = try Self.validator()
    let every = try JSONReader.read(try JSONExporter().bytes(EveryNode.flow))
    #expect(validator.problem(every) == nil)
    for seed in 0..<100 as Range<UInt64> {
      var generator = FlowGenerator(seed: seed)
      let json = try JSONReader.read(try JSONExporter().bytes(generator.flow()))
      #expect(validator.problem(json) == nil, "seed \(seed)")
    }
  }

  @Test("every script of the Playground")
  func playground() throws {
    let validator = try Self.validator()
    let folder = Self.package + "/Playground"
    let cache = builtProduct("command-tests")
    for script in try Subprocess.run("/bin/ls", [folder]).standardOutput.split(separator: "\n") {
      guard script.hasSuffix(".swift") else { continue }
      let ended = try Subprocess.run(
        builtProduct("flow"), ["export", folder + "/" + script],
        environment: [
          "PATH": getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin", "HOME": cache,
          "XDG_CACHE_HOME": cache + "/cache",
        ],
        within: .seconds(120))
      let json = try JSONReader.read(ended.standardOutput)
      #expect(validator.problem(json) == nil, "\(script)")
      #expect(throws: Never.self, "\(script)") { try Flow(json: ended.standardOutput) }
    }
  }

  @Test(
    "what is none of it is refused",
    arguments: [
      #"{"libretto": 2, "flow": "f", "keys": {}, "steps": []}"#,
      #"{"libretto": 1, "flow": "f", "keys": {}}"#,
      #"{"libretto": 1, "flow": "f", "keys": {}, "steps": [{"type": "say"}]}"#,
      #"{"libretto": 1, "flow": "f", "keys": {"a": "text"}, "steps": []}"#,
      #"{"libretto": 1, "flow": "f", "keys": {}, "steps": [{"type": "break", "x": 1}]}"#,
      #"{"libretto": 1, "flow": "f", "keys": {}, "steps": [{"type": "wait", "milliseconds": 1}]}"#,
      #"{"libretto":1,"flow":"f","keys":{},"steps":[{"type":"wait","id":"w","milliseconds":-1}]}"#,
      #"{"libretto":1,"flow":"f","keys":{},"steps":[{"type":"do","id":"a","was":1,"name":"a"}]}"#,
    ])
  func refused(_ text: String) throws {
    #expect(try Self.validator().problem(try JSONReader.read(text)) != nil)
    #expect(throws: InvalidFlow.self) { try Flow(json: text) }
  }
}
