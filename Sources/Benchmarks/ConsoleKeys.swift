/// The time from a key to the last byte of what it changes on the screen: in long lists, and on a
/// page with many questions.
struct ConsoleKeys: Benchmark {
  let names = [
    "console.redraw", "console.redraw.bytes", "console.redraw.scrolled-bytes", "console.filter",
    "console.filter.index", "console.page",
  ]

  func rows(_ options: Options) throws -> [Row] {
    try ConsoleBench.use { bench in
      var rows: [Row] = []
      if names[0...2].contains(where: options.wants) { rows += try redraw(bench) }
      if names[3...4].contains(where: options.wants) { rows += try filter(bench) }
      if options.wants(names[5]) { rows.append(try page(bench)) }
      return rows
    }
  }

  // MARK: Lists

  private static let down = "\u{1B}[B"

  private func redraw(_ bench: ConsoleBench) throws -> [Row] {
    let terminal = try Terminal(try bench.list(of: 10_000))
    _ = try terminal.wait(for: "Which place?")
    let first = try terminal.press(Self.down)
    // The option that had the highlight, and the one that gets it.
    guard first.rows == 2 else { throw Trouble("\(first.rows) rows were written instead of 2") }
    for _ in 0..<50 { _ = try terminal.press(Self.down) }
    // From here on, the whole list moves with each key.
    var bytes = 0
    let time = try Measuring.medians(
      rounds: 501,
      [
        {
          let change = try terminal.press(Self.down)
          bytes = change.bytes.count
          return change.time
        }
      ])[0]
    return [
      Row(names[0], time * 1000, "ms", .atMost(1)),
      Row(names[1], Double(first.bytes.count), "bytes", .atMost(250)),
      Row(names[2], Double(bytes), "bytes"),
    ]
  }

  private func filter(_ bench: ConsoleBench) throws -> [Row] {
    let terminal = try Terminal(try bench.list(of: 100_000))
    _ = try terminal.wait(for: "Which place?")
    let index = try terminal.press("/").time
    // Most titles have the first letters, so that little is saved.
    let word = "er of 99".map { String($0) }
    var times: [[Double]] = []
    for _ in 0..<9 {
      times.append(try terminal.press(each: word))
      // The filter is emptied.
      _ = try terminal.press("\u{15}")
    }
    let worst = word.indices.map { key in Measuring.median(times.map { $0[key] }) }.max() ?? 0
    return [
      Row(names[3], worst * 1000, "ms", .atMost(16)),
      Row(names[4], index * 1000, "ms"),
    ]
  }

  // MARK: Pages

  private func page(_ bench: ConsoleBench) throws -> Row {
    let program = try bench.program(
      "page",
      """
      func key<Value>(_ kind: String, _ number: Int) -> Key<Value> { Key("\\(kind)\\(number)") }
      let name: Key<String> = key("name", 0)
      await Flow("page") {
        Form("Your journey") {
          for number in 0..<10 {
            let agreed: Key<Bool> = key("agreed", number)
            Ask("Name of traveller \\(number)?", into: key("name", number) as Key<String>)
              .validate(.length(1...200))
            Ask("Nights \\(number)?", into: key("nights", number) as Key<Int>)
              .default(2).validate(.range(1...30))
            Confirm("A car \\(number)?", into: agreed).default(number.isMultiple(of: 2))
            Ask("Plate \\(number)?", into: key("plate", number) as Key<String>).when(agreed)
            Choose(
              "Room \\(number)?", from: ["single", "double", "suite"],
              into: key("room", number) as Key<String>)
            Ask("Note \\(number)?", into: key("note", number) as Key<String>)
              .when(name != "abcdefgh")
          }
        }
      }.main()
      """)
    let terminal = try Terminal(program)
    _ = try terminal.wait(for: "Your journey")
    let letters = (0..<100).map { String("abcdefgh".dropFirst($0 % 8).prefix(1)) }
    let first = Measuring.median(try terminal.press(each: letters))
    // The middle of the page, where what is above and below is shown.
    for _ in 0..<25 { _ = try terminal.press("\t") }
    let middle = Measuring.median(try terminal.press(each: letters))
    return Row(names[5], max(first, middle) * 1000, "ms", .atMost(2))
  }
}
