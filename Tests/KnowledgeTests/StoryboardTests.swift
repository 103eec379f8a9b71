import LibrettoCore
import Testing

@testable import LibrettoKnowledge

private let hostile = "</script><b onload=\"x\" title='y'>&\u{202E}<!--"
private let answer = Key<Int>("answer")
private let other = Key<Int>("other")

@Suite("Storyboards") struct StoryboardTests {
  private let flow = Flow("hostile \(hostile)") {
    Say("Said \(hostile)")
    Ask("Asked \(hostile)", into: answer).validate(.range(1...9, message: "Not \(hostile)"))
    When(answer > 5) {
      Alert("Alert \(hostile)", message: "More \(hostile)") {
        Button("Go \(hostile)") { Do("work \(hostile)", writes: []) { _ in } }
        Button("Stay", role: .cancel)
      }
    }
    Finish("Done \(hostile)")
  }

  @Test("No text of a flow becomes part of the page’s code")
  func escaped() throws {
    let known = try flow.explore(today: "2026-11-23")
    let page = known.storyboard
    #expect(page.contains("&lt;/script&gt;&lt;b onload=&quot;x&quot; title=&#39;y&#39;&gt;&amp;"))
    #expect(page.contains("\\u003c/script>"))
    for text in [page, known.diagram] {
      for raw in ["<b onload", "</script><b", "\u{202E}", "<!--"] {
        #expect(!text.contains(raw), "\(raw)")
      }
    }
    // The data and the script: nothing else begins or ends one.
    #expect(page.split(separator: "<script").count == 3)
    #expect(page.split(separator: "</script").count == 3)
    #expect(page.split(separator: "://").count == 2, "only the name of SVG is an address")
  }

  @Test("The data and buttons of a small flow")
  func data() throws {
    let flow = Flow("small") {
      Ask("How many?", into: answer).validate(.range(1...9))
      When(answer > 5) { Say("Many: \(answer)") }
    }
    let storyboard = Storyboard(try flow.explore(today: "2026-11-23"))
    #expect(
      storyboard.json == """
        {"nodes":{"0":{"k":"end","c":-1,"n":-1},"1":{"k":"say","c":2,"n":2,"t":"Many: {answer}"},\
        "2":{"k":"when","c":1,"n":1,"t":"“How many?” is above 5"},\
        "3":{"k":"ask","c":0,"n":0,"t":"How many?","i":"answer","r":[["0","Give 1 to 9."]]}},\
        "states":[[3,["given",1,"1","is 1"],["given",2,"9","is 9"],\
        ["given",2,"6","is above 5"],["given",1,"2","any other"]],[2,["otherwise",3]],[2,["then",4]],\
        [0],[1,["next",3]]],\
        "tests":[["answer-is-1",[0,0]],["answer-is-9",[1,0,0]],["answer-any-other",[3,0]],\
        ["answer-above-5",[2,0,0]]],"findings":[]}
        """)
  }

  @Test("Conditions and tests are said in the words of those who answer")
  func words() throws {
    let kind = Key<String>("kind")
    let extras = Key<[String]>("extras")
    let day = Key<CalendarDay>("day")
    let sure = Key<Bool>("sure")
    let note = Key<String>("note")
    let conditions: [(Condition, String, String)] = [
      (kind == "s", "“What kind?” is “Server”", "“What kind?” isn’t “Server”"),
      (kind == "other", "“What kind?” is “other”", "“What kind?” isn’t “other”"),
      (sure == true, "“Sure?” is yes", "“Sure?” isn’t yes"),
      (answer < 5, "“How many?” is below 5", "“How many?” is at least 5"),
      (answer > other, "“How many?” is above “other”", "“How many?” is at most “other”"),
      (day <= "2026-11-23", "“When?” isn’t after 2026-11-23", "“When?” is after 2026-11-23"),
      (
        extras.contains("t"), "“What else?” contains “Tests”",
        "“What else?” doesn’t contain “Tests”"
      ),
      (note.isSet, "“note” is answered", "“note” isn’t answered"),
      (extras.isEmpty, "“What else?” is empty", "“What else?” isn’t empty"),
      (
        answer.isMultiple(of: 3), "“How many?” is a multiple of 3",
        "“How many?” isn’t a multiple of 3"
      ),
      (
        extras.count >= answer * 2, "the length of “What else?” is at least (“How many?” * 2)",
        "the length of “What else?” is below (“How many?” * 2)"
      ),
      (
        sure == true && (kind == "s" || !note.matches("[a-z]+")),
        "“Sure?” is yes and (“What kind?” is “Server” or “note” isn’t of the form “[a-z]+”)",
        "“Sure?” isn’t yes or (“What kind?” isn’t “Server” and “note” is of the form “[a-z]+”)"
      ),
    ]
    let flow = Flow("words") {
      Choose("What kind?", into: kind) {
        Option("Library", "l")
        Option("Server", "s")
      }
      ChooseMany("What else?", into: extras) { Option("Tests", "t") }
      Confirm("Sure?", into: sure)
      Ask("How many?", into: answer)
      Ask("When?", into: day)
      // Which of two questions was asked isn’t known.
      Ask("A note?", into: note)
      Ask("Another note?", into: note).id("another")
      Store(1, into: other)
      for (condition, _, _) in conditions { When(condition) { Say("It is so.") } }
    }
    let graph = Graph(flow)
    for (condition, yes, no) in conditions {
      #expect(graph.plain(condition.form) == yes)
      #expect(graph.plain(condition.form, holds: false) == no)
    }
    let small = Flow("small") {
      Choose("What kind?", into: kind) {
        Option("Library", "l")
        Option("Server", "s")
      }
      Switch(kind) {
        Case("s") { Ask("How many?", into: answer).validate(.range(1...9)) }
        Default { Store(3, into: answer) }
      }
      When(answer > 9) { Say("Many") }
    }
    let storyboard = Storyboard(try small.explore(today: "2026-11-23"))
    #expect(
      storyboard.tests.map(\.title) == [
        "“How many?” is 1", "“What kind?”: Library; “What kind?” is something else",
        "“How many?” is 9", "“How many?”: any other",
      ])
    #expect(storyboard.json.contains("\"warning: when “How many?” is above 9 → then never happens"))
    #expect(storyboard.json.contains("[\"selected(0)\",4,\"“Server”\",null]"))
  }

  /// The Playground is among the flows.
  @Test("Pages are small, and lead every test of the suite to its end")
  func walked() throws {
    #expect(ModelTests.Case.all.count > 60)
    for (item, known) in zip(ModelTests.Case.all, ModelTests.Case.known) {
      let storyboard = Storyboard(known)
      #expect(storyboard.html.utf8.count < 150_000, "\(item.name)")
      #expect(storyboard.tests.map(\.name) == storyboard.suite.tests.map(\.name), "\(item.name)")
      for test in storyboard.tests {
        var state = 0
        for place in test.ways {
          let way = try #require(storyboard.states[state].ways[at: place], "\(item.name)")
          state = try #require(way.target >= 0 ? way.target : nil, "\(item.name), \(test.name)")
        }
        #expect(known.space.graph.nodes[storyboard.states[state].node].isEnd, "\(item.name)")
      }
    }
  }

  @Test("What lies beyond the page is said, and its buttons lead nowhere")
  func beyond() throws {
    let again = Flow("again") {
      Repeat {
        Ask("This?", into: answer).validate(.range(1...9))
        Ask("That?", into: other).validate(.range(1...9))
      } until: {
        answer > other
      }
    }
    // A round that leads nowhere new leaves nothing out.
    let whole = Storyboard(try again.explore(today: "2026-11-23"))
    #expect(!whole.html.contains("some states aren’t on this page"))
    let flow = Flow("sum") {
      Store(0, into: other)
      Repeat(while: other < 100) {
        Ask("This?", into: answer).validate(.range(1...9))
        Store(other + answer, into: other)
      }
    }
    let storyboard = Storyboard(try flow.explore(today: "2026-11-23"))
    let ways = storyboard.states.flatMap(\.ways)
    #expect(ways.contains { way in way.target == -1 && way.note == "not followed further" })
    #expect(ways.allSatisfy { $0.target < storyboard.states.count })
    #expect(storyboard.html.contains("some states aren’t on this page"))
  }
}

extension Array {
  fileprivate subscript(at place: Int) -> Element? {
    indices.contains(place) ? self[place] : nil
  }
}
