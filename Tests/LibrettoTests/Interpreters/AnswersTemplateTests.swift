import Testing

@testable import Libretto

/// The template of the answers of a flow with every kind of blank, whole.
struct AnswersTemplateTests {
  @Test("every kind of blank")
  func whole() throws {
    let prices = Key<[Int]>("prices")
    let flow = Flow("tour") {
      Ask("PIN?", into: Key<String>("pin")).secret().help("On the card.")
      Ask("Nick?", into: Key<String>("nick")).optional().placeholder("Bo").default("Al")
      Load("prices", into: prices) {
        [1]
      } data: {
        Choose("Price?", from: prices, into: Key<Int>("price"))
      } empty: {
      }
      Do("count", into: Key<Int>("count")) { 1 }
      Do("send") {}
      Form("Page") { Confirm("Sure?", into: Key<Bool>("sure")) }
      Repeat(times: 2) {
        Alert("Sign in", message: "Please.") {
          Field("Name", into: Key<String>("name"))
          Button("Go", role: .destructive).validate(Key<String>("name"), .notEmpty)
        }
      }
      Alert("Done")
    }
    #expect(
      try AnswersTemplate().perform(flow)
        == "")
  }
}
