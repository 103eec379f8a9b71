// What people are shown of errors and texts that may contain secrets.
//
// The first net is what was read: the error of work that read or wrote a secret is shown by its
// type only, because no search finds every form in which a text can quote a secret. The second net
// searches the texts of all other work, in case it got hold of a secret by some other way.

extension Answers {
  /// Whether the work that was given these answers has read or written a secret.
  var usedSecret: Bool {
    if secrets.isEmpty { return false }
    if writeOrder.contains(where: secrets.contains) { return true }
    guard let names = reads?.names else { return secrets.contains { value($0) != nil } }
    return secrets.contains { names.contains($0) && value($0) != nil }
  }

  /// An error of work in words.
  /// - Parameter isShown: whether the flow allows its text although the work used a secret.
  func words(for error: any Error, isShown: Bool) -> String {
    if error is any WrittenError { return String(describing: error) }
    guard usedSecret, !isShown else { return hidingSecrets(in: String(describing: error)) }
    return Words.english(.hiddenText, String(describing: type(of: error)))
  }

  /// The text of an error that work of the host reported in words.
  func words(for text: String, isShown: Bool) -> String {
    guard usedSecret, !isShown else { return hidingSecrets(in: text) }
    return Words.english(.hiddenReport)
  }

  /// The text with every secret in it hidden, also in the forms in which Swift, JSON, URLs, HTML and
  /// shells quote it, except secrets of one or two characters, which occur in every text.
  func hidingSecrets(in text: String) -> String {
    if secrets.isEmpty { return text }
    var values = secrets.compactMap(value)
    values += held.values
    return Veil(values).hiding(in: text)
  }
}

/// An error whose text comes from a script or a file of answers, so it quotes no answer.
protocol WrittenError: Error {}

/// Hides secrets in texts.
struct Veil {
  /// The texts to hide, the longest first: a secret can be the beginning of another one.
  private let texts: [String]

  init(_ secrets: [Value]) {
    let plain = Set(secrets.flatMap(\.plainTexts)).filter { $0.count > 2 }
    texts = Set(plain.flatMap(Self.forms)).sorted { ($1.utf8.count, $1) < ($0.utf8.count, $0) }
  }

  func hiding(in text: String) -> String {
    texts.reduce(text) { $0.replacing($1, with: "(secret)") }
  }

  /// The forms in which a text can occur in another one.
  private static func forms(of text: String) -> [String] {
    var json = JSONWriter(pretty: false)
    json.string(text)
    let quoted = String(json.text.dropFirst().dropLast())
    return [
      text, String(text.debugDescription.dropFirst().dropLast()), quoted,
      quoted.replacing("/", with: "\\/"), text.escaped(.percent), text.escaped(.html),
      text.replacing("'", with: "'\\''"),
    ]
  }
}

extension Value {
  /// The texts that are hidden if this is a secret: its own, and those of the elements of a list.
  fileprivate var plainTexts: [String] {
    guard case .list(let elements) = self else { return [description] }
    return [description, quoted] + elements.flatMap(\.plainTexts)
  }
}

extension String {
  fileprivate enum Escaping { case percent, html }

  fileprivate func escaped(_ escaping: Escaping) -> String {
    var result = ""
    for scalar in unicodeScalars {
      switch (escaping, scalar) {
      case (.percent, "a"..."z"), (.percent, "A"..."Z"), (.percent, "0"..."9"), (.percent, "-"),
        (.percent, "."), (.percent, "_"), (.percent, "~"):
        result.unicodeScalars.append(scalar)
      case (.percent, _):
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
          let digits = String(byte, radix: 16, uppercase: true)
          result += "%" + (digits.count < 2 ? "0" : "") + digits
        }
      case (.html, "&"): result += "&amp;"
      case (.html, "<"): result += "&lt;"
      case (.html, ">"): result += "&gt;"
      case (.html, "\""): result += "&quot;"
      case (.html, "'"): result += "&#39;"
      case (.html, _): result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// The secrets that a run holds, by their sources; no line contains one.
struct HeldSecrets: Sendable {
  private var current: [Run.SecretName: Value] = [:]
  /// All secrets, also those that were replaced, because an error may still quote one.
  ///
  /// The copies that work was given share this set. So what work says is searched for the secrets of
  /// the moment at which it says it, not of the moment at which it began.
  private let all: Locked<Set<Value>>?

  /// No secrets, of a run that never holds one.
  init() { all = nil }

  init(_ secrets: [Run.SecretName: Value]) {
    current = secrets
    all = Locked(Set(secrets.values))
  }

  subscript(name: Run.SecretName) -> Value? {
    get { current[name] }
    set {
      current[name] = newValue
      if let newValue, let all { all.withLock { _ = $0.insert(newValue) } }
    }
  }

  /// All secrets, also those that were replaced.
  var values: [Value] { all?.withLock { Array($0) } ?? [] }
}

/// A type that carries answers, which may be secret: its descriptions and its mirror say what it is
/// without any answer that may be one.
protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacted {
  /// The description.
  public var debugDescription: String { description }

  /// A mirror of the description, so that `dump` and debuggers don't show secrets either.
  public var customMirror: Mirror { Mirror(reflecting: description) }
}

extension Given: Redacted {
  /// The kind of answer, with yes, no or the ids of choices; typed text isn't shown, since it may
  /// be a secret.
  public var description: String {
    switch self {
    case .typed(.null): "left out"
    case .typed: "typed (not shown)"
    case .yes(let yes): yes ? "yes" : "no"
    case .choice(let id): "choice “\(id)”"
    case .choices(let ids): "choices " + ids.map { "“\($0)”" }.joined(separator: ", ")
    case .submit: "submit"
    }
  }
}

extension Resolution: Redacted {
  /// The kind of resolution; answers, data and errors aren't shown, since they may be secret.
  package var description: String {
    switch self {
    case .answer(let given): "answer: \(given)"
    case .performed(let answers): "performed \(answers)"
    case .loaded(let value): value == nil ? "loaded nothing" : "loaded (not shown)"
    case .failed: "failed (not shown)"
    case .shown: "shown"
    case .dismissed: "dismissed"
    case .timedOut: "timedOut"
    case .elapsed: "elapsed"
    case .again: "again"
    case .undoAndAgain: "undoAndAgain"
    case .keep: "keep"
    case .didNotRun: "didNotRun"
    case .undone: "undone"
    case .leave: "leave"
    case .told: "told"
    }
  }
}

// What was recorded in clear before an edit made its key secret.

extension Program {
  /// The lines of an earlier version without the values of keys that are secret now.
  ///
  /// Such a value counts as a secret that is no longer stored: a number stands for it wherever it
  /// was recorded, and it is asked for again before work that may read it. If it doesn't fit its
  /// question any more, it is asked for again at once.
  func withoutSecrets(_ lines: [Line]) -> [Line] {
    if keys.secrets.isEmpty { return lines }
    let values = ClearSecrets(self, lines)
    return values.isEmpty ? lines : lines.map(values.removed)
  }
}

/// The values that lines contain for keys that are secret now.
private struct ClearSecrets {
  private let program: Program
  /// The number that stands for each value.
  private var numbers: [Value: Int] = [:]
  private var last = 0
  private var veil = Veil([])

  var isEmpty: Bool { numbers.isEmpty }

  init(_ program: Program, _ lines: [Line]) {
    self.program = program
    last = lines.lazy.map(\.lastSecret).max() ?? 0
    for line in lines {
      if let index = secretPrompt(of: line) {
        note(line.value, program.prompts[index].prompt.key?.name)
      }
      guard let work = line.detail?.work else { continue }
      for write in work.writes where !write.isSecret { note(write.value, write.key) }
      for read in work.reads { note(read.value, read.key) }
      for (slot, value) in (work.given?.slots ?? []).enumerated() {
        note(value, program.keys[slot].name)
      }
    }
    veil = Veil(Array(numbers.keys))
  }

  private mutating func note(_ value: Value?, _ key: String?) {
    guard let value, let key, program.keys.secrets.contains(key), numbers[value] == nil else {
      return
    }
    last += 1
    numbers[value] = last
  }

  /// The number for a value that was recorded under a key; nil if it may stay.
  private func number(_ value: Value?, _ key: String) -> Int? {
    guard let value, program.keys.secrets.contains(key) || program.keys.slots[key] == nil else {
      return nil
    }
    // A key that is gone may be the same one under an earlier name.
    return numbers[value]
  }

  /// The index of the secret question that a line answers in clear.
  private func secretPrompt(of line: Line) -> Int? {
    guard line.kind == .answered, case .prompt(let index) = program.steps[Int(line.step)].kind,
      index >= 0, program.prompts[index].isSecret
    else { return nil }
    return index
  }

  func removed(from line: Line) -> Line {
    var copy = line
    if let index = secretPrompt(of: line) {
      if let number = numbers[line.value], program.misfit(line.given, index) == nil {
        copy = Line(line.name, .secret, line.time, value: .int(number))
        (copy.isLoose, copy.isOut) = (line.isLoose, line.isOut)
        copy.isChanged = line.isChanged
      } else {
        (copy.value, copy.form) = (.null, .typed)
      }
    }
    guard let detail = line.detail else { return copy }
    if line.kind == .loaded, let write = detail.work?.writes.first,
      number(write.value, write.key) != nil
    {
      // Only another version of the load has set such a key. This line keeps its number.
      return Line(
        line.name, .undone, line.time,
        detail: Line.Detail(work: Line.Work(number: detail.work?.number ?? 0)))
    }
    // What was said is compared only within a version, so its digest can go. An answer may be in it.
    let shown = Shown(
      reads: detail.shown.reads.filter { read in
        !program.keys.secrets.contains(program.keys[Int(read.slot)].name)
      })
    copy.detail = Line.Detail(
      shown: shown, work: detail.work.map(removed), names: detail.names)
    return copy
  }

  private func removed(from work: Line.Work) -> Line.Work {
    var copy = work
    copy.inputs = work.inputs.map(removed)
    copy.accepted = work.accepted.map(removed)
    if let given = work.given {
      for (slot, value) in given.slots.enumerated()
      where number(value, program.keys[slot].name) != nil {
        copy.given?.slots[slot] = nil
      }
      copy.given?.others = given.others.filter { number($0.value, $0.key) == nil }
    }
    copy.writes = work.writes.map { write in
      guard !write.isSecret, let number = number(write.value, write.key) else { return write }
      copy.secrets[write.key] = number
      return Journal.Entry.Write(write.key, .null, isSecret: true)
    }
    copy.message = veil.hiding(in: work.message)
    return copy
  }

  private func removed(from inputs: WorkInputs) -> WorkInputs {
    var copy = inputs
    // The digest of all answers may be made from the value too. Work with another digest is stale.
    // So may an answer of a key that is gone, of which the work may not even have read anything.
    if inputs.all != nil {
      copy.all = 0
      copy.reads.removeAll {
        program.keys.secrets.contains($0.key) || program.keys.slots[$0.key] == nil
      }
    }
    copy.reads = copy.reads.map { read in
      guard let number = number(read.value, read.key) else { return read }
      return WorkInputs.Read(key: read.key, value: nil, secret: number << 16)
    }
    return copy
  }
}

extension Line {
  /// The largest number of a secret in it; 0 for none.
  fileprivate var lastSecret: Int {
    var last = 0
    if kind == .secret, case .int(let number) = value { last = number }
    guard let work = detail?.work else { return last }
    last = work.secrets.values.reduce(last, max)
    return work.reads.map { $0.secret >> 16 }.reduce(last, max)
  }
}

extension Line.Work {
  fileprivate var reads: [WorkInputs.Read] { (inputs?.reads ?? []) + (accepted?.reads ?? []) }
}
