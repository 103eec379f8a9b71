import TestSupport
import Testing

@testable import LibrettoCore
@testable import LibrettoTerminal

/// The moving picture of the README is what a person sees: a real run at a terminal, with a clock
/// that the test moves, and then the real `flow test` of the same flow.
@Suite("The moving picture") struct FilmTests {
  private static let package = #filePath.split(separator: "/").dropLast(4).map { "/\($0)" }.joined()
  private static let path = package + "/Guides/Libretto.docc/Resources/tour.svg"
  private static let size = (columns: 72, rows: 20)

  /// `LIBRETTO_UPDATE_PICTURES=1 swift test --filter FilmTests` draws it anew, and fails if it has
  /// changed.
  @Test("It is what the program draws")
  func tour() async throws {
    let film = try await film()
    let kept = textOfFile(Self.path)
    if environmentVariable("LIBRETTO_UPDATE_PICTURES") == "1" {
      try Files.write(film, to: Self.path)
    }
    let isDrawn = film == kept
    #expect(
      isDrawn,
      """
      tour.svg is no longer what the program draws. To draw it anew: LIBRETTO_UPDATE_PICTURES=1 \
      swift test --filter FilmTests
      """)
    #expect(film.utf8.count < 80_000)
  }

  private func film() async throws -> String {
    let camera = try Camera(Self.size.columns, Self.size.rows)
    let (terminal, steps) = (camera.terminal, Fractions())
    let flow = TourFlow.flow { work in
      while let fraction = try await steps.next() { work.progress(fraction) }
    }
    let task = Task { try await terminal.perform(flow) }

    camera.caption = "A question, with the keys that work"
    try await camera.shoot("? Which name?", 1.2)
    try await camera.type("orchard")
    terminal.send("\r")
    camera.caption = "A form is one page"
    try await camera.shoot("❯ Your name?", 1)
    try await camera.type("Ann")
    terminal.send("\t")
    try await camera.shoot("❯ Your mail?", 0.4)
    try await camera.type("ann.example.org")
    terminal.send("\t")
    try await camera.shoot("❯ [ Submit ]", 0.5)
    terminal.send("\r")
    camera.caption = "…and says what is wrong, where it is wrong"
    try await camera.shoot("❯ Your mail?          ann.example.org", 1.8)
    terminal.send("\u{15}")
    try await camera.shoot("An answer is needed.", 0.3)
    try await camera.type("ann@example.org")
    terminal.send("\t")
    try await camera.shoot("❯ [ Submit ]", 0.4)
    terminal.send("\r")
    camera.caption = "The way ahead is known"
    try await camera.shoot("❯ Team", 1.2)
    terminal.send("\r")
    try await camera.shoot("? How many seats?", 1)
    terminal.send("\r")

    try await camera.shoot("❯ no", 1)

    camera.caption = "Esc goes back; what was answered waits below"
    terminal.send("\u{1B}")
    try await camera.shoot("? How many seats?", 1.2)
    terminal.send("\u{1B}")
    try await camera.shoot("❯ Team", 1.2)
    camera.caption = "What another answer would change is said before Return"
    terminal.send("\u{1B}[B")
    try await camera.shoot("❯ Solo", 2.4)
    terminal.send("\r")
    camera.caption = "…and what was done is undone, if you like"
    try await camera.shoot("❯ Undo it", 2)
    terminal.send("\r")
    try await camera.shoot("❯ no", 1)
    terminal.send("\r")
    camera.caption = "Work shows itself, beside a question"
    try await camera.shoot("? A colour?", 0.5)
    try await terminal.waitForScreen { _ in steps.asked > 0 }
    for part in 1...12 {
      await terminal.clock.pass(.milliseconds(100))
      if part > 1 { try await camera.shoot("\(part / 10).\(part % 10) s", 0.1) }
    }
    // Once it has reported something, not only the display sleeps, so this is the last tick.
    await terminal.clock.waitForSleep(of: .milliseconds(100))
    steps.take(0.48)
    try await terminal.waitForScreen { _ in steps.asked > 1 }
    terminal.clock.advance(by: .milliseconds(100))
    try await camera.shoot("48%", 2)
    steps.end()
    try await terminal.waitForScreen { $0.contains("esc back") }
    try await camera.shoot("✓ files", 1)
    terminal.send("\r")

    try await camera.shoot("Welcome, Ann", 2)
    #expect(try await task.value.outcome == .finished)

    camera.caption = "And the same flow is a test"
    var shell = TerminalScreen(columns: Self.size.columns, rows: Self.size.rows)
    shell.feed(Array("$ flow test tour.swift answers.json --stub-actions\r\n".utf8))
    camera.shoot(shell, 0.8)
    shell.feed(Array(try performTest().replacing("\n", with: "\r\n").utf8))
    camera.shoot(shell, 4)
    return camera.film.svg
  }

  /// What `flow test` prints for the flow, with the answers that were given last.
  private func performTest() throws -> String {
    let source = try #require(textOfFile(Self.package + "/Tests/LibrettoTests/Film/TourFlow.swift"))
    let flow = try #require(
      source.split(separator: "// begin\n    ").last?.split(separator: "\n    // end").first)
    let script =
      "import Libretto\n\nlet prepare: @Sendable (Work) async throws -> Void = { _ in }\n"
      + flow.replacing("return Flow", with: "await Flow") + ".main()\n"
    let folder = builtProduct("film-tests")
    _ = try Disk.makeFolder(folder)
    try Files.write(script, to: folder + "/tour.swift")
    let answers = """
      {"workspace": "orchard", "name": "Ann", "mail": "ann@example.org", "plan": "Solo",
       "invites": false, "color": "blue"}
      """
    try Files.write(answers, to: folder + "/answers.json")
    let run = try Subprocess.run(
      "/bin/sh",
      ["-c", "cd \"$0\" && exec \"$1\" test tour.swift answers.json --stub-actions 2>&1", folder]
        + [builtProduct("flow")],
      environment: [
        "XDG_CACHE_HOME": folder, "PATH": environmentVariable("PATH") ?? "/usr/bin:/bin",
        "HOME": environmentVariable("HOME") ?? folder,
      ])
    #expect(run.status == .exited(0), "\(run.standardOutput)")
    return run.standardOutput
  }
}

/// What photographs the terminal.
private final class Camera {
  let terminal: HandTerminal
  var film: TerminalFilm
  var caption = ""
  private var typed = ""

  init(_ columns: Int, _ rows: Int) throws {
    terminal = try HandTerminal(columns: columns, rows: rows)
    film = TerminalFilm(columns: columns, rows: rows, title: "A flow at a terminal")
  }

  /// Waits for a text, and shows the screen for some seconds.
  func shoot(_ text: String, _ seconds: Double) async throws {
    try await terminal.waitForScreen { $0.contains(text) }
    shoot(terminal.shown, seconds)
  }

  func shoot(_ screen: TerminalScreen, _ seconds: Double) {
    film.show(screen, caption, for: seconds)
  }

  /// Types a text, two letters at a time.
  func type(_ text: String) async throws {
    var rest = text[...]
    var typed = ""
    while !rest.isEmpty {
      terminal.send(String(rest.prefix(2)))
      typed += rest.prefix(2)
      rest = rest.dropFirst(2)
      try await shoot("  \(typed)", 0.15)
    }
  }
}

/// How far work has got, as the test says.
private final class Fractions: Sendable {
  private let (stream, continuation) = AsyncStream<Double>.makeStream()

  func take(_ fraction: Double) { continuation.yield(fraction) }
  func end() { continuation.finish() }

  /// How often the work has asked for the next one.
  var asked: Int { count.withLock { $0 } }
  private let count = Locked(0)

  func next() async throws -> Double? {
    count.withLock { $0 += 1 }
    for await fraction in stream { return fraction }
    return nil
  }
}
