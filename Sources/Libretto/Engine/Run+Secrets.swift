// Secrets: no line contains one, so a restored run asks for a secret again if work may read it.

extension Run {
  /// The number of a secret: that of the same secret if it was given before, otherwise the next
  /// one.
  mutating func number(ofSecret name: SecretName, _ value: Value) -> Int {
    guard let number = memo.secretNumber(name.name, name.key) else { return memo.lastSecret + 1 }
    guard let known = secrets[name] else {
      // The previous secret is no longer stored: for effects, this one counts as the same.
      remarkSame(name, number)
      return number
    }
    return known == value ? number : memo.lastSecret + 1
  }

  /// Takes a secret that is given again: for effects, it counts as the same.
  mutating func giveAgain(_ need: Need, _ given: Given) throws(Rejection) {
    let name = need.stepName
    let held = state.strand(of: need).secrets.values.first { $0.name == name && $0.isUnknown }
    let value: Value
    if need.index >= 0 {
      let slots = state.strand(of: need).slots
      value = try program.settle(given, need.index, slots).kept ?? .null
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
    log(name, .givenAgain, value: .int(epoch))
    if let held { remarkSame(secret, held.number) }
    performAnew()
  }

  /// Reports the actions for which a secret that was given again counts as the previous one.
  private mutating func remarkSame(_ secret: SecretName, _ number: Int) {
    guard let place = memo.place(secret.name) else { return }
    let titles = memo.effects.compactMap { last -> String? in
      guard let last, let effect = memo.standing(last.name), state.isEffect(last.name.step),
        effect.isInForce, let inputs = effect.work.inputs
      else { return nil }
      // Work that may have read anything can have read this secret only if it came later.
      let mayHaveRead = inputs.all != nil && memo.order(place) < last.order
      guard mayHaveRead || inputs.reads.contains(where: { $0.secret >> 16 == number }) else {
        return nil
      }
      return "“\(program.title(last.name))”"
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
