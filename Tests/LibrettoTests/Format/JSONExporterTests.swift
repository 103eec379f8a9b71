import Testing

@testable import LibrettoCore

/// The JSON of flows: whole texts, and equal bytes for equal trees alone.
struct JSONExporterTests {
  enum Size: String, CaseIterable, AnswerValue { case small, large }

  static let name = Key<String>("name")
  static let age = Key<Int>("age")
  static let ratio = Key<Double>("ratio")
  static let ready = Key<Bool>("ready")
  static let size = Key<Size>("size")
  static let tags = Key<[String]>("tags")
  static let note = Key<Int?>("note")

  private func json(_ steps: any FlowContent) throws -> String {
    let flow = Flow("f") {
      anything
      steps
    }
    let text = try JSONExporter().perform(flow)
    _ = try JSONReader.read(Array(text.utf8))
    let first = #"{"type":"do","id":"anything","name":"anything"}"#
    return text.replacing(first + ",", with: "").replacing(first, with: "")
  }

  private func steps(_ steps: any FlowContent) throws -> String {
    let text = try json(steps)
    let start = try #require(text.firstRange(of: #""steps":["#))
    return String(text[start.upperBound...].dropLast(2))
  }

  @Test("a whole flow, one member per line")
  func pretty() throws {
    let flow = Flow("greeting") {
      Ask("What is your name?", into: Self.name).validate(.notEmpty)
      When(Self.age.isSet && Self.name != "{Bob}") { Say("Hello, \(Self.name) {}!") }
    }
    let text = try JSONExporter(pretty: true).perform(flow)
    #expect(
      text == """
        {
          "libretto": 1,
          "flow": "greeting",
          "keys": {
            "name": "string",
            "age": "integer"
          },
          "steps": [
            {
              "type": "ask",
              "id": "name",
              "title": "What is your name?",
              "into": "name",
              "rules": [
                {
                  "rule": "notEmpty"
                }
              ]
            },
            {
              "type": "when",
              "condition": {
                "all": [
                  {
                    "key": "age",
                    "is": "set"
                  },
                  {
                    "key": "name",
                    "is": "!=",
                    "value": "{Bob}"
                  }
                ]
              },
              "then": [
                {
                  "type": "say",
                  "text": "Hello, {name} {{}}!"
                }
              ]
            }
          ]
        }
        """)
    #expect(try JSONReader.read(Array(text.utf8)) == JSONReader.read(JSONExporter().bytes(flow)))
  }

  @Test("the type of every key")
  func types() throws {
    let text = try json(
      Steps(
        [
          Say("\(Self.name)\(Self.age)\(Self.ratio)\(Self.ready)\(Self.size)"),
          Say("\(Self.tags)\(Self.note)\(Key<[Size?]>("sizes"))"),
        ].flatMap(\._drafts)))
    #expect(
      text.hasPrefix(
        #"{"libretto":1,"flow":"f","keys":{"name":"string","age":"integer","ratio":"number","#
          + #""ready":"boolean","size":{"oneOf":["small","large"]},"tags":{"list":"string"},"#
          + #""note":{"optional":"integer"},"#
          + #""sizes":{"list":{"optional":{"oneOf":["small","large"]}}}},"steps":["#))
  }

  static let nodes: [(any FlowContent, String)] = [
    (Say("\"Hi\"\n"), #"{"type":"say","text":"\"Hi\"\n"}"#),
    (Do("Save it") { _ in }, #"{"type":"do","id":"save-it","name":"Save it"}"#),
    (
      When(age < 1) {
        Break.inLoop
      } otherwise: {
        Say("b")
      },
      #"{"type":"when","condition":{"key":"age","is":"<","value":1},"#
        + #""then":[{"type":"repeat","times":1,"steps":[{"type":"break"}]}],"#
        + #""otherwise":[{"type":"say","text":"b"}]}"#
    ),
    (When(age.isSet) {}, #"{"type":"when","condition":{"key":"age","is":"set"},"then":[]}"#),
    (Repeat(times: 3) {}, #"{"type":"repeat","times":3,"steps":[]}"#),
    (Repeat {}, #"{"type":"repeat","while":{"all":[]},"steps":[]}"#),
    (
      Repeat(while: ready == true) {},
      #"{"type":"repeat","while":{"key":"ready","is":"==","value":true},"steps":[]}"#
    ),
    (
      Repeat {
      } until: {
        name.isEmpty
      },
      #"{"type":"repeat","until":{"key":"name","is":"empty"},"steps":[]}"#
    ),
    (Store(["a", "b"], into: tags), #"{"type":"store","into":"tags","value":["a","b"]}"#),
    (Store(nil, into: note), #"{"type":"store","into":"note","value":null}"#),
    (Store(-0.0, into: ratio), #"{"type":"store","into":"ratio","value":-0.0}"#),
    (Store(.large, into: size), #"{"type":"store","into":"size","value":"large"}"#),
    (Finish(), #"{"type":"finish"}"#),
    (Finish(name: "ok"), #"{"type":"finish","outcome":"ok"}"#),
    (Fail("No \(name)"), #"{"type":"fail","message":"No {name}"}"#),
    (
      Flow("In it") { Do("x") { _ in } },
      #"{"type":"flow","id":"in-it","name":"In it","steps":"#
        + #"[{"type":"do","id":"in-it/x","name":"x"}]}"#
    ),
    (
      Alert("Done"),
      #"{"type":"alert","id":"done","title":"Done","dismissAfterMilliseconds":2000}"#
    ),
    (
      Alert("Error", message: "Delete?") {
        Button("Yes", role: .destructive, shortcut: "y") { Say("gone") }
        Button("No", role: .cancel).default().id("nope")
        Button("Maybe")
      }.id("error/1"),
      #"{"type":"alert","id":"error/1","title":"Error","message":"Delete?","buttons":["#
        + #"{"id":"yes","title":"Yes","role":"destructive","key":"y","#
        + #""steps":[{"type":"say","text":"gone"}]},"#
        + #"{"id":"nope","title":"No","role":"cancel","preferred":true},"#
        + #"{"id":"maybe","title":"Maybe"}]}"#
    ),
    (
      Ask("Ratio?", into: ratio).default(1).placeholder("p").help("h"),
      #"{"type":"ask","id":"ratio","title":"Ratio?","into":"ratio","default":1.0,"#
        + #""placeholder":"p","help":"h"}"#
    ),
    (
      Ask("Name?", into: name).secret(),
      #"{"type":"ask","id":"name","title":"Name?","into":"name","secret":true}"#
    ),
    (
      Confirm("Go?"), #"{"type":"confirm","id":"go","title":"Go?"}"#
    ),
    (
      Confirm("Go?", into: ready) {
        Say("y")
      } otherwise: {
        Say("n")
      }.default(false),
      #"{"type":"confirm","id":"ready","title":"Go?","into":"ready","default":false,"#
        + #""then":[{"type":"say","text":"y"}],"otherwise":[{"type":"say","text":"n"}]}"#
    ),
    (
      Choose("Size?", from: Size.self, into: size).default(.large).help("h"),
      #"{"type":"choose","id":"size","title":"Size?","into":"size","help":"h","options":["#
        + #"{"id":"small","title":"small","value":"small"},"#
        + #"{"id":"large","title":"large","preferred":true,"value":"large"}]}"#
    ),
    (
      Choose("What?") { Option("A") { Finish() } },
      #"{"type":"choose","id":"what","title":"What?","options":["#
        + #"{"id":"a","title":"A","value":"A","steps":[{"type":"finish"}]}]}"#
    ),
  ]

  @Test("every step", arguments: nodes.indices)
  func everyStep(index: Int) throws {
    #expect(try steps(Self.nodes[index].0) == Self.nodes[index].1)
  }

  static let conditions: [(Condition, String)] = [
    (age == 1, #"{"key":"age","is":"==","value":1}"#),
    (age != 1, #"{"key":"age","is":"!=","value":1}"#),
    (age < 1, #"{"key":"age","is":"<","value":1}"#),
    (age <= 1, #"{"key":"age","is":"<=","value":1}"#),
    (age > 1, #"{"key":"age","is":">","value":1}"#),
    (age >= age, #"{"key":"age","is":">=","other":"age"}"#),
    (ratio < 1, #"{"key":"ratio","is":"<","value":1.0}"#),
    (note == nil, #"{"key":"note","is":"==","value":null}"#),
    (age.isSet, #"{"key":"age","is":"set"}"#),
    (tags.isEmpty, #"{"key":"tags","is":"empty"}"#),
    (age.isMultiple(of: 3), #"{"key":"age","is":"multiple","of":3}"#),
    (name.contains("x"), #"{"key":"name","is":"contains","value":"x"}"#),
    (!age.isSet, #"{"not":{"key":"age","is":"set"}}"#),
    (
      age.isSet && name.isSet || !(ready.isSet),
      #"{"any":[{"all":[{"key":"age","is":"set"},{"key":"name","is":"set"}]},"#
        + #"{"not":{"key":"ready","is":"set"}}]}"#
    ),
  ]

  @Test("every condition", arguments: conditions)
  func everyCondition(condition: Condition, json: String) throws {
    #expect(
      try steps(When(condition) {}) == #"{"type":"when","condition":"# + json + #","then":[]}"#)
  }

  @Test("every rule")
  func rules() throws {
    let text = try steps(
      Steps(
        [
          Ask("A?", into: Self.name).validate(
            .notEmpty, .length(1...2), .length(1...), .length(...2, message: "No, \(Self.age)."),
            .oneOf(["a"])) as any FlowContent,
          Ask("B?", into: Self.age).validate(.range(1...2), .range(1..<2), .range(1...)),
          Ask("C?", into: Self.ratio).validate(.range(...2, message: "No.")),
        ].flatMap(\._drafts)))
    let rules = text.split(separator: #""rules":"#).dropFirst().map { $0.prefix { $0 != "]" } }
    #expect(
      rules.map(String.init) == [
        #"[{"rule":"notEmpty"},{"rule":"length","minimum":1,"maximum":2},"#
          + #"{"rule":"length","minimum":1},"#
          + #"{"rule":"length","maximum":2,"message":"No, {age}."},"#
          + #"{"rule":"oneOf","values":["a""#,
        #"[{"rule":"range","minimum":1,"maximum":2},"#
          + #"{"rule":"range","minimum":1,"maximum":2,"excludesMaximum":true},"#
          + #"{"rule":"range","minimum":1}"#,
        #"[{"rule":"range","maximum":2.0,"message":"No."}"#,
      ])
  }

  @Test("a hundred thousand steps in sub-flows")
  func many() throws {
    let flow = Flow("f") {
      for part in 0..<1000 {
        Flow("part \(part)") { for step in 0..<100 { Say("Step \(step)") } }
      }
    }
    let bytes = try JSONExporter().bytes(flow)
    guard case .object(let object) = try JSONReader.read(bytes),
      case .array(let parts) = object["steps"]
    else {
      Issue.record("no object with steps")
      return
    }
    #expect(parts.count == 1000)
  }
}

extension Break {
  fileprivate static var inLoop: Repeat { Repeat(times: 1) { Break() } }
}
