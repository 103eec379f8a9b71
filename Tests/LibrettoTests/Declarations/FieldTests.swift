import Testing

@testable import LibrettoCore

infix operator < : NestingPrecedence
infix operator > : NestingPrecedence

/// Alerts with text fields: tree, JSON, both spellings, performances, and what is refused.
struct FieldTests {
  static let user = Key<String>("user")
  static let password = Key<String>("password")
  static let comment = Key<String>("comment")

  static let signIn = Flow("f") {
    Alert("Sign in", message: "To go on.") {
      Button("OK").default()
      Field("User name", into: user).default("bob").placeholder("bob").help("Yours.")
        .validate(.notEmpty(message: "A name."), .matches("[a-z]+", message: "Use small letters."))
      Field("Password", into: password).secret().validateDrafts(.length(...8))
        .check("strong", message: "Too weak.") { $0 != "weak" }
      Button("Cancel", role: .cancel) { Fail("cancelled") }
    }
  }

  static let review = Flow("f") {
    Alert("Review") {
      Field("Comment", into: comment).optional().id("why")
      Button("Approve")
      Button("Reject") { Say("Rejected: \(comment)") }
        .validate(comment, .notEmpty(message: "A comment is required."), .length(...20))
    }
  }

  @Test("the tree: fields in their order, with ids below that of the alert")
  func tree() throws {
    #expect(Self.signIn.problems == [])
    let node = Self.signIn.tree.steps[0]
    guard case .prompt(let alert) = node.kind else {
      Issue.record("no alert")
      return
    }
    #expect(node.id == "sign-in")
    #expect(alert.choices.map(\.id) == ["ok", "cancel"])
    #expect(node[.questions]?.map(\.id) == ["sign-in/user", "sign-in/password"])
    #expect(node[.questions]?.map(\.kind.type) == ["ask", "ask"])
    #expect(alert.conditions == [nil, nil])
    #expect(
      try Outline().perform(Self.signIn) == """
        Flow “f”
          Alert “Sign in”: “To go on.”  [sign-in]
            Ask “User name” into user  [sign-in/user]
            Ask “Password” into password, secret  [sign-in/password]
            “OK”  [ok]
            “Cancel” (cancel)  [cancel]
              Fail “cancelled”

        """)
  }

  @Test("the JSON")
  func json() throws {
    #expect(
      try JSONExporter().perform(Self.signIn)
        == #"{"libretto":1,"flow":"f","keys":{"user":"string","password":"string"},"steps":["#
        + #"{"type":"alert","id":"sign-in","title":"Sign in","message":"To go on.","fields":["#
        + #"{"type":"ask","id":"sign-in/user","title":"User name","into":"user","default":"bob","#
        + #""placeholder":"bob","help":"Yours.","rules":[{"rule":"notEmpty","message":"A name."},"#
        + #"{"rule":"matches","pattern":"[a-z]+","message":"Use small letters."}]},"#
        + #"{"type":"ask","id":"sign-in/password","title":"Password","into":"password","#
        + #""secret":true,"draftRules":[{"rule":"length","maximum":8}],"#
        + #""checks":[{"name":"strong","message":"Too weak."}]}],"#
        + #""buttons":[{"id":"ok","title":"OK","preferred":true},"#
        + #"{"id":"cancel","title":"Cancel","role":"cancel","#
        + #""steps":[{"type":"fail","message":"cancelled"}]}]}]}"#)
    let text = try JSONExporter().perform(Self.review)
    #expect(
      text
        == #"{"libretto":1,"flow":"f","keys":{"comment":"string"},"steps":["#
        + #"{"type":"alert","id":"review","title":"Review","fields":["#
        + #"{"type":"ask","id":"why","title":"Comment","into":"comment","optional":true}],"#
        + #""buttons":[{"id":"approve","title":"Approve"},{"id":"reject","title":"Reject","#
        + #""rules":[{"field":"comment","rule":"notEmpty","message":"A comment is required."},"#
        + #"{"field":"comment","rule":"length","maximum":20}],"#
        + #""steps":[{"type":"say","text":"Rejected: {comment}"}]}]}]}"#)
  }

  @Test("both spellings, and the list form")
  func spellings() {
    let user = Self.user
    let password = Self.password
    let braces = Flow("f") {
      Alert("Sign in") {
        Field("User", into: user)
        Field("Password", into: password).secret()
        Button("OK") { Say("Welcome.") }
        Button("Cancel", role: .cancel)
      }
      Confirm("Go?") {
        Alert("Name") {
          Field("User", into: user)
          Button("OK")
        }
      }
    }
    same(
      Flow("f") {
        Alert("Sign in") < Field("User", into: user) < Field("Password", into: password).secret()
          < Button("OK") < Say("Welcome.") > Button("Cancel", role: .cancel)>>
        Confirm("Go?") < Alert("Name") < Field("User", into: user) < Button("OK")>>
      }, braces)
    same(
      Flow("f") {
        Alert("Sign in") < [
          Button("OK") < [Say("Welcome.")], Field("User", into: user),
          Button("Cancel", role: .cancel), Field("Password", into: password).secret(),
        ]
        Confirm("Go?") < [Alert("Name") < [Field("User", into: user), Button("OK")]]
      }, braces)
  }

  @Test("a button, then the fields; refused by a rule, a draft rule and a check")
  func performed() async throws {
    let script = Scripted(
      [
        "OK", .refused("Bob"), "bob", .refused("far too long"), .refused("weak"), "sesame",
      ], actions: .performed)
    let result = try await Self.signIn.run(with: script)
    #expect(
      result.transcript == """
        ALERT    Sign in
                 To go on.
                 [OK] [Cancel]
        PERSON   OK
        ASK      User name
        PERSON   Bob
        REFUSED  Use small letters.
        PERSON   bob
        ASK      Password
        PERSON   (secret)
        REFUSED  Give at most 8 characters.
        PERSON   (secret)
        REFUSED  Too weak.
        PERSON   (secret)
        END      finished

        """)
    #expect(result[Self.user] == "bob")
    #expect(result[Self.password] == "sesame")
    #expect(
      result.journal.entries.map(\.name) == ["sign-in", "sign-in/user", "sign-in/password"])
  }

  @Test("a button that cancels reads no fields; a default is taken")
  func cancelled() async throws {
    let result = try await Self.signIn.run(with: Scripted(["Cancel"]))
    #expect(
      result.transcript == """
        ALERT    Sign in
                 To go on.
                 [OK] [Cancel]
        PERSON   Cancel
        END      failed: cancelled

        """)
    let preset = try await Self.signIn.run(
      with: Scripted([
        "sign-in": .preset, "sign-in/user": .preset, "sign-in/password": "sesame",
      ]))
    #expect(preset[Self.user] == "bob")
  }

  @Test("the rule of one button, and a field that may be left out with the other")
  func oneButton() async throws {
    let approved = try await Self.review.run(with: Scripted(["Approve", ""]))
    #expect(
      approved.transcript == """
        ALERT    Review
                 [Approve] [Reject]
        PERSON   Approve
        ASK      Comment
        PERSON
        END      finished

        """)
    #expect(approved[Self.comment] == nil)
    let rejected = try await Self.review.run(
      with: Scripted(["Reject", .refused(""), "Not yet."]))
    #expect(
      rejected.transcript == """
        ALERT    Review
                 [Approve] [Reject]
        PERSON   Reject
        ASK      Comment
        PERSON
        REFUSED  A comment is required.
        PERSON   Not yet.
        SAY      Rejected: Not yet.
        END      finished

        """)
  }

  @Test("what is refused when the flow is built")
  func problems() {
    let (user, comment) = (Self.user, Self.comment)
    let line = #line
    let flow = Flow("f") {
      Alert("D") {
        Field("User", into: user)
        Field("Again", into: user).secret()
        Button("OK").validate(user, .oneOf(["x"]), .notEmpty(message: "\(user)"))
      }
      Alert("A") { Field("User", into: user) }
      Alert("B") {
        Field("User", into: user)
        Button("OK").validate(comment, .notEmpty)
        Button("No", role: .cancel).validate(user, .notEmpty)
      }
      Alert("C") { Button("OK").validate(comment, .length(-1...2), .oneOf([])) }
    }
    refuses(
      flow, line,
      (
        4,
        "the id “d/user” is also the id of the step at @3; "
          + "give one of the two another id, such as .id(\"user-2\")"
      ),
      (7, "an Alert with Fields needs a Button that sends them"),
      (
        10,
        "the Button has a rule for the key “comment”, but the Alert has no Field for this key; "
          + "it has “user”"
      ),
      (
        11,
        "a cancel Button doesn't read the Fields, so it can't have rules for them; "
          + "remove .validate or the role"
      ),
      (
        13,
        "the Button has a rule for the key “comment”, but the Alert has no Field for this key; "
          + "it has no Fields"
      ),
      (13, "a length can't be below 0"), (13, "the rule oneOf needs at least one value"),
      (
        5,
        "the key “user” holds a secret, and a text would show it; "
          + "use only user.isSet"
      ),
      (5, "a secret question can't have the rule oneOf, since it lists the secret"))
  }
}
