// Statements of a program that has a flow.
import Libretto

private enum Size: String, CaseIterable, AnswerValue { case small, medium, large }

private struct Database: Sendable {
  func deleteEverything() async throws {}
  func save() async throws {}
}

private let store = Database()
private func deleteEverything() {}
private func save() async throws {}

private let name = Key<String>("name")
private let age = Key<Int>("age")
private let score = Key<Int>("score")
private let best = Key<Int>("best")
private let guess = Key<Int>("guess")
private let height = Key<Double>("height")
private let again = Key<Bool>("again")
private let subscribe = Key<Bool>("subscribe")
private let languages = Key<[String]>("languages")
private let nickname = Key<String?>("nickname")
private let password = Key<String>("password")
private let size = Key<Size>("size")

private let flow = Flow("sample") { Ask("What is your name?", into: name) }
private let cleanup = flow
private let greeting = flow

private func sample() async throws {
  // SAMPLE
}
