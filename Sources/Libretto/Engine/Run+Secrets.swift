// Secrets: none is in a line, so a restored run asks for one again where work may read it.

extension Run {
  /// The number of a secret: that of the same one given before, else the next.
  mutating func number(ofSecret name: SecretName, _ value: Value) -> Int {
    if secrets[name] == value, let number = secretNumbers[name] { return number }
    // Nothing holds the one that was given before: for effects this one counts as the same.
    if secrets[name] == nil, remembers, let place = memo.place(name.name), name.key == nil,
      let line = memo[place]?.line, line.kind == .secret, case .int(let number) = line.value
    {
      secretNumbers[name] = number
      remarkSame(name, number)
      return number
    }
    lastSecret += 1
    secretNumbers[name] = lastSecret
    return lastSecret
  }

  /// Takes note of a secret that stands in a slot now; nil where nothing holds it any more.
  mutating func hold(_ name: SecretName, _ value: Value?, _ number: Int, slot: Int) {
    if let value { secrets[name] = value }
    secretNumbers[name] = number
    lastSecret = max(lastSecret, number)
    guard slot >= 0 else { return }
    strand.secrets[slot] = Strand.SecretState(
      number: number, name: name.name, key: name.key, isUnknown: value == nil)
  }

  /// Before work that may read a secret that nothing holds, it is asked for again.
  mutating func asksForSecrets(_ reads: [KeyReference]?) -> Bool {
    if strand.secrets.isEmpty { return false }
    let slots = reads?.compactMap { program.keys.slots[$0.name] }
    let unknown = strand.secrets.filter { slot, secret in
      secret.isUnknown && (slots?.contains(slot) ?? true)
    }
    guard let slot = unknown.keys.min(), let secret = unknown[slot] else { return false }
    var index = -1
    if secret.key == nil, case .prompt(let prompt) = program.steps[Int(secret.name.step)].kind {
      index = prompt
    }
    require(.secret, index, secret.name)
    return true
  }

  /// A secret that nothing holds was given again: for effects it counts as the same.
  mutating func giveAgain(_ need: Need, _ given: Given) throws(Rejection) {
    let name = need.stepName
    let held = strand(of: need).secrets.values.first { $0.name == name && $0.isUnknown }
    let value: Value
    if need.index >= 0 {
      value = try settle(given, need.index).kept ?? .null
    } else {
      guard let key = held?.key, let slot = program.keys.slots[key],
        let fitting = program.keys[slot].type.fitting(given.value)
      else { throw Rejection(message: "That does not fit the key.") }
      value = fitting
    }
    let secret = SecretName(name: name, key: held?.key)
    secrets[secret] = value
    let epoch = (memo.epochs[name] ?? 0) + 1
    remember()
    log(name, .givenAgain, value: .int(epoch))
    if let held { remarkSame(secret, held.number) }
    performAnew()
  }

  /// Tells for which actions a secret that was given again counts as the one before.
  private mutating func remarkSame(_ secret: SecretName, _ number: Int) {
    guard let place = memo.place(secret.name), let given = memo[place] else { return }
    let titles = memo.works.compactMap { place -> String? in
      guard let entry = memo[place], let effect = memo.effect(entry.line.name),
        case .action = program.steps[Int(entry.line.step)].kind, effect.status == .ended,
        let inputs = effect.work.inputs
      else { return nil }
      // Of work that may have read anything, only what came later can have read this.
      let mayHaveRead = inputs.all != nil && given.order < entry.order
      guard mayHaveRead || inputs.reads.contains(where: { $0.secret >> 16 == number }) else {
        return nil
      }
      return "“\(program.title(entry.line.name))”"
    }
    guard !titles.isEmpty else { return }
    let title = secret.key.map { "the secret “\($0)”" } ?? "“\(program.title(secret.name))”"
    remarks.append(
      ResumeRemark(
        kind: .sameSecret, name: program.string(secret.name),
        description: "\(title) was given again, and counts as the same for what was performed with "
          + "it: \(titles.joined(separator: ", "))"))
  }
}
