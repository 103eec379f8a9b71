import Testing

@testable import LibrettoCore

/// Ids of earlier versions as they are now.
struct RenamesTests {
  static let name = Key<String>("name")

  static let flow = Flow("f") {
    Do("x") { _ in }.id("a", was: "b")
    Do("y") { _ in }.id("b", was: "a")
    Do("z") { _ in }.id("newest", was: "newer", "new", "deep/in")
    Wait(.zero).id("pause", was: "wait")
    Alert("Pet?") {
      Button("Kitten") {
        Alert("Colour?") { Button("Dark") { Do("paint") { _ in } }.id("dark", was: "black") }
      }.id("kitten", was: "cat", "cat/s")
      Button("Dog") { Do("feed") { _ in } }
    }.id("pet", was: "animal")
    Flow("left") { Ask("?", into: name).id("p", was: "q") }.id("left", was: "right")
    Flow("right") {
      Alert("Q") { Button("R") { Do("t") { _ in } }.id("r", was: "s") }
    }.id("right", was: "left")
    Form("Stay") { Ask("Name?", into: Key<String>("guest")).id("guest", was: "visitor") }
  }

  @Test(
    "steps, what stands in them and behind choices, all at once",
    arguments: [
      ("a", "b"), ("b", "a"), ("a/x", "b/x"), ("newest", "newest"), ("newer", "newest"),
      ("new", "newest"), ("newer/x/y", "newest/x/y"), ("newe", "newe"), ("deep", "deep"),
      ("deep/in", "newest"), ("deep/inn", "deep/inn"), ("wait", "pause"), ("x/a", "x/a"),
      ("animal", "pet"), ("pet", "pet"), ("animal/cat/colour", "pet/kitten/colour"),
      ("pet/cat/colour/black/paint", "pet/kitten/colour/dark/paint"),
      ("pet/cat/s/colour/black/paint", "pet/kitten/colour/dark/paint"),
      ("animal/dog/feed", "pet/dog/feed"), ("animal/", "pet"), ("", ""), ("a//x", "b//x"),
      ("left/q/s/t", "right/q/r/t"), ("right/q", "left/p"), ("left/q", "right/q"),
      ("right/q/x", "left/p/x"), ("right/p", "left/p"), ("stay/guest", "stay/guest"),
      ("visitor", "guest"),
    ])
  func ids(_ old: String, _ new: String) {
    #expect(Self.flow.problems == [])
    #expect(Renames(Self.flow.tree).id(old) == new)
  }

  @Test("choices are mapped by their question")
  func choices() {
    let renames = Renames(Self.flow.tree)
    #expect(renames.choice("cat", of: "pet") == "kitten")
    #expect(renames.choice("kitten", of: "pet") == "kitten")
    #expect(renames.choice("cat", of: "animal") == "cat")
    #expect(renames.choice("a/x", of: "left/p") == "a/x")
    // What stands on the review of a form is no choice: to take it is a step back.
    #expect(renames.choice("visitor", of: "stay") == "visitor")
  }

  @Test("a path of a million slashes takes no time")
  func hostile() {
    let path = String(repeating: "a/", count: 1_000_000)
    #expect(Renames(Self.flow.tree).id(path).utf8.count >= 1_999_998)
  }

  @Test("typed text is never an id, whatever it looks like")
  func typed() throws {
    let before = Flow("f") {
      Ask("Name?", into: Self.name).id("src")
      Ask("Which file?", into: ResumeTests.word)
      Ask("Age?", into: ResumeTests.age)
    }
    let after = Flow("f") {
      Ask("Name?", into: Self.name).id("source", was: "src")
      Ask("Which file?", into: ResumeTests.word)
      Ask("Age?", into: ResumeTests.age)
    }
    let saved = try ResumeTests.saved(before, [.answer("Bob"), .answer("src/main.swift")])
    let (run, _) = try ResumeTests.resumed(after, saved)
    #expect(run.answers[ResumeTests.word] == "src/main.swift")
  }
}
