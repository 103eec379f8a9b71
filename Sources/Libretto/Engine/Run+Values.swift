// What a step reads and works out: it must be there before the step is performed.

extension Run {
  /// Whether everything that a text shows is there; otherwise the run fails.
  mutating func canShow(_ text: Int) -> Bool {
    areThere(program.texts[text].reads, program.texts[text].calculations)
  }

  /// Whether everything that a question reads is there; otherwise the run fails.
  mutating func canAsk(_ index: Int, _ facts: Program.PromptFacts) -> Bool {
    areThere(
      program.prompts[index].reads, facts.hasCalculations ? program.prompts[index].calculations : []
    )
  }

  mutating func areThere(_ reads: [Int], _ calculations: [CalculationCode]) -> Bool {
    guard areSet(reads) else { return false }
    for calculation in calculations {
      do throws(Incalculable) {
        _ = try calculation.value(strand.slots)
      } catch {
        if isMigrating { continue }
        fail(error)
        return false
      }
    }
    return true
  }

  /// The keys that a question reads.
  func keysRead(_ index: Int) -> [KeyReference] {
    program.prompts[index].reads.map { program.keys[$0] }
  }

  /// Sets an answer to what is worked out; returns false if the run fails.
  mutating func store(_ calculation: CalculationCode, _ slot: Int) -> Bool {
    do throws(Incalculable) {
      let value = try calculation.value(strand.slots)
      strand.set(slot, program.keys[slot].type.value(exactly: value) ?? value)
    } catch {
      // What an answer is worked out from may be new in this version.
      guard isMigrating else {
        fail(error)
        return false
      }
      strand.set(slot, nil)
    }
    return true
  }

  mutating func areSet(_ reads: [Int]) -> Bool {
    for slot in reads where strand.slots[slot] == nil && !isMigrating {
      failUnset(slot)
      return false
    }
    return true
  }

  /// Whether a question whose options are an answer has any; only a list that has been set does.
  mutating func hasOptions(_ index: Int) -> Bool {
    let source = program.prompts[index].source
    guard source >= 0 else { return hasAvailable(index) }
    guard areSet([source]) else { return false }
    if strand.slots[source]?.isEmpty == false { return true }
    if stopsToSay() { return false }
    let id = program.prompts[index].id
    fail(
      Failure(
        .noOptions,
        message:
          "the question “\(id)” takes its options from the key “\(program.keys[source].name)”, but that "
          + "is an empty list; ask it only When(!\(program.keys[source].name).isEmpty)",
        step: id, place: program.sources[strand.counter]))
    return false
  }

  /// Whether a question with conditions for its choices has any choice left.
  private mutating func hasAvailable(_ index: Int) -> Bool {
    let choices = program.prompts[index].prompt.choices
    if isMigrating || choices.contains(where: { program.isAvailable($0, strand.slots) }) {
      return true
    }
    if stopsToSay() { return false }
    let id = program.prompts[index].id
    fail(
      Failure(
        .noOptions,
        message:
          "the question “\(id)” has nothing to choose, since no condition of its choices holds; "
          + "ask it only When one does, or add a choice without a condition",
        step: id, place: program.sources[strand.counter]))
    return false
  }

  mutating func failUnset(_ slot: Int) {
    if stopsToSay() { return }
    let name = program.keys[slot].name
    let (step, what) = program.stepInWords(strand.counter)
    fail(
      Failure(
        .unsetKey,
        message: "\(what) reads the key “\(name)”, but nothing has set it; "
          + "ask for it first, or test \(name).isSet",
        step: step, place: program.sources[strand.counter]))
  }

  /// Fails the run, because something can't be worked out.
  mutating func fail(_ error: Incalculable) {
    let problem: String
    var reason = Failure.Reason.calculation
    switch error {
    case .unset(let slot): return failUnset(slot)
    case .overflow:
      problem = "works out a number that doesn’t fit; limit the answers that it uses"
    case .divisionByZero:
      problem = "divides by zero; test the divisor first, as in When(count != 0)"
    case .tooLong:
      problem =
        "works out a text of more than \(Limits.calculatedBytes) bytes; end the loop that does"
      reason = .limit
    }
    if stopsToSay() { return }
    let (step, what) = program.stepInWords(strand.counter)
    fail(
      Failure(
        reason, message: "\(what) \(problem)", step: step,
        place: program.sources[strand.counter]))
  }
}
