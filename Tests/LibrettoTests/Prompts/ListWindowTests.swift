import Testing

@testable import LibrettoTerminal

@Suite("The part of a list that is shown") struct ListWindowTests {
  @Test("A list that fits is shown whole, wherever the focus is")
  func whole() {
    for focus in 0..<5 {
      let window = ListWindow(all: 5, shown: 5, focus: focus, rows: 5)
      #expect(window.places == 0..<5)
      #expect(window.padding == 0)
      #expect(!window.isPart)
      #expect(window.more(.unicode) == "")
    }
  }

  @Test("A longer one follows the focus, and says how much it leaves out")
  func window() {
    let begin = ListWindow(all: 12_000, shown: 12_000, focus: 0, rows: 6)
    #expect(begin.places == 0..<5)
    #expect(begin.more(.unicode) == "↓ 11,995 more")
    let middle = ListWindow(all: 12_000, shown: 12_000, focus: 6_000, rows: 6)
    #expect(middle.places == 5_998..<6_003)
    #expect(middle.more(.unicode) == "↑ 5,998 more  ↓ 5,997 more")
    let end = ListWindow(all: 12_000, shown: 12_000, focus: 11_999, rows: 6)
    #expect(end.places == 11_995..<12_000)
    #expect(end.more(.unicode) == "↑ 11,995 more")
  }

  @Test("A filter leaves the list as high as it was")
  func filtered() {
    let window = ListWindow(all: 5, shown: 2, focus: 1, rows: 5)
    #expect(window.places == 0..<2)
    #expect(window.padding == 3)
    #expect(!window.isPart)
    let few = ListWindow(all: 50, shown: 2, focus: 1, rows: 6)
    #expect(few.padding == 3)
    #expect(few.isPart)
    #expect(few.more(.unicode) == "")
    let none = ListWindow(all: 50, shown: 0, focus: 0, rows: 6)
    #expect(none.places == 0..<0)
    #expect(none.padding == 5)
  }

  @Test("Whatever the sizes, the focus is shown")
  func focus() {
    for all in 1...12 {
      for shown in 1...all {
        for focus in 0..<shown {
          for rows in -1...14 {
            let window = ListWindow(all: all, shown: shown, focus: focus, rows: rows)
            #expect(window.places.contains(focus))
            #expect(window.places.lowerBound >= 0 && window.places.upperBound <= shown)
            #expect(window.places.count + window.padding <= max(1, rows))
          }
        }
      }
    }
  }
}
