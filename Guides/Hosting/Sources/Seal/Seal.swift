import LibrettoCore

// A conversation whose answers nobody reads in the store: what the guide “Hosting flows” says of them.

@main enum Seal {
  static let name = Key<String>("name")
  static let flow = Flow("greeting") {
    Ask("Your name?", into: name)
    Confirm("Is that right?")
  }

  static func main() async throws {
    let cipher = Cipher(key: (0..<32).map { _ in UInt8.random(in: .min ... .max) })
    let database = MemoryStore()
    let store = SealedStore(database, seal: cipher.seal, open: cipher.open)
    let here = Conversations(flow, in: store)
    let first = try await here.start("a")
    try await here.answer("a", "name", with: .text("Ann Example"), at: first.step)

    guard let row = database.load("a"), !row.content.contains("Ann Example".utf8) else {
      fatalError("the answer can be read in the store")
    }
    let other = try await Conversations(flow, in: store).view("a")
    guard other.open.map(\.name) == ["is-that-right"] else { fatalError("\(other)") }
    // Another conversation's contents, and changed ones, aren't opened.
    let moved = StoredConversation(number: 1, due: nil, content: row.content)
    guard database.save("b", moved) else { fatalError("not saved") }
    do {
      _ = try await here.view("b")
      fatalError("somebody else's contents were opened")
    } catch is Cipher.Refused {
      print("sealed: \(row.content.count) bytes, which only this key opens, and only as “a”")
    }
  }
}
