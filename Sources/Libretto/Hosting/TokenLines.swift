/// Reads the lines of a token as those of a run of the current flow.
struct TokenLines {
  private var reader: TokenReader
  private let program: Program
  private let renames: Renames?
  private var time: Int
  /// Steps that had another id, by the short form of that id; nil for one that several had.
  private var earlier: [UInt32: Int?] = [:]
  private var lost: [ResumeRemark] = []
  private var foreign = ForeignLines()
  /// Whether nothing is said of unknown steps: a higher version of the flow knows them.
  private let isBehind: Bool
  /// Whether the line that is being read is one that this version couldn't hold when it wrote it.
  private var isForeign = false
  /// Whether it has a choice that the question doesn't have.
  private var hasLostChoice = false
  /// The last number of work whose step is gone.
  private var lastNumber = 0

  /// Whether steps may be unknown.
  private var isLenient: Bool { renames != nil || isForeign }

  struct Contents {
    let lines: [Line]
    let lost: [ResumeRemark]
    let foreign: ForeignLines
  }

  init(
    _ reader: TokenReader, _ program: Program, _ renames: Renames?, _ started: Int, isBehind: Bool
  ) {
    self.reader = reader
    self.program = program
    self.renames = renames
    self.isBehind = isBehind
    time = started
    guard let renames else { return }
    for (step, code) in program.steps.enumerated() {
      for old in renames.earlier(of: code.id) {
        let other = earlier.updateValue(step, forKey: old.shortForm)
        if let other, other != step { earlier.updateValue(nil, forKey: old.shortForm) }
      }
    }
  }

  mutating func contents() throws(TokenError) -> Contents {
    var lines: [Line] = []
    lines.reserveCapacity(16)
    while !reader.isAtEnd {
      guard try reader.peek() == SessionToken.Lead.isForeign else {
        try read(into: &lines)
        continue
      }
      _ = try reader.byte()
      let count = try reader.count()
      let (end, before) = (reader.place + count, time)
      (isForeign, time) = (true, 0)
      try read(into: &lines)
      guard reader.place == end else { throw .damaged }
      (isForeign, time) = (false, before)
    }
    if let line = program.telling(number: lastNumber) { lines.insert(line, at: 0) }
    return Contents(lines: lines, lost: lost, foreign: foreign)
  }

  /// Keeps a line for the versions that can hold it, with its time in full.
  private mutating func keep(
    _ lead: UInt8, _ places: (start: Int, time: Int, rest: Int), _ kind: Line.Kind,
    at name: StepName?
  ) {
    if let name { foreign.names.insert(name) }
    var writer = TokenWriter()
    writer.byte(lead | SessionToken.Lead.isLater)
    writer.append(reader.bytes[(places.start + 1)..<places.time])
    writer.signed(time)
    writer.append(reader.bytes[places.rest..<reader.place])
    foreign.token.append(writer.bytes)
    if kind == .began { foreign.hasBegun = true }
    if kind == .ended || kind == .failed || kind == .workTimedOut { foreign.hasBegun = false }
  }

  private mutating func step() throws(TokenError) -> Int? {
    let short = try reader.fixed32()
    if short == ShortForms.none {
      let id = try reader.text()
      if let step = program.ids.steps[renames?.id(id) ?? id] { return step }
    } else if !earlier.isEmpty, let step = earlier[short] {
      if let step { return step }
    } else if let step = program.ids.steps[short] {
      return step
    }
    guard isLenient else {
      throw TokenError(
        .contents, "The token contains a step that is not in the flow; start a new session.")
    }
    return nil
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

  private func name(_ step: Int?, _ rounds: [Int]) throws(TokenError) -> StepName? {
    guard let step else { return nil }
    if let name = program.name(step, rounds) { return name }
    guard isLenient else { throw .damaged }
    return nil
  }

  private mutating func read(into lines: inout [Line]) throws(TokenError) {
    let start = reader.place
    let lead = try reader.byte()
    guard let kind = Line.Kind(rawValue: lead & SessionToken.Lead.kind) else { throw .damaged }
    let more = lead & SessionToken.Lead.hasMore == 0 ? 0 : try reader.byte()
    guard more & ~SessionToken.More.all == 0 else { throw .damaged }
    let isGone = try isGone()
    let step = try step()
    let name =
      if lead & SessionToken.Lead.isFurther == 0, !isLenient, let step,
        program.stepLoops[step] == -1
      {
        StepName(step: Int32(step), rounds: .first)
      } else {
        try name(step, lead & SessionToken.Lead.isFurther == 0 ? [] : rounds())
      }
    let timePlace = reader.place
    if lead & SessionToken.Lead.isLater != 0 { time = time &+ (try reader.signed()) }
    let places = (start: start, time: timePlace, rest: reader.place)
    hasLostChoice = false
    var value = Value.null
    var form = Line.Form.typed
    switch kind {
    case .answered: (value, form) = try answer(step)
    case .secret, .givenAgain, .said:
      value = try reader.value()
      guard case .int(let number) = value, number >= 0, number < 1 << 48 else { throw .damaged }
    case .found: value = try reader.value()
    default: break
    }
    if more == 0, !isLenient, let name {
      // An ordinary line.
      guard kind.fits(program.steps[Int(name.step)].kind) else { throw .damaged }
      lines.append(Line(name, kind, time, value: value, form: form))
      return
    }
    let shown = more & SessionToken.More.hasShown == 0 ? nil : try shown()
    var work = more & SessionToken.More.hasWork == 0 ? nil : try work()
    let names = more & SessionToken.More.hasNames == 0 ? nil : try names()
    let marks = more & SessionToken.More.hasSight == 0 ? [] : try marks()
    let isNumber = kind == .undone && work != nil
    let known = name ?? (isNumber ? program.bearer : nil)
    guard let name = known, isNumber || kind.fits(program.steps[Int(name.step)].kind),
      !hasLostChoice, !isForeign || renames != nil
    else {
      if !isLenient { throw .damaged }
      lastNumber = max(lastNumber, work?.number ?? 0)
      if !isForeign, known == nil, kind == .answered || kind == .secret,
        let line = program.tellingLoss(at: time, behind: lines)
      {
        lines.append(line)
      }
      if !isGone, !shows(shown, work) { keep(lead, places, kind, at: known) }
      if renames == nil { return }
      if let known, hasLostChoice, case .prompt(let index) = program.steps[Int(known.step)].kind,
        let why = program.misfit(Line(known, kind, time, value: value, form: form).given, index)
      {
        lost.append(program.asksAgain(known, why))
      } else if !isBehind {
        lose(kind, step)
      }
      return
    }
    var line = Line(name, kind, time, value: value, form: form)
    line.isOut = more & SessionToken.More.isOut != 0
    line.isChanged = more & SessionToken.More.isChanged != 0
    line.isLoose = more & SessionToken.More.isLoose != 0 || renames != nil
    work?.wasLoose = more & SessionToken.More.isLoose != 0
    // Which text is which is known only within a version.
    let sight = renames == nil ? program.sight(marks, of: line) : nil
    if kind == .said, sight == nil { return }
    if shown != nil || work != nil || names != nil || sight != nil {
      line.detail = Line.Detail(
        shown: shown ?? Shown(), work: work, names: names, sight: sight)
    }
    lines.append(line)
  }

  /// Whether the line belongs to a step whose entries aren't kept.
  private func isGone() throws(TokenError) -> Bool {
    guard let gone = renames?.gone, !gone.isEmpty else { return false }
    var ahead = reader
    let short = try ahead.fixed32()
    if short == ShortForms.none { return gone.contains(try ahead.text()) }
    return gone.contains { $0.shortForm == short }
  }

  /// Whether it has the value of a key in clear, or a digest of it, that is secret in this flow.
  private func shows(_ shown: Shown?, _ work: Line.Work?) -> Bool {
    let secrets = program.keys.secrets
    if secrets.isEmpty { return false }
    if shown?.reads.contains(where: { secrets.contains(program.keys[Int($0.slot)].name) }) == true {
      return true
    }
    guard let work else { return false }
    let inputs = (work.inputs?.reads ?? []) + (work.accepted?.reads ?? [])
    return work.writes.contains { !$0.isSecret && secrets.contains($0.key) }
      || inputs.contains { $0.secret == 0 && secrets.contains($0.key) }
      || secrets.contains { key in
        program.keys.slots[key].map { work.given?.slots[$0] ?? nil != nil } ?? false
      }
  }

  private mutating func lose(_ kind: Line.Kind, _ step: Int?) {
    let isEffect = kind == .ended || kind == .began
    guard isEffect || kind == .answered || kind == .secret else { return }
    lost.append(
      ResumeRemark(
        kind: isEffect ? .effectVanished : .vanished, name: "",
        description: Mapping.gone(
          isEffect ? "an action that was performed" : "a question that was answered", known: step,
          program, isEffect: isEffect)))
  }

  private mutating func answer(_ step: Int?) throws(TokenError) -> (Value, Line.Form) {
    guard try reader.peek() >= TokenValue.saidNo else { return (try reader.value(), .typed) }
    switch try reader.byte() {
    case TokenValue.saidNo: return (.bool(false), .yes)
    case TokenValue.saidYes: return (.bool(true), .yes)
    case TokenValue.submitted: return (.null, .submit)
    case TokenValue.offered: return (.string(renamed(try reader.text(), step)), .choice)
    case TokenValue.choice: return (.string(try choice(step)), .choice)
    case TokenValue.severalOffered:
      var ids: [Value] = []
      for _ in 0..<(try reader.count()) { ids.append(.string(renamed(try reader.text(), step))) }
      return (.list(ids), .choices)
    case TokenValue.choices:
      var ids: [Value] = []
      for _ in 0..<(try reader.count(ofBytes: 4)) { ids.append(.string(try choice(step))) }
      return (.list(ids), .choices)
    default: throw .damaged
    }
  }

  /// The id that a choice has now.
  private func renamed(_ id: String, _ step: Int?) -> String {
    guard let renames, let step else { return id }
    return renames.choices(of: program.steps[step].id)[id] ?? id
  }

  /// The id of a choice; empty for one that is gone.
  private mutating func choice(_ step: Int?) throws(TokenError) -> String {
    let short = try reader.fixed32()
    guard let step, case .prompt(let index) = program.steps[step].kind, index >= 0 else {
      if !isLenient { throw .damaged }
      return ""
    }
    if let renames {
      let id = program.steps[step].id
      for (old, new) in renames.choices(of: id) where old.shortForm == short { return new }
    }
    if let place = program.ids.choice(short, of: index) {
      return program.prompts[index].prompt.choices[place].id
    }
    guard isLenient else {
      throw TokenError(
        .contents, "The token contains a choice that is not in the flow; start a new session.")
    }
    hasLostChoice = true
    return ""
  }

  private mutating func slot() throws(TokenError) -> Int? {
    let short = try reader.fixed32()
    guard short == ShortForms.none else { return program.ids.keys[short] }
    return program.ids.keys[try reader.text()]
  }

  private mutating func shown() throws(TokenError) -> Shown {
    var shown = Shown()
    for _ in 0..<(try reader.count(ofBytes: 8)) {
      let slot = try slot()
      let digest = Imprint(short: try reader.fixed32())
      guard let slot else {
        if !isLenient { throw .damaged }
        continue
      }
      shown.reads.append(Shown.Read(slot: Int32(truncatingIfNeeded: slot), digest: digest))
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
      work.given = program.snapshot(named)
    }
    for _ in 0..<(try reader.count(ofBytes: 2)) {
      let key = try reader.text()
      switch try reader.byte() {
      case TokenValue.offered:
        work.secrets[key] = try reader.counted()
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
      let secret = try reader.counted()
      let value = try reader.byte() == 0 ? nil : try reader.value()
      inputs.reads.append(WorkInputs.Read(key: key, value: value, secret: secret))
    }
    return inputs
  }

  private mutating func names() throws(TokenError) -> Line.Names {
    var lists: [[StepName]] = []
    for _ in 0..<4 {
      var list: [StepName] = []
      for _ in 0..<(try reader.count(ofBytes: 5)) {
        let step = try step()
        if let name = try name(step, try rounds()) { list.append(name) }
      }
      lists.append(list)
    }
    return Line.Names(out: lists[0], restored: lists[1], dropped: lists[2], from: lists[3].first)
  }
}
