/// Reads the lines of a token.
///
/// In the version of the flow that wrote it, every name is known, and the lines are those of a run.
/// Otherwise they have names of their own, as those of a journal, and a ``Mapping`` finds out what
/// they are in the flow.
struct TokenLines {
  private var reader: TokenReader
  private let program: Program
  /// Whether the program has every name.
  private var isKnown: Bool
  private var time: Timestamp
  /// The lines of the program.
  private(set) var lines: [Line] = []
  /// The lines with names of their own.
  private(set) var saved = SavedLines(isShort: true)

  /// - Parameter isKnown: whether the program is of the version that wrote the token.
  init(
    _ reader: TokenReader, _ program: Program, isKnown: Bool, started: Timestamp
  ) throws(TokenError) {
    self.reader = reader
    self.program = program
    self.isKnown = isKnown
    time = started
    // An answer takes some twenty bytes.
    lines.reserveCapacity(max(16, (reader.bytes.count - reader.place) / 20))
    while !self.reader.isAtEnd {
      if try self.reader.peek() == SessionToken.Lead.isForeign {
        try readForeign()
      } else {
        try read()
      }
    }
  }

  /// Reads a line that the version that wrote the token couldn't hold.
  private mutating func readForeign() throws(TokenError) {
    _ = try reader.byte()
    let count = try reader.count()
    let (end, before) = (reader.place + count, (isKnown, time))
    (isKnown, time) = (false, .epoch)
    try read()
    saved.lines[saved.lines.count - 1].isKept = true
    guard reader.place == end else { throw .damaged }
    (isKnown, time) = before
  }

  private mutating func read() throws(TokenError) {
    let lead = try reader.byte()
    guard let kind = Line.Kind(rawValue: lead & SessionToken.Lead.kind) else { throw .damaged }
    let more = lead & SessionToken.Lead.hasMore == 0 ? 0 : try reader.byte()
    let name = try name(hasRounds: lead & SessionToken.Lead.isFurther != 0)
    if lead & SessionToken.Lead.isLater != 0 { time = try reader.time(after: time) }
    var value = Value.null
    var form = Line.Form.typed
    switch kind {
    case .answered: (value, form) = try answer(of: name.step)
    case .secret, .givenAgain, .said:
      value = try reader.value()
      guard case .int(let number) = value, number >= 0, number < Line.mostSecrets else {
        throw .damaged
      }
    case .found: value = try reader.value()
    default: break
    }
    if isKnown {
      guard kind.fits(program.steps[Int(name.step)].kind) else { throw .damaged }
      // An ordinary line is made in place.
      if more == 0 { return lines.append(Line(name, kind, time, value: value, form: form)) }
    }
    var line = Line(name, kind, time, value: value, form: form)
    let shown = more & SessionToken.More.hasShown == 0 ? Shown() : try shown()
    let work = more & SessionToken.More.hasWork == 0 ? nil : try work()
    let names = more & SessionToken.More.hasNames == 0 ? nil : try names()
    let marks = more & SessionToken.More.hasSight == 0 ? [] : try marks()
    line.isOut = more & SessionToken.More.isOut != 0
    line.isChanged = more & SessionToken.More.isChanged != 0
    line.isLoose = more & SessionToken.More.isLoose != 0
    line.hasOwnRound = !isKnown && more & SessionToken.More.hasOwnRound != 0
    let sight = isKnown ? program.sight(marks, of: line) : Sight(saved: marks)
    line.detail = Line.Detail(shown: shown, work: work, names: names, sight: sight)
    guard isKnown else { return saved.lines.append(line) }
    // What was said in a strand that isn't in the flow says nothing.
    if kind != .said || sight != nil { lines.append(line) }
  }

  // MARK: Names

  private mutating func name(hasRounds: Bool) throws(TokenError) -> StepName {
    let short = try reader.fixed32()
    guard isKnown else {
      let id = short == ShortForms.none ? try reader.text() : ""
      let rounds = hasRounds ? try rounds() : []
      let isFirst = rounds.allSatisfy { $0 == 1 }
      let first: [Int]? = short == ShortForms.none ? nil : []
      return saved.add(step: SavedName(id: id, short: short, rounds: isFirst ? first : rounds))
    }
    let steps = program.ids.steps
    guard let step = short == ShortForms.none ? steps[try reader.text()] : steps[short] else {
      throw TokenError(
        .contents, "The token contains a step that is not in the flow; start a new session.")
    }
    if !hasRounds { return StepName(step: Int32(step), rounds: .first) }
    guard let name = program.name(step, try rounds()) else { throw .damaged }
    return name
  }

  private mutating func rounds() throws(TokenError) -> [Int] {
    var rounds: [Int] = []
    for _ in 0..<(try reader.count()) {
      let round = try reader.counted()
      guard round > 0 else { throw .damaged }
      rounds.append(round)
    }
    return rounds
  }

  private mutating func slot() throws(TokenError) -> Int32 {
    let short = try reader.fixed32()
    let id = short == ShortForms.none ? try reader.text() : ""
    guard isKnown else { return saved.add(SavedName(id: id, short: short)) }
    let keys = program.ids.keys
    guard let slot = short == ShortForms.none ? keys[id] : keys[short] else { throw .damaged }
    return Int32(truncatingIfNeeded: slot)
  }

  /// The id of a choice, or its short form if it may be unknown.
  private mutating func choice(of step: Int32) throws(TokenError) -> Value {
    let short = try reader.fixed32()
    guard isKnown else { return .int(Int(short)) }
    guard case .prompt(let index) = program.steps[Int(step)].kind, index >= 0 else {
      throw .damaged
    }
    guard let id = program.choice(short, of: step) else {
      throw TokenError(
        .contents, "The token contains a choice that is not in the flow; start a new session.")
    }
    return .string(id)
  }

  // MARK: Parts of a line

  private mutating func answer(of step: Int32) throws(TokenError) -> (Value, Line.Form) {
    guard try reader.peek() >= TokenValue.saidNo else { return (try reader.value(), .typed) }
    switch try reader.byte() {
    case TokenValue.saidNo: return (.bool(false), .yes)
    case TokenValue.saidYes: return (.bool(true), .yes)
    case TokenValue.submitted: return (Given.submit.value, .submit)
    case TokenValue.offered: return (.string(try reader.text()), .choice)
    case TokenValue.choice: return (try choice(of: step), .choice)
    case TokenValue.severalOffered:
      var ids: [Value] = []
      for _ in 0..<(try reader.count()) { ids.append(.string(try reader.text())) }
      return (.list(ids), .choices)
    case TokenValue.choices:
      var ids: [Value] = []
      for _ in 0..<(try reader.count(ofBytes: 4)) { ids.append(try choice(of: step)) }
      return (.list(ids), .choices)
    default: throw .damaged
    }
  }

  private mutating func shown() throws(TokenError) -> Shown {
    var shown = Shown()
    for _ in 0..<(try reader.count(ofBytes: 8)) {
      let slot = try slot()
      let digest = Imprint(short: try reader.fixed32())
      shown.reads.append(Shown.Read(slot: slot, digest: digest))
    }
    shown.said = Imprint(short: try reader.fixed32())
    return shown
  }

  private mutating func marks() throws(TokenError) -> [Imprint] {
    var marks: [Imprint] = []
    for _ in 0..<(try reader.count(ofBytes: 4)) {
      marks.append(Imprint(short: try reader.fixed32()))
    }
    return marks
  }

  private mutating func work() throws(TokenError) -> Line.Work {
    var work = Line.Work(number: try reader.counted())
    work.inputs = try inputs()
    work.accepted = try inputs()
    let given = try reader.count()
    if given > 0 {
      var named: [String: Value] = [:]
      for _ in 1..<given {
        let name = try reader.text()
        named[name] = try reader.value()
      }
      work.given = isKnown ? program.snapshot(named) : Snapshot(slots: [], others: named)
      // Tokens of earlier releases have only these.
      if let inputs = work.inputs, inputs.all != nil, inputs.reads.isEmpty {
        work.inputs?.reads = WorkInputs.reads(named)
      }
    }
    for _ in 0..<(try reader.count(ofBytes: 2)) {
      let key = try reader.text()
      switch try reader.byte() {
      case TokenValue.offered:
        work.secrets[key] = try reader.counted(below: Line.mostSecrets)
        work.writes.append(Journal.Entry.Write(key, .null, isSecret: true))
      case TokenValue.submitted: work.writes.append(Journal.Entry.Write(key, nil))
      case TokenValue.null: work.writes.append(Journal.Entry.Write(key, try reader.value()))
      default: throw .damaged
      }
    }
    work.message = try reader.text()
    work.tries = try reader.counted()
    return work
  }

  private mutating func inputs() throws(TokenError) -> WorkInputs? {
    let bits = try reader.byte()
    guard bits & 1 != 0 else {
      guard bits == 0 else { throw .damaged }
      return nil
    }
    var inputs = WorkInputs()
    if bits & 2 != 0 { inputs.all = try reader.fixed64() }
    if bits & 4 != 0 { inputs.after = try reader.counted() }
    for _ in 0..<(try reader.count(ofBytes: 3)) {
      let key = try reader.text()
      let secret = try reader.counted(below: Line.mostSecrets << 16)
      let value = try reader.byte() == 0 ? nil : try reader.value()
      inputs.reads.append(WorkInputs.Read(key: key, value: value, secret: secret))
    }
    return inputs
  }

  private mutating func names() throws(TokenError) -> Line.Names {
    var lists: [[StepName]] = []
    for _ in 0..<4 {
      var list: [StepName] = []
      for _ in 0..<(try reader.count(ofBytes: 5)) { list.append(try name(hasRounds: true)) }
      lists.append(list)
    }
    return Line.Names(out: lists[0], restored: lists[1], dropped: lists[2], from: lists[3].first)
  }
}
