import Testing

@testable import LibrettoCore

/// What an exporter wrote is read back as it was.
struct FlowReaderTests {
  @Test("every node comes back equal, by itself and from its pretty text")
  func everyNode() throws {
    let flow = EveryNode.flow
    try flow.validate()
    let bytes = try JSONExporter().bytes(flow)
    let read = try Flow(json: bytes)
    #expect(read == flow)
    #expect(read.name == flow.name)
    #expect(read.keys == flow.keys)
    #expect(read.secrets == flow.secrets)
    #expect(Set(read.places.keys) == Set(flow.places.keys))
    #expect(try JSONExporter().bytes(read) == bytes)
    #expect(try Flow(json: JSONExporter(pretty: true).perform(flow)) == flow)
  }

  @Test("it is performed as the flow that was written")
  func performed() async throws {
    let name = Key<String>("name")
    let flow = Flow("f") {
      Ask("Name?", into: name)
      Do("save") { _ in }
      When(name == "Bob") {
        Say("You, \(name)?")
      } otherwise: {
        Say("Hello, \(name)!")
      }
    }
    let read = try Flow(json: JSONExporter().bytes(flow))
    let script = Scripted(["Bob", .action("save")])
    let (one, other) = (
      try await flow.run(with: script), try await read.run(with: script)
    )
    #expect(one.transcript == other.transcript)
    #expect(one.journal == other.journal)
  }

  @Test("a flow from JSON in another flow has its ids below that flow’s")
  func embedded() throws {
    let inner = Flow("inner") {
      Alert("A") { Button("B") { Do("save") { _ in } } }
      Flow("deep") { Ask("Name?", into: Key<String>("name")).id("own") }
    }
    func outer(_ inner: Flow) -> Flow {
      Flow("outer") {
        inner
        Repeat(times: 2) { Flow("between") { inner.id("other") } }
      }
    }
    let read = try Flow(json: JSONExporter().bytes(inner))
    #expect(outer(read) == outer(inner))
    #expect(outer(read).problems == [])
    #expect(outer(inner).places.keys.contains("between/other/deep/own"))
  }
}

extension FlowReaderTests {
  @Test("generated flows come back equal", arguments: 0..<200 as Range<UInt64>)
  func generated(_ seed: UInt64) throws {
    var generator = FlowGenerator(seed: seed)
    let flow = generator.flow()
    let bytes = try JSONExporter().bytes(flow)
    #expect(try Flow(json: bytes) == flow)
  }

  @Test(
    "what is accepted is written as it was read",
    arguments: [
      // A switch without cases, and an alert that says that it has no fields.
      (
        #""n":"string""#,
        #"{"type":"store","into":"n","value":"a"},"#
          + #"{"type":"switch","key":"n","cases":[],"default":[{"type":"finish"}]}"#
      ),
      (
        "",
        #"{"type":"alert","id":"a","title":"A","fields":[],"buttons":["#
          + #"{"id":"b","title":"B","steps":[{"type":"say","text":"1"}]},"#
          + #"{"id":"c","title":"C","steps":[{"type":"say","text":"2"}]}],"#
          + #""timedOut":[{"type":"say","text":"3"}]}"#
      ),
    ])
  func accepted(_ keys: String, _ step: String) throws {
    let document = #"{"libretto":1,"flow":"f","keys":{\#(keys)},"steps":[\#(step)]}"#
    let flow = try Flow(json: document)
    let written = try JSONExporter().perform(flow)
    #expect(written == document.replacing(#""fields":[],"#, with: ""))
    #expect(try Flow(json: written) == flow)
  }
}
