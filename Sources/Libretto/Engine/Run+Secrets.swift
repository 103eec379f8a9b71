// Secrets: no line contains one, so a restored run asks for a secret again if work may read it.

extension Run {
  /// The number of a secret: that of the same secret if it was given before, otherwise the next
  /// one.
  mutating func number(ofSecret name: SecretName, _ value: Value) -> Int {
    if secrets[name] == value, let number = secretNumbers[name] { return number }
    // The previous secret is no longer stored: for effects, this one counts as the same.
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

  /// Records the secret that is in a slot now; nil if it is no longer stored.
  mutating func hold(_ name: SecretName, _ value: Value?, _ number: Int, slot: Int) {
    if let value { secrets[name] = value }
    secretNumbers[name] = number
    lastSecret = max(lastSecret, number)
    guard slot >= 0 else { return }
    strand.secrets[slot] = Strand.SecretState(
      number: number, name: name.name, key: name.key, isUnknown: value == nil)
  }

  /// Asks again for a secret that is no longer stored, before work that may read it; returns
  /// whether it asks.
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

  /// Takes a secret that is given again: for effects, it counts as the same.
  mutating func giveAgain(_ need: Need, _ given: Given) throws(Rejection) {
    let name = need.stepName
    let held = strand(of: need).secrets.values.first { $0.name == name && $0.isUnknown }
    let value: Value
    if need.index >= 0 {
      value = try settle(given, need.index).kept ?? .null
    } else {
      guard let key = held?.key, let slot = program.keys.slots[key],
        let fitting = program.keys[slot].type.value(exactly: given.value)
      else {
        throw Rejection(
          message: "The answer doesn’t fit the type of the key “\(held?.key ?? "")”.")
      }
      value = fitting
    }
    let secret = SecretName(name: name, key: held?.key)
    secrets[secret] = value
    let epoch = (memo.epochs[name] ?? 0) + 1
    rememberGoingOn()
    log(name, .givenAgain, value: .int(epoch))
    if let held { remarkSame(secret, held.number) }
    performAnew()
  }

  /// Reports the actions for which a secret that was given again counts as the previous one.
  private mutating func remarkSame(_ secret: SecretName, _ number: Int) {
    guard let place = memo.place(secret.name), let given = memo[place] else { return }
    let titles = memo.works.compactMap { place -> String? in
      guard let entry = memo[place], let effect = memo.standing(entry.line.name),
        isEffect(entry.line.step), effect.isInForce,
        let inputs = effect.work.inputs
      else { return nil }
      // Work that may have read anything can have read this secret only if it came later.
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
        description: "\(title) was given again, and counts as the same for "
          + "\(titles.joined(separator: ", "))"))
  }
}
