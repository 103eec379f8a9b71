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
    if inputs.all != nil { copy.all = 0 }
    copy.reads = inputs.reads.map { read in
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
