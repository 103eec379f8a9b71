// A program that shows its flows itself: it takes the core, and no terminal comes with it.
import LibrettoCore

@main
enum CoreSample {
  private static let dish = Key<String>("dish")
  private static let count = Key<Int>("count")
  private static let price = Key<Int>("price")

  private static let order = Flow("order") {
    Choose("Which dish?", into: dish) {
      Option("Soup")
      Option("Bread")
    }
    Ask("How many?", into: count).default(1).validate(.range(1...9))
    Do("reckon") { work in work[price] = try work.answer(count) * 4 }
    Say("That makes \(price) euros.")
  }

  static func main() async throws {
    let script = Scripted(["dish": "Soup", "count": 2], actions: .performed)
    print(try await order.run(with: script).transcript)
    var session = try Session(order)
    try session.resolve("dish", with: .text("soup"))
    session = try Session(order, token: session.tokenText)
    try session.resolve("count", with: .text("3"))
    try await session.perform()
    print(session.said.joined(separator: "\n"))
  }
}
