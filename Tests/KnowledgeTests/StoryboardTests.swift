import Foundation
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
    #expect(page.components(separatedBy: "<script").count == 3)
    #expect(page.components(separatedBy: "</script").count == 3)
    #expect(page.components(separatedBy: "://").count == 2, "only the name of SVG is an address")
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
        "2":{"k":"when","c":1,"n":1,"t":"when “answer > 5”"},\
        "3":{"k":"ask","c":0,"n":0,"t":"How many?","i":"answer","r":[["0","Give 1 to 9."]]}},\
        "states":[[3,["given",1,"1","answer == 1"],["given",2,"9","answer == 9"],\
        ["given",2,"6","answer > 5"],["given",1,"2","any other"]],[2,["otherwise",3]],[2,["then",4]],\
        [0],[1,["next",3]]],\
        "tests":[["answer-is-1",[0,0]],["answer-is-9",[1,0,0]],["answer-any-other",[3,0]],\
        ["answer-above-5",[2,0,0]]],"findings":[]}
        """)
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
