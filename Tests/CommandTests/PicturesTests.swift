import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The pictures of the README and the guides are what `flow` draws.
@Suite("Pictures") struct PicturesTests {
  static let folder = ScriptFolder("pictures")
  static let resources = PlaygroundTests.package + "/Guides/Libretto.docc/Resources"

  static var updates: Bool {
    getenv("LIBRETTO_UPDATE_PICTURES").map { String(cString: $0) } == "1"
  }

  /// `LIBRETTO_UPDATE_PICTURES=1 swift test --filter PicturesTests` draws them anew, and fails for
  /// those that have changed.
  @Test("A picture is what the program draws", arguments: Picture.all)
  func picture(_ picture: Picture) throws { try compare(try draw(picture), picture.name) }

  private func compare(_ drawn: String, _ name: String) throws {
    let path = Self.resources + "/\(name).svg"
    let kept = try Subprocess.run("/bin/cat", [path]).standardOutput
    if Self.updates {
      ScriptFolder.save(drawn, at: path, mode: 0o644)
    }
    #expect(
      Self.withoutToday(drawn) == Self.withoutToday(kept),
      """
      \(name).svg is no longer what the program draws. To draw it anew: \
      LIBRETTO_UPDATE_PICTURES=1 swift test --filter PicturesTests
      """)
  }

  /// A picture without what it says of the day on which it was drawn: today, and how far away a day
  /// is.
  private static func withoutToday(_ picture: String) -> [Substring] {
    picture.split(separator: "\n").filter {
      !$0.contains(">today is ") && !$0.contains(/>[0-9,]+ d(ays ago)?</)
    }
  }

  @Test("The diagram of the guide is what `flow` draws of the wizard")
  func diagram() throws {
    let ended = try Self.folder.shell(
      "exec \"$FLOW\" diagram \"$1/Playground/wizard.swift\" -o diagram.svg",
      [PlaygroundTests.package])
    try #require(ended.status == 0, "\(ended.errors)")
    try compare(Self.folder.text("diagram.svg"), "diagram")
  }

  @Test("There is no other picture")
  func complete() throws {
    let listed = try Subprocess.run("/bin/ls", [Self.resources]).standardOutput
    let names = Set(listed.split(separator: "\n").map(String.init))
    #expect(
      names.subtracting(Picture.all.map { $0.name + ".svg" })
        == ["diagram.svg", "storyboard.png", "tour.svg"])
  }

  /// Performs the script at a terminal, and presses the keys.
  private func draw(_ picture: Picture) throws -> String {
    let folder = picture.playground == nil ? Self.folder.path : PlaygroundTests.package
    let file = picture.playground.map { "Playground/\($0).swift" } ?? "\(picture.name).swift"
    if picture.playground == nil { Self.folder.save(file, picture.script) }
    // It is compiled before, so that no message of the compiling is on the screen.
    let compiled = try Self.folder.shell(
      "cd \"$1\" && exec \"$FLOW\" outline \"$2\"", [folder, file])
    try #require(compiled.status == 0, "\(compiled.errors)")
    let terminal = try Self.folder.richTerminal(file, in: folder, size: picture.size)
    for step in picture.keys {
      try terminal.waitForScreen(containing: step.shown)
      try terminal.send(step.keys)
    }
    try terminal.waitForScreen(containing: picture.last)
    return try #require(terminal.screen).svg(title: picture.title)
  }
}
