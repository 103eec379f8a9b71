import Libretto
import Testing

private let user = Key<String>("user")

private let signUp = Flow("sign-up") {
  Ask("User name?", into: user).validate(.notEmpty)
  Do("create the account") { work in print("(created \(try work.answer(user)))") }
}

@Test("An empty name is refused, and the account is created once")
func emptyName() async throws {
  let script = Scripted([.refused(""), "bob", .action("create the account")])
  let result = try await signUp.run(with: script)
  #expect(result.isFinished && result.performed == ["create the account"])
}
