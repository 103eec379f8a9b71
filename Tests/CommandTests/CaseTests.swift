import Testing

/// What reviewers found once in journals and with `flow serve`, each as it should be.
@Suite("Cases of reviews")
struct CaseTests {
  static let folder = ScriptFolder(
    "cases",
    [
      "letters.json": flow("letters", "A B C D"),
      "timed.json": """
      {"libretto":1,"flow":"timed","keys":{"a":"string","b":"string"},"steps":[
      {"type":"ask","id":"a","title":"A?","into":"a"},
      {"type":"ask","id":"b","title":"B?","into":"b","timeoutMilliseconds":2000,
       "timedOut":[{"type":"say","text":"TIME UP"}]}]}
      """,
      "check.swift": """
      import Libretto
      let a = Key<String>("a")
      await Flow("check") {
        Ask("A?", into: a).check("free", message: "Taken.") { v in
          if v == "boom" { throw Failure(.action, message: "db down") }
          return true
        }
        Do("book") { _ in }.reads(a).undo { _ in throw Failure(.action, message: "no undo now") }
        Ask("B?", into: Key<String>("b"))
      }.main()
      """,
    ])
  var folder: ScriptFolder { Self.folder }

  /// A flow that asks for letters.
  private static func flow(_ name: String, _ letters: String) -> String {
    let ids = letters.lowercased().split(separator: " ")
    let keys = ids.map { "\"\($0)\":\"string\"" }.joined(separator: ",")
    let steps = zip(ids, letters.split(separator: " ")).map { id, letter in
      #"{"type":"ask","id":"\#(id)","title":"\#(letter)?","into":"\#(id)"}"#
    }
    return
      #"{"libretto":1,"flow":"\#(name)","keys":{\#(keys)},"steps":[\#(steps.joined(separator: ","))]}"#
  }

  private func lines(_ journal: String) -> [Substring] {
    folder.text(journal).split(separator: "\n")
  }

  @Test("06: a complete last line without a newline counts, and the next line is separate")
  func newline() throws {
    _ = try folder.flow("letters.json", "--record", "newline.jsonl", input: "1\n2\n")
    for (answer, count, status) in [("3", 4, Int32(65)), ("4", 5, 0)] {
      _ = try folder.shell("truncate -s -1 newline.jsonl")
      let ended = try folder.flow(
        "letters.json", "--resume", "newline.jsonl", input: answer + "\n")
      #expect(ended.status == status)
      #expect(lines("newline.jsonl").count == count)
    }
    #expect(lines("newline.jsonl").last?.hasPrefix(#"{"answered":"d","value":"4","#) == true)
  }

  @Test("06: the same for the first line, and for an incomplete last line")
  func torn() throws {
    _ = try folder.flow("letters.json", "--record", "header.jsonl", input: "<\n")
    _ = try folder.shell("truncate -s -1 header.jsonl")
    _ = try folder.flow("letters.json", "--resume", "header.jsonl", input: "1\n2\n")
    #expect(lines("header.jsonl").count == 3)
    _ = try folder.shell("truncate -s -2 header.jsonl")
    let ended = try folder.flow("letters.json", "--resume", "header.jsonl", input: "5\n3\n4\n")
    #expect(ended.status == 0)
    #expect(
      lines("header.jsonl").dropFirst().map { $0.prefix { $0 != "," } } == [
        #"{"answered":"a""#, #"{"answered":"b""#, #"{"answered":"c""#, #"{"answered":"d""#,
      ])
  }

  @Test("A journal that was killed before its first line is taken up as a new one")
  func empty() throws {
    folder.save("killed.jsonl", "")
    _ = try folder.flow("letters.json", "--resume", "killed.jsonl", input: "1\n2\n")
    #expect(lines("killed.jsonl").count == 3)
    let ended = try folder.flow("letters.json", "--resume", "killed.jsonl", input: "3\n4\n")
    #expect(ended.status == 0)
    #expect(lines("killed.jsonl").count == 5)
  }

  @Test("11: a journal of an edited flow holds what was taken over once")
  func growth() throws {
    folder.save("grown.json", Self.flow("grown", "A B C D E F G H"))
    _ = try folder.flow("grown.json", "--record", "grown.jsonl", input: "1\n2\n3\n")
    folder.save("grown.json", Self.flow("grown", "A B C D E F G H").replacing("A?", with: "A!"))
    for answer in 4...7 {
      _ = try folder.flow("grown.json", "--resume", "grown.jsonl", input: "\(answer)\n")
    }
    // The header and three answers; the same again with the line that ends them; four answers.
    #expect(lines("grown.jsonl").count == 4 + 5 + 4)
    #expect(lines("grown.jsonl").count { $0.hasPrefix(#"{"migrated":3,"#) } == 1)
    let ended = try folder.flow(
      "grown.json", "--resume", "grown.jsonl", "--output", "json", input: "8\n")
    #expect(ended.status == 0)
    #expect(ended.output.contains(#""a": "1""#))
    #expect(ended.output.contains(#""h": "8""#))
  }

  @Test("11: what was taken over without its closing line does not count")
  func halfMigrated() throws {
    folder.save("half.json", Self.flow("half", "A B C D"))
    _ = try folder.flow("half.json", "--record", "half.jsonl", input: "1\n2\n")
    folder.save("half.json", Self.flow("half", "A B C D").replacing("A?", with: "A!"))
    _ = try folder.flow("half.json", "--resume", "half.jsonl", input: "<\n")
    let whole = lines("half.jsonl").prefix(7)
    #expect(whole.last?.hasPrefix(#"{"migrated":2,"#) == true)
    for count in 4...6 {
      folder.save("half.jsonl", whole.prefix(count).map { $0 + "\n" }.joined())
      // What is written next follows what counts, or nobody could read it.
      _ = try folder.flow("half.json", "--resume", "half.jsonl", input: "3\n")
      let ended = try folder.flow("half.json", "--resume", "half.jsonl", input: "4\n")
      #expect(ended == Ended(0, "", "D? \n"))
      #expect(lines("half.jsonl").count == 9)
    }
  }

  @Test("13: extreme times are read or refused")
  func leastTime() throws {
    for time in [Int.min, Int.max] {
      folder.save(
        "least.jsonl",
        JournalText.sealed(
          JournalText.header("timed"), #"{"answered":"a","value":"1","time":\#(time)}"#,
          #"{"opened":"b","time":\#(time)}"#))
      let ended = try folder.flow("timed.json", "--resume", "least.jsonl", input: "x\n")
      #expect([0, 65].contains(ended.status), "\(time): \(ended)")
    }
  }

  @Test("16: errors of a check and an undo are reported, and the program continues or ends")
  func serve() throws {
    let checked = try folder.flow(
      "serve", "check.swift", input: #"{"answer":"a","text":"boom"}"# + "\n")
    #expect(checked.status == 1)
    #expect(checked.output.split(separator: "\n").last?.hasPrefix(#"{"outcome":"failed""#) == true)
    let input = [
      #"{"answer":"a","text":"1"}"#, #"{"back":true}"#, #"{"answer":"a","text":"2"}"#,
      #"{"answer":"book","choice":"undo"}"#, #"{"answer":"book","choice":"leave"}"#,
      #"{"answer":"b","text":"3"}"#,
    ]
    let undone = try folder.flow(
      "serve", "check.swift", input: input.map { $0 + "\n" }.joined())
    #expect(undone.output.contains("Undoing “book” failed: "))
    #expect(
      undone.output.hasSuffix(#"{"outcome":"finished","answers":{"a":"2","b":"3"}}"# + "\n"))
    #expect(undone.status == 0)
  }
}
