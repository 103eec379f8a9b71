import Testing

@Suite("flow serve: pages")
struct ServePageTests {
  static let folder = ScriptFolder(
    "serve-page",
    [
      "stay.swift": """
      import Libretto
      let name = Key<String>("name")
      let nights = Key<Int>("nights")
      let car = Key<Bool>("car")
      let plate = Key<String>("plate")
      let why = Key<String>("why")
      await Flow("stay") {
        Form("Stay") {
          Ask("Name?", into: name).validate(.notEmpty).check("known", message: "Unknown.") { $0 != "Nemo" }
          Ask("Nights?", into: nights).validate(.range(1...9))
          Confirm("Car?", into: car)
          Ask("Plate?", into: plate).when(car)
        }
        Alert("Right?") {
          Field("Why?", into: why).optional()
          Button("Submit")
          Button("No").validate(why, .notEmpty)
        }
        Say("Bye, \\(name).")
      }.main()
      """
    ])

  /// What `flow serve` answers to lines, without the first line and the lists of needs.
  private func serve(_ arguments: String..., lines: String...) throws -> [String] {
    let ended = try Self.folder.flow(
      ["serve", "stay.swift"] + arguments, input: .text(lines.map { $0 + "\n" }.joined()))
    #expect(ended.status == 0, "\(ended.errors)")
    return ended.output.split(separator: "\n").dropFirst().map(String.init)
      .filter { !$0.hasPrefix(#"{"needs""#) }
  }

  /// A page as `flow serve` writes it, with what stands at its fields.
  private func page(
    _ problem: String = "", name: String = "", nights: String = "", car: String = "",
    plate: String = "", showsPlate: Bool = false
  ) -> String {
    #""page":{"id":"stay","name":"stay","title":"Stay",\#(problem)"fields":["#
      + #"{"id":"stay/name","visible":true,"prompt":"ask","title":"Name?","type":"string","#
      + #""rules":["Give an answer that is not empty."],"notEmpty":true,"checks":["known"]\#(name)},"#
      + #"{"id":"stay/nights","visible":true,"prompt":"ask","title":"Nights?","type":"integer","#
      + #""rules":["Give 1 to 9."],"least":1,"most":9\#(nights)},"#
      + #"{"id":"stay/car","visible":true,"prompt":"confirm","title":"Car?","#
      + #""choices":[{"id":"yes","title":"Yes"},{"id":"no","title":"No"}]\#(car)},"#
      + #"{"id":"stay/plate","visible":\#(showsPlate),"prompt":"ask","title":"Plate?","#
      + #""type":"string"\#(plate)}]}"#
  }

  private static let right =
    #"{"submit":"stay","answers":{"stay/name":"Bob","stay/nights":{"text":"3"},"#
    + #""stay/car":{"value":false}}}"#
  private static let done = #"{"submit":"right","button":"submit"}"#
  private static let end = [
    #"{"said":"Bye, Bob."}"#,
    #"{"outcome":"finished","answers":{"car":false,"name":"Bob","nights":3}}"#,
  ]

  @Test("A correct page; a button's id can be “submit”")
  func right() throws {
    #expect(try serve(lines: Self.right, Self.done) == Self.end)
    #expect(
      try serve(
        lines: #"{"answer":"stay/name","text":"Bob"}"#, Self.right, #"{"back":true}"#,
        #"{"answer":"stay","choice":"submit"}"#, #"{"answer":"right","choice":"submit"}"#,
        #"{"answer":"right/why","text":""}"#) == Self.end)
  }

  @Test("Unknown, missing, hidden and wrong: the page comes back, and nothing has changed")
  func refused() throws {
    let missing = #","problem":"An answer is needed.""#
    #expect(
      try serve(
        lines: #"{"submit":"stay"}"#,
        #"{"submit":"stay","answers":{"zip":1,"stay/name":"","stay/nights":12,"stay/car":"no"}}"#,
        #"{"submit":"stay","answers":{"stay/name":{"text":"Nemo"},"stay/nights":{"text":"many"},"stay/car":{"choice":"maybe"},"stay/plate":"B"}}"#,
        #"{"submit":"stay","answers":{"stay/name":"Nemo","stay/nights":1,"stay/car":true,"stay/plate":"B"}}"#,
        Self.right, Self.done) == [
          #"{"rejected":"stay","reason":"invalid",\#(page(name: missing, nights: missing, car: missing))}"#,
          #"{"rejected":"stay","reason":"invalid","#
            + page(
              #""problem":"“zip” is not a question on this page; its questions are “stay/name”, “stay/nights”, “stay/car”, “stay/plate”.","#,
              name: #","given":"","problem":"An answer is needed.""#,
              nights: #","given":12,"problem":"Give 1 to 9.""#, car: #","given":false"#) + "}",
          #"{"rejected":"stay","reason":"invalid","#
            + page(
              name: #","given":"Nemo""#,
              nights: #","typed":"many","problem":"“many” is not a whole number.""#,
              car: #","given":"maybe","problem":"Answer yes or no.""#,
              plate: #","problem":"This question is not asked.""#) + "}",
          #"{"rejected":"stay","reason":"invalid","#
            + page(
              name: #","given":"Nemo","problem":"Unknown.""#, nights: #","given":1"#,
              car: #","given":true"#, plate: #","given":"B""#, showsPlate: true) + "}",
        ] + Self.end)
  }

  @Test("The same page twice, a step that isn't a page, and lines that can't be accepted")
  func wrong() throws {
    let message = "“stay” is not what the session is waiting for; it is waiting for “right”."
    #expect(
      try serve(
        lines: #"{"submit":"nobody"}"#, #"{"submit":true}"#, #"{"submit":"stay","answers":[]}"#,
        #"{"submit":"stay","answers":{"stay/name":{"a":1}}}"#,
        #"{"submit":"stay","button":1}"#, #"{"submit":"stay","page":"stay"}"#,
        #"{"submit":"stay","button":"ok"}"#, #"{"leave":true}"#, Self.right, Self.right,
        #"{"page":"stay"}"#, #"{"leave":"stay"}"#, Self.done) == [
          #"{"rejected":"nobody","reason":"notAsked","message":"“nobody” is not what the session is waiting for; it is waiting for “stay”."}"#,
          #"{"error":"“submit” must be a text, the name of a need."}"#,
          #"{"error":"“answers” must be an object with the filled-in answers by id."}"#,
          #"{"error":"“stay/name”: An answer must have exactly one of “value”, “text” and “choice”."}"#,
          #"{"error":"“button” must be a text, the id of a button."}"#,
          #"{"error":"A line must have exactly one of the members “answer”, “submit”, “page”, “performed”, “undone”, “loaded”, “failed”, “dismissed”, “timedOut”, “elapsed”, “back”, “leave”, “cancel”, “token”, “begin”, “saved”."}"#,
          #"{"rejected":"stay","reason":"invalid","#
            + page(
              #""problem":"A form has no buttons; it is submitted.","#,
              name: #","problem":"An answer is needed.""#,
              nights: #","problem":"An answer is needed.""#,
              car: #","problem":"An answer is needed.""#) + "}",
          #"{"error":"“leave” must be a text, the name of a need."}"#,
          #"{"rejected":"stay","reason":"notAsked","message":"\#(message)"}"#,
          #"{"rejected":"stay","reason":"notAsked","message":"\#(message)"}"#,
          #"{"rejected":"stay","reason":"notAsked","message":"\#(message)"}"#,
        ] + Self.end)
  }

  @Test("A look at a page, an alert that stays open, and a step back that leaves the page")
  func look() throws {
    let alert =
      #""page":{"id":"right","name":"right","title":"Right?","mayGoBack":true,"fields":["#
      + #"{"id":"right/why","visible":true,"prompt":"ask","title":"Why?","type":"string","#
      + #""default":null,"optional":true"#
    let needed = alert.replacing(#","default":null,"optional":true"#, with: "")
    let rest =
      #"],"buttons":[{"id":"submit","title":"Submit"},{"id":"no","title":"No"}],"button":"no"}}"#
    #expect(
      try serve(
        lines: #"{"page":"stay","answers":{"stay/car":true,"stay/nights":0}}"#, Self.right,
        #"{"submit":"right","answers":{"right/why":" "},"button":"no"}"#,
        #"{"page":"right","answers":{"right/why":{"text":"So."}},"button":"no"}"#,
        #"{"leave":"right"}"#, #"{"leave":"stay"}"#, Self.right, Self.done) == [
          "{"
            + page(
              nights: #","given":0,"problem":"Give 1 to 9.""#, car: #","given":true"#,
              showsPlate: true) + "}",
          #"{"rejected":"right","reason":"invalid","# + needed
            + #","rules":["Give an answer that is not empty."],"notEmpty":true,"given":" ","#
            + #""problem":"Give an answer that is not empty."}"# + rest,
          "{" + needed + #","rules":["Give an answer that is not empty."],"notEmpty":true,"#
            + #""given":"So."}"# + rest,
          #"{"rejected":"stay","reason":"invalid","message":"This is the first question; there is nothing to go back to."}"#,
        ] + Self.end)
  }

  @Test("With --hand-out-actions, the checks of a page are handed out too")
  func handedOut() throws {
    let nemo = Self.right.replacing("Bob", with: "Nemo")
    #expect(
      try serve("--hand-out-actions", lines: nemo, Self.done)
        == Self.end.map { $0.replacing("Bob", with: "Nemo") })
  }
}
