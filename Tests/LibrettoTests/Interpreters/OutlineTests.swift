import Testing

@testable import LibrettoCore

/// The outline of a flow with every kind of step, whole.
struct OutlineTests {
  @Test("every step")
  func whole() throws {
    let name = Key<String>("name")
    let age = Key<Int>("age")
    let ready = Key<Bool>("ready")
    let flow = Flow("tour \u{1B}") {
      Do("fill in") { _ in }
      Say("Hello, \(name) {}\nagain")
      Ask("Name?", into: name).id("who")
      Ask("Word?", into: Key<String>("word")).secret()
      When(age < 18 && name != "a\nb") {
        Say("young")
      } otherwise: {
        Say("old")
      }
      When(ready) {}
      Repeat { Break() }
      Repeat(times: 3) { Do("count") { _ in } }
      Repeat(while: !(age == 3)) {
        Store("x\u{202E}", into: name)
      }
      Repeat {
        Finish()
      } until: {
        age > 3
      }
      Confirm("Sure?", into: ready)
      Confirm("Really?") {
        Finish(name: "ok")
      } otherwise: {
        Fail("no")
      }
      Alert("Error", message: "Delete?") {
        Button("Yes", role: .destructive) { Flow("deeper") { Say("in") } }
        Button("No")
      }
      Choose("Age?", into: age) { Option("One", 1) { Say("1") } }
      Alert("Done")
    }
    #expect(
      try Outline().perform(flow)
        == """
        Flow “tour ␛”
          Do “fill in”  [fill-in]
          Say “Hello, {name} {{}}␊again”
          Ask “Name?” into name  [who]
          Ask “Word?” into word, secret  [word]
          When age < 18 && name != "a␊b"
            Say “young”
          otherwise
            Say “old”
          When ready == true
          Repeat
            Break
          Repeat 3 times
            Do “count”  [count]
          Repeat while !(age == 3)
            Store “x�” into name
          Repeat until age > 3
            Finish
          Confirm “Sure?” into ready  [ready]
          Confirm “Really?”  [really]
            “Yes”
              Finish named “ok”
            “No”
              Fail “no”
          Alert “Error”: “Delete?”  [error]
            “Yes” (destructive)  [yes]
              Flow “deeper”  [error/yes/deeper]
                Say “in”
            “No”  [no]
          Choose “Age?” into age  [age]
            “One”  [one]
              Say “1”
          Alert “Done”  [done]

        """)
  }
}
