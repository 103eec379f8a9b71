// What becomes of answers that are given beforehand, and the words for those that don't fit.

extension Question {
  /// The default, if it may be taken without asking.
  func preset() throws(Failure) -> Given {
    guard let answer = defaultAnswer else {
      throw Failure(
        .missingAnswer,
        message: "\(inWords) has no default to accept; give --answer \(name)=…", step: name)
    }
    if let choice = choice(answer), choice.role == .destructive {
      throw Failure(
        .missingAnswer,
        message:
          "the default of \(inWords), “\(choice.title)”, is destructive, so it is not accepted "
          + "without asking; give --answer \(name)=…",
        step: name)
    }
    return answer
  }

  /// Reads a given answer.
  /// - Throws: ``Failure`` if the question can't have it.
  func read(given answer: ScriptedAnswer, today: CalendarDay) throws(Failure) -> Given {
    switch answer.kind {
    case .preset: return try preset()
    case .resolved(let given): return given
    case .answer(let value):
      if isDay, let day = CalendarDay(word: value.description, today: today) {
        return .typed(day.answerValue)
      }
      do throws(Rejection) {
        return try read(value)
      } catch {
        throw misfit(error.message)
      }
    case .refused, .writes, .failure, .timedOut, .back, .action:
      throw misfit("Only a scripted run, flow test, understands \(answer.form).")
    }
  }

  /// The question has no time limit, so an answer can't be that it timed out.
  func checkTimesOut() throws(Failure) {
    if timeout == nil { throw misfit("The question has no time limit, so it can't time out.") }
  }

  /// Says why a given answer doesn't fit.
  func misfit(_ problem: String) -> Failure {
    Failure(
      .invalidAnswer, message: "the answer given for \(inWords) does not fit: \(problem)",
      step: name)
  }
}
