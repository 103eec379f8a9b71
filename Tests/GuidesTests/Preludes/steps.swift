// Where steps stand: in the body of a flow.
import Libretto

private enum Size: String, CaseIterable, AnswerValue { case small, medium, large }

private struct Database: Sendable {
  func deleteEverything() async throws {}
  func save() async throws {}
  func profile() async throws -> String { "Tom" }
  func shares() async throws -> [String]? { nil }
  func isPaid() async throws -> Bool { true }
}

private let store = Database()
private func deleteEverything() {}
private func log(_ text: String) {}
private func save() async throws {}

private let name = Key<String>("name")
private let age = Key<Int>("age")
private let score = Key<Int>("score")
private let best = Key<Int>("best")
private let guess = Key<Int>("guess")
private let height = Key<Double>("height")
private let again = Key<Bool>("again")
private let note = Key<String>("note")
private let user = Key<String>("user")
private let agreed = Key<Bool>("agreed")
private let paid = Key<Bool>("paid")
private let shares = Key<[String]>("shares")
private let share = Key<String>("share")
private let days = Key<[String]>("days")
private let subscribe = Key<Bool>("subscribe")
private let languages = Key<[String]>("languages")
private let nickname = Key<String?>("nickname")
private let rating = Key<Int>("rating")
private let password = Key<String>("password")
private let seat = Key<String>("seat")
private let repeated = Key<String>("repeated")
private let size = Key<Size>("size")

private func sample() -> Flow {
  Flow("sample") {
    // SAMPLE
  }
}
