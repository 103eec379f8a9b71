extension Memo {
  /// Lines with the last numbers that were given to work and to secrets, where what had them is gone.
  ///
  /// Without them a restored run would give a number again: new work would have the key of work that
  /// was undone, and a new secret would count as the one before.
  func numbered(_ lines: [Line]) -> [Line] {
    var (work, secret) = (0, 0)
    for line in lines {
      if line.kind == .secret, case .int(let number) = line.value { secret = max(secret, number) }
      guard let done = line.detail?.work else { continue }
      work = max(work, done.number)
      secret = done.secrets.values.reduce(secret, max)
    }
    // Only work depends on secrets; where there has been none, no number of one matters.
    guard work < lastWork || secret < lastSecret, let name = lastWorkName else { return lines }
    var gone = Line.Work(number: lastWork)
    if secret < lastSecret {
      gone.secrets = ["": lastSecret]
      gone.writes = [Journal.Entry.Write("", .null, isSecret: true)]
    }
    // First, so that it takes nothing away.
    return [Line(name, .undone, 0, detail: Line.Detail(work: gone))] + lines
  }
}

extension Program {
  /// A step that is work, for numbers whose own step is gone.
  var anyWork: Int? {
    steps.firstIndex {
      switch $0.kind {
      case .action, .load: true
      case .prompt, .wait, .cancel: false
      }
    }
  }
}
