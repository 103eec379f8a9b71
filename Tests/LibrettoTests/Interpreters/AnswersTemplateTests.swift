import Testing

@testable import LibrettoCore

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
      Do("send") { _ in }
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
        == """
        {
          "nick": null,
          "prices": null,
          "prices/data/price": null,
          "count": null,
          "page/sure": null,
          "page": null,
          "sign-in": null,
          "sign-in/name": null,
          "$about": {
            "pin": {
              "kind": "ask",
              "title": "PIN?",
              "type": "string",
              "secret": true,
              "help": "On the card."
            },
            "nick": {
              "kind": "ask",
              "title": "Nick?",
              "type": "string",
              "optional": true,
              "default": "Al",
              "placeholder": "Bo"
            },
            "prices": {
              "kind": "load",
              "name": "prices",
              "type": {
                "list": "integer"
              }
            },
            "prices/data/price": {
              "kind": "choose",
              "title": "Price?",
              "from": "prices"
            },
            "count": {
              "kind": "action",
              "name": "count",
              "type": "integer"
            },
            "page/sure": {
              "kind": "confirm",
              "title": "Sure?",
              "type": "boolean"
            },
            "page": {
              "kind": "form",
              "title": "Page",
              "default": "submit",
              "choices": [
                {
                  "id": "page/sure",
                  "title": "Sure?"
                },
                {
                  "id": "submit",
                  "title": "Submit"
                }
              ]
            },
            "sign-in": {
              "kind": "alert",
              "title": "Sign in",
              "message": "Please.",
              "choices": [
                {
                  "id": "go",
                  "title": "Go",
                  "role": "destructive"
                }
              ],
              "repeated": true
            },
            "sign-in/name": {
              "kind": "ask",
              "title": "Name",
              "type": "string",
              "rules": [
                "Go: Give an answer that is not empty."
              ],
              "repeated": true
            }
          }
        }
        """)
  }
}
