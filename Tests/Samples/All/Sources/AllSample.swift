// A program with a command line of its own: one import brings the core, the terminal and the rest.
import Libretto

@main
enum AllSample {
  private static let name = Key<String>("name")

  private static let greeting = Flow("greeting") {
    Ask("What is your name?", into: name)
    Say("Hello, \(name).")
  }

  static func main() async throws {
    let known = try Flow(json: JSONExporter().bytes(greeting))
    let difference = try FlowDiff(from: known, to: greeting)
    guard difference.differences.isEmpty else { return print(difference) }
    await greeting.main(theme: .standard)
  }
}
